/** A step played for the eye: porters walk to their hints; words are lifted one after another and points fly. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { hasty, pause } from "@shell/motion";
import { still } from "@shell/settings";
import { play as sound } from "@shell/sound";
import type { Play } from "./table";
import type { Event, Placed, Revealed } from "./types.gen";

const WALK_MS = 240;
const LIFT_MS = 520;
const TURN_MS = 420;
const FLY_MS = 380;
const OUTLINED_MS = 1200;

/** The reveal so far: the players whose word is known, oldest first, and what they gained by seat. */
export interface Reveal {
  readonly results: readonly Revealed[];
  /** The tiles of the newest lie open. */
  readonly turned: boolean;
  readonly gained: readonly number[];
}

export interface Stage {
  readonly reveal: ReadonlySignal<Reveal | null>;
  /** The step being played; none when the table is at rest. */
  readonly events: ReadonlySignal<readonly Event[]>;
  /** Without motion: where the last porter was put, outlined for a moment. */
  readonly changed: ReadonlySignal<Placed | null>;
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly stop: () => void;
}

export function openStage(play: Play): Stage {
  const reveal = signal<Reveal | null>(null);
  const playing = signal<readonly Event[]>([]);
  const changed = signal<Placed | null>(null);
  const stops = [
    // What is shown next is the truth: the scene is over.
    effect(() => {
      if (play.table.shown.value === null) return;
      reveal.value = null;
      playing.value = [];
    }),
    effect(() => {
      if (!still.value) return;
      changed.value = play.story.value.at(-1)?.find((event) => event.type === "placed") ?? null;
      const timer = window.setTimeout(() => (changed.value = null), OUTLINED_MS);
      return () => clearTimeout(timer);
    }),
  ];

  async function enact(events: readonly unknown[]): Promise<void> {
    const step = events as readonly Event[];
    playing.value = step.slice(0, 1);
    for (const event of step) {
      if (event.type === "placed") await walk(event);
      if (event.type === "revealed") await open(event);
    }
  }

  /** One player's word: the porter lifts it, the tiles turn, the points fly. */
  async function open(event: Revealed): Promise<void> {
    const before = reveal.value ?? { results: [], turned: true, gained: event.votes.map(() => 0) };
    playing.value = [event];
    reveal.value = { ...before, results: [...before.results, event], turned: false };
    await pause(LIFT_MS);
    reveal.value = { ...before, results: [...before.results, event], turned: true };
    sound("stone");
    await pause(TURN_MS);
    const hits = event.votes.flatMap((vote, voter) => (vote === event.number ? [voter] : []));
    if (hits.length === 0) return;
    const from = `[data-testid=result-${event.seat}] .result-who`;
    const flights = [...hits.map((voter) => fly(from, voter, 1)), fly(from, event.seat, hits.length)];
    sound("lock");
    await pause(FLY_MS);
    for (const flight of flights) flight?.remove();
    const gained = before.gained.map(
      (points, seat) => points + (hits.includes(seat) ? 1 : 0) + (seat === event.seat ? hits.length : 0),
    );
    reveal.value = { results: [...before.results, event], turned: true, gained };
  }

  return {
    reveal,
    changed,
    enact,
    events: playing,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

const centre = (box: DOMRect): readonly [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

/** A porter goes from the seat's chip to its hint word. */
async function walk(event: Placed): Promise<void> {
  const chip = document.querySelector(`[data-seat="${event.seat}"] .token`);
  const half = document.querySelector(`[data-half="${event.card}-${event.word}"]`);
  if (hasty() || chip === null || half === null) return;
  const walker = chip.cloneNode(true) as SVGElement;
  walker.setAttribute("class", "token walker");
  document.body.append(walker);
  const at = (place: Element): string => `translate(${centre(place.getBoundingClientRect()).map((x) => `${x - 13}px`).join(",")})`;
  walker.animate([{ transform: at(chip) }, { transform: `${at(half)} scale(1.3)` }], {
    duration: WALK_MS,
    easing: "cubic-bezier(0.4, 0, 0.3, 1)",
    fill: "forwards",
  });
  sound("stone");
  await pause(WALK_MS);
  walker.remove();
}

/** Points fly to a player's chip; gives what is flying. */
function fly(from: string, seat: number, points: number): HTMLElement | null {
  const here = document.querySelector(from);
  const chip = document.querySelector(`[data-seat="${seat}"]`);
  if (hasty() || here === null || chip === null) return null;
  const badge = document.createElement("b");
  badge.className = "flying-point";
  badge.textContent = `+${points}`;
  badge.ariaHidden = "true";
  document.body.append(badge);
  const at = (place: Element): string =>
    `translate(${centre(place.getBoundingClientRect()).map((x) => `${x - 18}px`).join(",")})`;
  badge.animate(
    [
      { transform: `${at(here)} scale(0.6)`, opacity: 0 },
      { transform: `${at(here)} scale(1.3)`, opacity: 1, offset: 0.3 },
      { transform: at(chip), opacity: 1 },
    ],
    { duration: FLY_MS, easing: "ease-in-out", fill: "forwards" },
  );
  return badge;
}
