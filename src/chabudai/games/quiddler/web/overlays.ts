/** The game's own overlays (the dictionary, the score sheet, laid words), and the last sort order of the hand. */
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Order } from "./draft";
import type { Laid } from "./types.gen";

export type Overlay = { readonly kind: "lookup" } | { readonly kind: "score" } | { readonly kind: "words"; readonly words: readonly Laid[] };

/** The orders of the sort button. */
export const ORDERS: readonly Order[] = ["mixed", "letters", "points"];

export interface Overlays {
  readonly shown: ReadonlySignal<Overlay | null>;
  readonly sorted: Signal<number>;
  readonly open: (overlay: Overlay) => void;
  readonly close: () => void;
}

export function openOverlays(): Overlays {
  const shown = signal<Overlay | null>(null);
  return {
    shown,
    sorted: signal(0),
    open: (overlay) => (shown.value = overlay),
    close: () => (shown.value = null),
  };
}
