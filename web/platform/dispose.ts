/** Combines functions that stop something. */

/** Return one function that calls all of these. */
export function stopAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
