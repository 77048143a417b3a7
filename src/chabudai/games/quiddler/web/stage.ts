/** A step played for the eye: cards fly between piles, players and the table. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { hasty, pause } from "@shell/motion";
import { play as sound } from "@shell/sound";
import { picture } from "./card";
import type { Play } from "./table";
import type { Event } from "./types.gen";

const FLY_MS = 230;
const SHOW_MS = 250;

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

  function home(seat: number): string {
    return seat === play.seat.value ? ".rack" : `[data-seat="${seat}"]`;
  }

  async function enact(events: readonly unknown[]): Promise<void> {
    playing.value = events as readonly Event[];
    for (const event of playing.value) await show(event);
  }

  async function show(event: Event): Promise<void> {
    switch (event.type) {
      case "drew":
        return fly("[data-testid=deck]", home(event.seat), event.card);
      case "took":
        return fly("[data-testid=discard-pile]", home(event.seat), event.card);
      case "discarded":
        return fly(home(event.seat), "[data-testid=discard-pile]", event.card);
      case "went-out":
      case "added":
        sound("stone");
        await fly(home(event.seat), ".laid", event.words[0]?.[0] ?? null);
        return;
      case "challenged":
        sound(event.allowed ? "lock" : "refused");
        await pause(SHOW_MS);
        return;
      default:
        return;
    }
  }

  return { events: playing, enact, stop };
}

/** A card goes from one place to another; null shows its back. */
async function fly(from: string, to: string, face: string | null): Promise<void> {
  const here = document.querySelector(from);
  const there = document.querySelector(to);
  if (hasty() || here === null || there === null) return;
  const card = document.createElement("div");
  card.className = "flying";
  card.append(picture(face));
  document.body.append(card);
  const at = (place: Element): string => {
    const box = place.getBoundingClientRect();
    return `translate(${box.left + box.width / 2 - 24}px, ${box.top + box.height / 2 - 34}px)`;
  };
  card.animate([{ transform: at(here) }, { transform: at(there) }], {
    duration: FLY_MS,
    easing: "cubic-bezier(0.3, 0, 0.3, 1)",
    fill: "forwards",
  });
  sound("stone");
  await pause(FLY_MS);
  card.remove();
}
