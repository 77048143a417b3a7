/** Whether the page is visible. */

export const isHidden = (): boolean => document.hidden;

/** Call `then` each time the page becomes visible. Returns a function that stops this. */
export function onVisible(then: () => void): () => void {
  const changed = (): void => {
    if (!isHidden()) then();
  };
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Call `then` each time the page is hidden, such as when a phone goes to sleep. Returns a function that stops this. */
export function onHidden(then: () => void): () => void {
  const changed = (): void => {
    if (isHidden()) then();
  };
  document.addEventListener("visibilitychange", changed);
  addEventListener("pagehide", then);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    removeEventListener("pagehide", then);
  };
}
