/** Keys that skip animations. */
import type { GameScreen } from "../state/game_screen";
import { skip } from "../state/motion";
import { composing, targetOf } from "./keys";

const SKIPPING = /^(.|Enter|Escape|Arrow.*)$/u;

/** Skip animations by any key, except in a dialog. A key that ends one does nothing else until it is released, unless
 * it types a letter. */
export function skipByKeys({ letters }: Pick<GameScreen, "letters">): () => void {
  let spent = "";
  const consume = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === spent) return consume(event);
    spent = "";
    if (!SKIPPING.test(event.key) || event.ctrlKey || event.altKey || event.metaKey || composing(event)) return;
    if (document.querySelector("dialog[open]")) return;
    const typed = /^\S$/u.test(event.key) && (letters === true || targetOf(event).closest("input, textarea") !== null);
    if (!skip() || typed) return;
    spent = event.key;
    consume(event);
  };
  // Some browsers press a button when Space is released.
  const release = (event: KeyboardEvent): void => {
    if (event.key !== spent) return;
    spent = "";
    consume(event);
  };
  addEventListener("keydown", press, true);
  addEventListener("keyup", release, true);
  return () => {
    removeEventListener("keydown", press, true);
    removeEventListener("keyup", release, true);
  };
}
