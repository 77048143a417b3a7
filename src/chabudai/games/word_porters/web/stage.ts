/** Animations of Word Porters: porters walk to their hints, words are revealed one by one, and points fly. */
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { pause } from "@shell/state/motion";
import { play as sound } from "@shell/stage/sound";
import { fly, launch, openStage as open, openRecall, outlineChanges, type Recall, type Stage as Staged } from "@shell/stage/animation";
import { stopAll } from "@shell/platform/dispose";
import type { Play } from "./table";
import type { Event, Placed, Revealed } from "./types.gen";

const WALK_MS = 240;
const LIFT_MS = 520;
const TURN_MS = 420;
const FLY_MS = 380;

/** The reveal so far: the players in order, the number of known words, and the gains by seat. */
export interface Reveal {
  readonly results: readonly Revealed[];
  readonly known: number;
  /** Whether the voting tiles of the newest result are turned up. */
  readonly turned: boolean;
  readonly gained: readonly number[];
}

export interface Stage extends Staged<Event>, Recall<readonly Placed[]> {
  readonly reveal: ReadonlySignal<Reveal | null>;
  /** The place of the last porter, outlined if motion is off. */
  readonly changed: ReadonlySignal<Placed | null>;
}

export function openStage(play: Play): Stage {
  const reveal = signal<Reveal | null>(null);
  const stage = open(play.table, perform, () => (reveal.value = null));
  const outline = outlineChanges<Event, Placed | null>(
    play.story,
    null,
    (step) => step.find((event) => event.type === "placed") ?? null,
  );

  async function perform(step: readonly Event[], events: Signal<readonly Event[]>): Promise<void> {
    events.value = step.slice(0, 1);
    const results = step.filter((event) => event.type === "revealed");
    for (const event of step) {
      if (event.type === "placed") await walk(event);
      if (event.type !== "revealed") continue;
      events.value = [event];
      await show(event, results);
    }
  }

  /** Reveal one player's word: the word, then the tiles, then the points. */
  async function show(event: Revealed, results: readonly Revealed[]): Promise<void> {
    const before = reveal.value?.gained ?? event.votes.map(() => 0);
    const shown = { results, known: results.indexOf(event) + 1, gained: before };
    reveal.value = { ...shown, turned: false };
    await pause(LIFT_MS);
    reveal.value = { ...shown, turned: true };
    sound("paper");
    await pause(TURN_MS);
    const hits = event.votes.flatMap((vote, voter) => (vote === event.number ? [voter] : []));
    if (hits.length === 0) return;
    const from = `[data-testid=result-${event.seat}] .result-who`;
    const landings = [...hits.map((voter) => flyPoints(from, voter, 1)), flyPoints(from, event.seat, hits.length)];
    sound("lock");
    await pause(FLY_MS);
    for (const land of landings) land?.();
    const gained = before.map(
      (points, seat) => points + (hits.includes(seat) ? 1 : 0) + (seat === event.seat ? hits.length : 0),
    );
    reveal.value = { ...shown, turned: true, gained };
  }

  return { ...stage, ...openRecall<readonly Placed[]>(), reveal, changed: outline.changed, stop: stopAll([stage.stop, outline.stop]) };
}

/** Animate a porter from the seat's chip to its hint word. */
async function walk({ seat, card, word }: Placed): Promise<void> {
  const from = `[data-seat="${seat}"] .token`;
  const token = document.querySelector<SVGElement>(from);
  if (token === null) return;
  const walker = token.cloneNode(true) as SVGElement;
  walker.setAttribute("class", "token walker");
  const frames = (here: string, there: string): Keyframe[] => [{ transform: here }, { transform: `${there} scale(1.3)` }];
  const to = `[data-half="${card}-${word}"]`;
  return fly(walker, { from, to, ms: WALK_MS, easing: "cubic-bezier(0.4, 0, 0.3, 1)", frames });
}

/** Animate points to a player's chip. Return a function that removes them. */
function flyPoints(from: string, seat: number, points: number): (() => void) | null {
  const badge = document.createElement("b");
  badge.className = "flying-point";
  badge.textContent = `+${points}`;
  badge.ariaHidden = "true";
  const frames = (here: string, there: string): Keyframe[] => [
    { transform: `${here} scale(0.6)`, opacity: 0 },
    { transform: `${here} scale(1.3)`, opacity: 1, offset: 0.3 },
    { transform: there, opacity: 1 },
  ];
  return launch(badge, { from, to: `[data-seat="${seat}"]`, ms: FLY_MS, easing: "ease-in-out", frames });
}
