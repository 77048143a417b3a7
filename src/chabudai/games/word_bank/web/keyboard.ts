/** The whole turn by keyboard: letters, arrows, digits, Enter. Keys typed elsewhere on the page are left alone. */
import { releaseTapped } from "@shell/keys";
import type { Draft } from "./draft";
import { letters } from "./draft";

export function listen(draft: Draft, say: () => void): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const own = target.matches("input.word");
    if (!own && target.closest("input, textarea, select")) return;
    if (event.key === "Enter" || event.key === " ") {
      // On a button they press the button.
      if (target.closest("button, a, summary")) return;
      if (event.key === "Enter") say();
      event.preventDefault();
    } else if (own && (event.key.length === 1 || event.key === "Backspace") && !/[0-9]/.test(event.key)) {
      return;
    } else if (command(event.key)) {
      event.preventDefault();
    }
  };

  function command(key: string): boolean {
    if (key === "Backspace") draft.erase();
    else if (key === "Escape") draft.write("");
    else if (key === "ArrowLeft") draft.turn("anticlockwise");
    else if (key === "ArrowRight") draft.turn("clockwise");
    else if (key === "ArrowUp" || key === "ArrowDown") draft.next();
    else if (/^[1-7]$/.test(key)) draft.toggle(Number(key) - 1);
    else if (key.length === 1 && letters(key) !== "") draft.type(letters(key));
    else return false;
    return true;
  }

  addEventListener("keydown", press);
  const stop = releaseTapped();
  return () => {
    removeEventListener("keydown", press);
    stop();
  };
}
