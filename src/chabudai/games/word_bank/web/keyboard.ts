/** The game's keys: letters, arrows, digits, Enter. */
import { listenToKeys, releaseTapped } from "@shell/ui/keys";
import { stopAll } from "@shell/platform/dispose";
import type { Draft } from "./draft";
import { letters } from "./draft";

const FIELD = "input.word";

export function listen(draft: Draft, say: () => void): () => void {
  function press(event: KeyboardEvent, target: HTMLElement): boolean {
    const { key } = event;
    if (event.ctrlKey) return false;
    if (key === "Enter" || key === " ") {
      // Enter and Space press the focused button.
      if (target.closest("button, a, summary")) return false;
      if (key === "Enter") say();
      return true;
    }
    // If the word's input field has the focus, the field itself updates the draft.
    if (target.matches(FIELD) && (key.length === 1 || key === "Backspace") && !/[0-9]/.test(key)) return false;
    return command(key);
  }

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

  return stopAll([listenToKeys(press, FIELD), releaseTapped()]);
}
