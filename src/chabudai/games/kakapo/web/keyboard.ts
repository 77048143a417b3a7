/** The game's keys. */
import { effect } from "@preact/signals";
import { listenToKeys, releaseTapped } from "@shell/ui/keys";
import { stopAll } from "@shell/platform/dispose";
import type { Screen } from "./status";
import { keyOf, type Square } from "./board/geometry";
import { SIDE, squareAt } from "./board/squares";
import { valueOf } from "./words";

export function listen(screen: Screen): () => void {
  const { play, choice, draft } = screen;

  function press(event: KeyboardEvent, target: HTMLElement): boolean {
    const { key } = event;
    if (event.ctrlKey || target.closest("summary")) return false;
    // Space and Enter press the focused button. On a square, a card or a skill the first Enter picks it, and the second
    // one makes the move.
    const inside = target.closest(".square, .card, .tile");
    if ((key === " " || key === "Enter") && target.closest("button, a") && !(inside && key === "Enter")) return false;
    return command(event, target);
  }

  function command(event: KeyboardEvent, target: HTMLElement): boolean {
    switch (play.task.peek()) {
      case "reveal":
        return reveal(event.key, target.closest<HTMLElement>(".card"));
      case "select":
        return select(event.key, target.closest<HTMLElement>(".tile"));
      case "place":
        return place(event.key, event.shiftKey, target.closest(".square"));
      case "wait":
      case "over":
        return look(event.key, target);
    }
  }

  function reveal(key: string, focused: HTMLElement | null): boolean {
    const hand = play.hand.peek();
    const at = hand.indexOf(choice.card.peek() ?? "");
    const aimed = hand.indexOf(focused?.dataset["card"] ?? "");
    if (key === "Enter" && aimed >= 0 && aimed !== at) choice.card.value = hand[aimed] ?? null;
    else if (key === "Enter") choice.reveal();
    else if (key === "Escape") choice.card.value = null;
    else if (key === "ArrowRight") choice.card.value = hand[(at + 1) % hand.length] ?? null;
    else if (key === "ArrowLeft") choice.card.value = hand[(Math.max(at, 0) - 1 + hand.length) % hand.length] ?? null;
    else if (/^[1-8]$/.test(key)) raise(Number(key), at, focused);
    else return false;
    return true;
  }

  /** Raise the next card of this number, playable cards first. A focus in the hand moves to that card. */
  function raise(value: number, at: number, focused: HTMLElement | null): void {
    const hand = play.hand.peek();
    const order = [...hand.slice(at + 1), ...hand.slice(0, at + 1)].filter((card) => valueOf(card) === value);
    const playable = order.find((card) => play.playable.peek().has(card));
    choice.card.value = playable ?? order[0] ?? choice.card.peek();
    focused?.closest("ul")?.querySelector<HTMLElement>(`[data-card="${choice.card.peek()}"]`)?.focus();
  }

  const WAYS: Readonly<Record<string, string>> = { n: "none", d: "double", w: "wild", c: "shift" };

  function select(key: string, focused: HTMLElement | null): boolean {
    const tiles = choice.tiles.peek();
    const at = tiles.findIndex((tile) => tile === choice.tile.peek());
    const wanted = WAYS[key.toLowerCase()];
    const shown = [...(focused?.parentElement?.children ?? [])] as HTMLElement[];
    const aimed = focused === null ? at : shown.indexOf(focused);
    if (key === "Enter" && aimed !== at) choice.pickTile(aimed);
    else if (key === "Enter") choice.select();
    else if (key === "ArrowRight") choice.pickTile((at + 1) % tiles.length);
    else if (key === "ArrowLeft") choice.pickTile((at - 1 + tiles.length) % tiles.length);
    else if (wanted !== undefined) {
      // The same letter again picks the next tile of that kind.
      const order = tiles.map((_, place) => (at + 1 + place) % tiles.length);
      const next = order.find((place) => (tiles[place]?.skill?.type ?? "none") === wanted) ?? at;
      choice.pickTile(next);
      shown[next]?.focus();
    } else return false;
    return true;
  }

  const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };

  function place(key: string, shifted: boolean, focused: Element | null): boolean {
    const arrow = ARROWS[key];
    if (arrow) draft.nudge(...arrow);
    else if (key === "Enter") enter(focused);
    else if (/^r$/i.test(key)) draft.turn(shifted ? -1 : 1);
    else if (/^f$/i.test(key)) draft.flip();
    else if (/^g$/i.test(key)) draft.nextFit(shifted ? -1 : 1);
    else if (/^p$/i.test(key)) other();
    else if (key === "Escape" && play.trial.peek() && !play.busy.peek()) play.takeBack();
    else return false;
    return true;
  }

  const covers = (square: Square): boolean => draft.squares.peek().some((each) => keyOf(each) === keyOf(square));

  /** However the piece is moved, keep the focused square, or the one that Tab would focus, under it. Otherwise Enter
   * would move the piece back. */
  const stopFollowing = effect(() => {
    const first = draft.squares.value[0];
    if (first === undefined || covers(squareAt(screen.focus.peek()))) return;
    const from = document.activeElement?.closest(".square");
    if (from) focusOn(from, first);
    else screen.focus.value = SIDE * first[0] + first[1];
  });

  /** The square on which Enter was last pressed, and the piece's place after that. */
  let aimed = "";

  /** On a square, the first Enter moves the piece there. The second one places it, if nothing has changed. */
  function enter(focused: Element | null): void {
    const square = squareAt(screen.focus.peek());
    const aim = (): string => [keyOf(square), draft.piece.peek(), ...draft.squares.peek()].join(" ");
    if (focused === null || aimed === aim()) draft.place();
    else {
      if (!covers(square)) draft.cover(square);
      aimed = aim();
    }
  }

  /** After a double scan, choose the other of the two pieces. */
  function other(): void {
    const pieces = play.pieces.peek();
    const next = pieces.find((piece) => piece !== draft.piece.peek());
    if (next !== undefined) draft.choose(next);
  }

  /** While no piece is being placed, move the focus over the board with the arrow keys. */
  function look(key: string, target: HTMLElement): boolean {
    const arrow = ARROWS[key];
    const from = target.closest(".square");
    if (!arrow || from === null) return false;
    const at = screen.focus.peek();
    const row = Math.max(0, Math.min(11, Math.floor(at / 12) + arrow[0]));
    const column = Math.max(0, Math.min(11, (at % 12) + arrow[1]));
    focusOn(from, [row, column]);
    return true;
  }

  function focusOn(from: Element, [row, column]: Square): void {
    from.parentElement?.querySelectorAll<HTMLElement>(".square")[SIDE * row + column]?.focus();
  }

  return stopAll([stopFollowing, listenToKeys(press), releaseTapped()]);
}
