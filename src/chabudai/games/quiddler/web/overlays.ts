/** What of this game lies over the table: the dictionary or the score sheet. And how the hand was sorted. */
import { effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Play } from "./table";
import type { Order } from "./draft";

export type Overlay = "lookup" | "score";

/** What the sort button does, in turn. */
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
  // When a round has been written down everybody looks at the sheet.
  const stop = effect(() => {
    const rounds = play.view.value.sheet.length;
    if (rounds > scored && play.moment.peek() !== "over") shown.value = "score";
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
