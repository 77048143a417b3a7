/** The two live regions. They are there, empty, from the first paint on. */
export function Regions() {
  return (
    <>
      <div id="log" class="unseen" role="log" aria-live="polite" />
      <div id="now" class="unseen" role="alert" aria-live="assertive" />
    </>
  );
}
