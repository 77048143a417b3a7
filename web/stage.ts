/** A step played for the eye before the table shows what came of it. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { hasty, pause } from "./motion";
import { play as sound } from "./sound";
import type { Table } from "./table";

export interface Stage<Event> {
  /** The step being played; none when the table is at rest. */
  readonly events: ReadonlySignal<readonly Event[]>;
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly stop: () => void;
}

/** A stage where events are shown one after the other. */
export function openStage<Event>(table: Table, show: (event: Event) => Promise<void>): Stage<Event> {
  const playing = signal<readonly Event[]>([]);
  // What is shown next is the truth: the scene is over.
  const stop = effect(() => {
    if (table.shown.value !== null) playing.value = [];
  });
  return {
    events: playing,
    async enact(events) {
      playing.value = events as readonly Event[];
      for (const event of playing.value) await show(event);
    },
    stop,
  };
}

/** A card is drawn where it starts and flies to where it goes, for so many milliseconds. */
export async function fly(card: HTMLElement, from: string, to: string, ms: number): Promise<void> {
  const here = document.querySelector(from);
  const there = document.querySelector(to);
  if (hasty() || here === null || there === null) return;
  document.body.append(card);
  const { width, height } = card.getBoundingClientRect();
  const at = (place: Element): string => {
    const box = place.getBoundingClientRect();
    return `translate(${box.left + (box.width - width) / 2}px, ${box.top + (box.height - height) / 2}px)`;
  };
  card.animate([{ transform: at(here) }, { transform: at(there) }], {
    duration: ms,
    easing: "cubic-bezier(0.3, 0, 0.3, 1)",
    fill: "forwards",
  });
  sound("stone");
  await pause(ms);
  card.remove();
}
