/** The game's keys. */
import { batch } from "@preact/signals";
import { listenToKeys, releaseTapped } from "@shell/ui/keys";
import { stopAll } from "@shell/platform/dispose";
import { isOut } from "./draft";
import type { Screen } from "./status";
import type { Overlays } from "./overlays";
import { pageTime } from "@shell/platform/clock";

/** Milliseconds at the start of a turn during which letters do not draw a card, since they are meant for a word. */
const HEED_MS = 500;

export function listen(screen: Screen, overlays: Overlays): () => void {
  const { play, draft, turn, challenging, columns } = screen;
  /** While a discard is chosen by typing: the letters so far, and a function that undoes the choice. */
  let choosing: { readonly letters: string; readonly undo: () => void } | null = null;
  let since = pageTime();
  let before = play.task.peek();
  const settle = play.task.subscribe((task) => {
    if (task !== before) since = pageTime();
    before = task;
    choosing = null;
  });

  function press(event: KeyboardEvent, target: HTMLElement): boolean {
    if (event.ctrlKey) {
      if (event.key !== "Enter") return false;
      finish();
      return true;
    }
    const button = target.closest("button, a, summary");
    // Enter and Space press the focused button.
    if ((event.key === "Enter" || event.key === " ") && button !== null && draft.typed.peek() === "") return false;
    if (event.key !== "Tab") return command(event.key, target);
    // While a word is typed, Tab shows its next spelling. Otherwise it moves the focus.
    if (event.shiftKey || draft.typed.peek() === "" || draft.ways.peek().count < 2) return false;
    draft.next();
    return true;
  }

  function command(key: string, target: HTMLElement): boolean {
    if (key === "/") overlays.open({ kind: "lookup" });
    else if (key === "Enter") confirm();
    else if (play.task.peek() === "solo") return alone(key);
    else if (key === "Escape") escape();
    else if (key === " ") draft.activate(draft.rows.peek().length);
    else if (key === "Backspace") draft.erase();
    else if (key === "-" && acting()) begin();
    else if (/^[a-z]$/i.test(key)) letter(key.toUpperCase(), target);
    else return false;
    return true;
  }

  const acting = (): boolean => play.task.peek() === "act" || play.task.peek() === "last";
  /** X starts the choice of a discard only if the hand has no X that may begin a word. */
  const free = (): boolean => draft.loose.peek().every(({ face }) => face !== "X");

  function letter(key: string, target: HTMLElement): void {
    const task = play.task.peek();
    const empty = draft.typed.peek() === "" && draft.active.peek() === draft.rows.peek().length;
    const flag = target.closest<HTMLElement>("[data-challenge]");
    if (choosing !== null) choose(choosing.letters + key, choosing.undo);
    else if (key === "C" && flag !== null) challenging.raise(Number(flag.dataset["challenge"]));
    else if (task === "draw" && (key === "D" || key === "T") && draft.typed.peek() === "") {
      if (pageTime() - since > HEED_MS) turn.draw(key === "D" ? "pile" : "discards");
    } else if (acting() && key === "X" && empty && free()) begin();
    else draft.type(key);
  }

  function begin(): void {
    choosing = { letters: "", undo: () => undefined };
    draft.choose(true);
  }

  /** After - or X, choose the card that begins with the typed letters, preferring an exact match to a longer face. A
   * second letter first puts back the card that the first one took. */
  function choose(letters: string, undo: () => void): void {
    const spare = draft.slotted.peek();
    const cards = [...draft.loose.peek(), ...draft.rows.peek().flat(), ...(spare ? [spare] : [])];
    const card = cards.find(({ face }) => face === letters) ?? cards.find(({ face }) => face.startsWith(letters));
    if (card === undefined) {
      choosing = null;
      draft.choose(false);
      return;
    }
    batch(() => {
      undo();
      choosing = letters.length < 2 ? { letters, undo: draft.remember() } : null;
      draft.move(card.id, { kind: "discard" });
    });
  }

  function confirm(): void {
    choosing = null;
    if (challenging.word.peek() !== null) challenging.challenge();
    else if (play.task.peek() === "solo") columns.lay();
    else if (draft.typed.peek() !== "") draft.activate(draft.rows.peek().length);
    else if (play.task.peek() === "last") turn.layWords();
    else if (isOut(draft)) turn.goOut();
    else turn.discard();
  }

  function finish(): void {
    if (play.task.peek() === "last") turn.layLast();
    else turn.goOut();
  }

  function escape(): void {
    choosing = null;
    if (challenging.word.peek() !== null) challenging.drop();
    else if (draft.choosing.peek()) draft.choose(false);
    else draft.clear();
  }

  function alone(key: string): boolean {
    if (key === "Escape") columns.clear();
    else if (key === "Backspace") columns.erase();
    else if (/^[a-z]$/i.test(key)) columns.type(key.toUpperCase());
    else return false;
    return true;
  }

  return stopAll([settle, listenToKeys(press), releaseTapped()]);
}
