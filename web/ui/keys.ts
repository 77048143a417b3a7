/** The keys of a table: those of its screen, and those that ask. */
import { letterKeys } from "../state/settings";

/** Handles a key that was pressed on `target`; true if it meant something, so that the browser does nothing with it. */
export type Press = (event: KeyboardEvent, target: HTMLElement) => boolean;

/** Listen to keys that are pressed for the table.
 *
 * Left alone are keys of an input method, keys with Meta or Alt, and those pressed in a dialog or in a field, unless
 * the selector `own` says that the field is the game's. A key with Ctrl is handed on. A single character may count only
 * while the focus is where one plays, if the reader has chosen so.
 */
export function listenToKeys(press: Press, own?: string): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (composing(event) || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = targetOf(event);
    const field = target.closest("input, textarea, select");
    if (field !== null && (own === undefined || !field.matches(own))) return;
    const everywhere = letterKeys.peek() === "on" || event.key.length > 1;
    if (!everywhere && target.closest(".board, .hand, .bar") === null) return;
    if (press(event, target)) event.preventDefault();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

/** What can be asked by a key at every table. */
export type Asked = "help" | "others" | "log" | "mine" | "scores";

/** By character, and by the key that has it, because Alt may write something else with it. */
const ASKED: Readonly<Record<string, Asked>> = { "?": "help", o: "others", l: "log", m: "mine", s: "scores" };
const CODES: Readonly<Record<string, Asked>> = { Slash: "help", KeyO: "others", KeyL: "log", KeyM: "mine", KeyS: "scores" };

/** Listen to the keys that ask: with Alt everywhere; alone those of `plain`, where nothing is typed and the screen did not want them. */
export function listenToAsking(plain: string, answer: (asked: Asked) => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (composing(event) || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    if (document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const free = targetOf(event).closest("input:not([type=radio]), textarea, select") === null && letterKeys.peek() === "on";
    const asked = event.altKey ? (ASKED[key] ?? CODES[event.code]) : free && plain.includes(key) ? ASKED[key] : undefined;
    if (asked === undefined) return;
    event.preventDefault();
    answer(asked);
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

// The code 229 is what older browsers give while an input method composes.
const composing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const targetOf = ({ target }: KeyboardEvent): HTMLElement => (target instanceof HTMLElement ? target : document.body);

/** Take the focus from a button that was tapped, so that the next keys go to the table; by keyboard it keeps the focus. */
export function releaseTapped(): () => void {
  const release = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".table button") : null;
    if (event.detail > 0 && button !== null) document.querySelector<HTMLElement>(".board")?.focus({ preventScroll: true });
  };
  // Before the tap changes anything: to move the focus, a browser lays out anew what has been changed.
  addEventListener("click", release, true);
  return () => removeEventListener("click", release, true);
}
