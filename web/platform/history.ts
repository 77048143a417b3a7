/** The browser's history. While sheets are open, it has one more entry with the same address, marked in its state: the
 * Back button leaves this entry, which closes the top sheet. If the sheets are closed otherwise, the entry is removed. */

const MARK = "sheet";
/** The state of the entry below the marked one. */
const BELOW = "below";
const isMarked = (): boolean => history.state === MARK;

/** The functions that close the open sheets, the top one last. */
let closers: readonly (() => void)[] = [];
/** Called once the marked entry, which the browser is about to leave, has been removed; null if it is not being left. */
let removed: (() => void) | null = null;
/** The current address. */
let address = location.href;

/** Add the marked entry, or remove it, as the open sheets require. */
function settle(): void {
  if (removed !== null) return;
  if (closers.length > 0 && !isMarked()) {
    history.replaceState(BELOW, "");
    history.pushState(MARK, "");
  } else if (closers.length === 0 && isMarked()) {
    removed = () => undefined;
    history.back();
  }
}

addEventListener("popstate", () => {
  const then = removed;
  removed = null;
  // The address may have changed since the sheet was opened.
  if (history.state === BELOW) history.replaceState(null, "", then !== null || closers.length > 0 ? address : null);
  address = location.href;
  if (then === null && !isMarked()) {
    closers.at(-1)?.();
    closers = closers.slice(0, -1);
  }
  then?.();
  settle();
});
// The page was reloaded while a sheet was open.
settle();

/** Make the Back button close a sheet. Returns a function that stops this. */
export function closedByBack(close: () => void): () => void {
  closers = [...closers, close];
  settle();
  return () => {
    closers = closers.filter((each) => each !== close);
    // Another sheet may open in the same moment, or the address may change.
    setTimeout(settle);
  };
}

/** Add an address, in place of the marked entry, and call `then`. */
export function push(path: string, then: () => void): void {
  if (removed !== null) {
    removed = () => push(path, then);
    return;
  }
  if (isMarked()) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  address = location.href;
  then();
  setTimeout(settle);
}

/** Replace the current address. */
export function replaceWith(path: string): void {
  history.replaceState(history.state, "", path);
  address = location.href;
}
