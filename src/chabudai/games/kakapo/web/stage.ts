/** A step played for the eye: cards fly to the table, pieces land, birds wake. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { createElement, render } from "preact";
import { hasty, pause } from "@shell/motion";
import { play as sound } from "@shell/sound";
import { CardArt } from "./card";
import type { Play } from "./table";
import type { Event } from "./types.gen";

const FLY_MS = 240;
const DECIDE_MS = 650;
const WAKE_MS = 700;

export interface Stage {
  /** The step being played; none when the table is at rest. */
  readonly events: ReadonlySignal<readonly Event[]>;
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly stop: () => void;
}

export function openStage(play: Play): Stage {
  const playing = signal<readonly Event[]>([]);
  // What is shown next is the truth: the scene is over.
  const stop = effect(() => {
    if (play.table.shown.value !== null) playing.value = [];
  });

  async function enact(events: readonly unknown[]): Promise<void> {
    playing.value = events as readonly Event[];
    for (const event of playing.value) await show(event);
  }

  async function show(event: Event): Promise<void> {
    switch (event.type) {
      case "revealed": {
        const mine = event.seat === play.seat.value;
        const from = mine ? `[data-card="${event.card}"]` : `[data-seat="${event.seat}"]`;
        return fly(from, `[data-slot="${play.view.value.revealed.length}"]`, event.card);
      }
      case "decided":
        sound("turn");
        return pause(DECIDE_MS);
      case "placed":
        return sound("stone");
      case "scanned":
        sound("boom");
        return pause(WAKE_MS);
      default:
        return;
    }
  }

  return { events: playing, enact, stop };
}

/** A card goes from a hand or a seat to its place on the table. */
async function fly(from: string, to: string, card: string): Promise<void> {
  const here = document.querySelector(from);
  const there = document.querySelector(to);
  if (hasty() || here === null || there === null) return;
  const flying = document.createElement("div");
  flying.className = "flying-guide";
  render(createElement(CardArt, { card }), flying);
  document.body.append(flying);
  const at = (place: Element): string => {
    const box = place.getBoundingClientRect();
    return `translate(${box.left + box.width / 2 - 22}px, ${box.top + box.height / 2 - 29}px)`;
  };
  flying.animate([{ transform: at(here) }, { transform: at(there) }], {
    duration: FLY_MS,
    easing: "cubic-bezier(0.3, 0, 0.3, 1)",
    fill: "forwards",
  });
  sound("stone");
  await pause(FLY_MS);
  flying.remove();
}
