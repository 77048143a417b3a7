/** The keys of a table, as its rooms listen to them. */

/** Handles a key that was pressed on `target`; true if it meant something, so that the browser does nothing with it. */
export type Press = (event: KeyboardEvent, target: HTMLElement) => boolean;

/** Listen to keys that are pressed for the table.
 *
 * Left alone are keys of an input method, keys with Meta or Alt, and those pressed in a dialog or in a field, unless
 * the selector `own` says that the field is the game's. A key with Ctrl is handed on.
 */
export function listenToKeys(press: Press, own?: string): () => void {
  const listen = (event: KeyboardEvent): void => {
    // The code 229 is what older browsers give while an input method composes.
    if (event.isComposing || event.keyCode === 229 || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const field = target.closest("input, textarea, select");
    if (field !== null && (own === undefined || !field.matches(own))) return;
    if (press(event, target)) event.preventDefault();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

/** Take the focus from a button that was tapped, so that the next keys go to the table; by keyboard it keeps the focus. */
export function releaseTapped(): () => void {
  const release = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".table button") : null;
    if (event.detail > 0) button?.blur();
  };
  addEventListener("click", release);
  return () => removeEventListener("click", release);
}
