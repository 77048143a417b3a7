/** The keys of a table: those of its screen, and the question keys. */
import { letterKeys } from "../state/settings";

/** Handles a key that was pressed on `target`. Returns whether it had an effect; the browser then ignores it. */
export type Press = (event: KeyboardEvent, target: HTMLElement) => boolean;

/** Listen to keys that are pressed for the table.
 *
 * Keys of an input method, keys with Meta or Alt, and keys pressed in a dialog or a field are ignored, unless the
 * selector `own` matches the field. Keys with Ctrl are passed on. If the settings say so, a single character
 * counts only while the focus is on the game. */
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

/** Questions that have a key at every table. */
export type Asked = "help" | "others" | "log" | "mine" | "scores";

/** Questions by character and by physical key, because Alt may produce another character. */
const ASKED: Readonly<Record<string, Asked>> = { "?": "help", o: "others", l: "log", m: "mine", s: "scores" };
const CODES: Readonly<Record<string, Asked>> = { Slash: "help", KeyO: "others", KeyL: "log", KeyM: "mine", KeyS: "scores" };

/** Listen to the question keys: with Alt everywhere, and those of `plain` also without it, if the focus is not in a
 * field and the screen did not handle them. */
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

// Older browsers report the code 229 while an input method composes.
export const composing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

export const targetOf = ({ target }: KeyboardEvent): HTMLElement => (target instanceof HTMLElement ? target : document.body);

/** Move the focus away from a tapped button, so that the next keys go to the table. With a keyboard, the button
 * keeps the focus. */
export function releaseTapped(): () => void {
  const release = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".table button") : null;
    if (event.detail > 0 && button !== null) document.querySelector<HTMLElement>(".board")?.focus({ preventScroll: true });
  };
  // Runs before the tap changes anything: moving the focus makes a browser recompute the layout of changed elements.
  addEventListener("click", release, true);
  return () => removeEventListener("click", release, true);
}
