/** The two live regions. They must be in the page before anything is announced. */
export function Regions() {
  return (
    <>
      <div id="log" class="unseen" translate={false} role="log" aria-live="polite" />
      <div id="now" class="unseen" translate={false} role="status" aria-live="polite" />
    </>
  );
}
