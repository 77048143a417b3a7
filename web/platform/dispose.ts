/** What has been started together and is stopped together. */

/** One function that calls all of these. */
export function stopAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
