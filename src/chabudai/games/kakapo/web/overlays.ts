/** The game's own overlay: the mission and the cards that have been seen. */
import { signal, type ReadonlySignal } from "@preact/signals";

export interface Overlays {
  readonly shown: ReadonlySignal<boolean>;
  readonly open: () => void;
  readonly close: () => void;
}

export function openOverlays(): Overlays {
  const shown = signal(false);
  return { shown, open: () => (shown.value = true), close: () => (shown.value = false) };
}
