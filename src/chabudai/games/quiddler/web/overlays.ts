/** The game's own overlays: the dictionary and the score sheet. And how the hand was sorted last. */
import { effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Play } from "./table";
import type { Order } from "./draft";

export type Overlay = "lookup" | "score";

/** The orders that the sort button goes through. */
export const ORDERS: readonly Order[] = ["mixed", "letters", "points"];

export interface Overlays {
  readonly shown: ReadonlySignal<Overlay | null>;
  readonly sorted: Signal<number>;
  readonly open: (overlay: Overlay) => void;
  readonly close: () => void;
  readonly stop: () => void;
}

export function openOverlays(play: Play): Overlays {
  const shown = signal<Overlay | null>(null);
  let scored = play.view.peek().sheet.length;
  // The score sheet opens when a round has been scored.
  const stop = effect(() => {
    const rounds = play.view.value.sheet.length;
    if (rounds > scored && play.task.peek() !== "over") shown.value = "score";
    scored = rounds;
  });
  return {
    shown,
    sorted: signal(0),
    open: (overlay) => (shown.value = overlay),
    close: () => (shown.value = null),
    stop,
  };
}
