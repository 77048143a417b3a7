/** Animations of Word Bank: stones drop, safes close and fly to their owner, new ones turn over. */
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { pause } from "@shell/state/motion";
import { play as sound } from "@shell/stage/sound";
import { launch, openRecall, openStage as open, outlineChanges, type Recall, type Stage as Staged } from "@shell/stage/animation";
import { stopAll } from "@shell/platform/dispose";
import { keptBy, lettersOf, type Direction, type Play, type Position } from "./table";
import type { Closed, Event, Refilled, Rejected, Said, Slot } from "./types.gen";

const FALL_MS = 220;
const APART_MS = 55;
/** A safe closes, and stays for a moment before it flies to its owner. */
const CLOSE_MS = 1500;
const FLY_MS = 450;
const TURN_MS = 200;
const SHAKE_MS = 250;

/** The circle while a step is animated. */
export interface Scene {
  readonly ring: readonly Slot[];
  /** The places that have just received a stone, in visiting order, until their safe is replaced. */
  readonly falling: readonly Position[];
  readonly closing: readonly Position[];
  readonly turning: readonly Position[];
  readonly word: Spoken | null;
}

/** A word being said, shown in the middle of the circle while its stones drop. */
export interface Spoken {
  readonly seat: number;
  readonly word: string;
  readonly direction: Direction;
  readonly positions: readonly Position[];
  /** The positions where the safe still shows the stone. */
  readonly marked: readonly Position[];
  /** The letters at these positions. */
  readonly letters: readonly string[];
  readonly wrong: boolean;
}

/** Return a word that was said, for display. */
export function spoken(play: Play, said: Said): Spoken {
  const story = play.story.value;
  return { ...said, marked: keptBy(story, said), letters: lettersOf(story, said, said), wrong: false };
}

/** Return a rejected word, for display. */
export function wrong({ seat, word }: Rejected): Spoken {
  return { seat, word, direction: "clockwise", positions: [], marked: [], letters: [], wrong: true };
}

export interface Stage extends Staged<Event>, Recall<Said> {
  readonly scene: ReadonlySignal<Scene | null>;
  /** The safes that the last step has changed, which are outlined if motion is off. */
  readonly changed: ReadonlySignal<readonly Position[]>;
}

export function openStage(play: Play, onSaid: (seat: number, word: string) => void): Stage {
  const scene = signal<Scene | null>(null);
  const stage = open(play.table, perform, () => (scene.value = null));
  const outline = outlineChanges<Event, readonly Position[]>(play.story, [], (step) =>
    step.flatMap((event) => (event.type === "said" ? keptBy([step], event) : [])),
  );

  function change(changes: Partial<Scene>): void {
    const before = scene.value ?? { ring: play.view.value.ring, falling: [], closing: [], turning: [], word: null };
    scene.value = { ...before, ...changes };
  }

  async function perform(step: readonly Event[], events: Signal<readonly Event[]>): Promise<void> {
    const closed = step.filter((event) => event.type === "closed");
    events.value = step.filter((event) => event.type !== "closed");
    for (const event of step) {
      if (event.type === "said") await drop(event);
      else if (event.type === "rejected") await shake(event);
    }
    const refilled = step.filter((event) => event.type === "refilled");
    if (closed.length > 0) {
      events.value = closed;
      await carryOff(closed);
    }
    if (refilled.length > 0) await turnOver(refilled);
  }

  async function drop(said: Said): Promise<void> {
    onSaid(said.seat, said.word);
    const ring = (scene.value?.ring ?? play.view.value.ring).map((slot, position) =>
      said.positions.includes(position) ? { ...slot, stones: [...slot.stones, said.seat] } : slot,
    );
    change({ ring, falling: said.positions, word: spoken(play, said) });
    const landings: ((() => void) | null)[] = [];
    for (const position of said.positions) {
      await pause(APART_MS);
      landings.push(throwStone(said.seat, position));
      sound("stone");
    }
    await pause(FALL_MS);
    for (const land of landings) land?.();
  }

  async function shake(rejected: Rejected): Promise<void> {
    onSaid(rejected.seat, rejected.word);
    change({ word: wrong(rejected) });
    sound("refused");
    await pause(SHAKE_MS);
    await pause(2 * SHAKE_MS);
  }

  async function carryOff(closed: readonly Closed[]): Promise<void> {
    change({ closing: closed.map((event) => event.position) });
    sound("lock");
    await pause(CLOSE_MS);
    const landings = closed.map((event) => flyToSeat(event.position, event.seat));
    await pause(FLY_MS);
    for (const land of landings) land?.();
  }

  async function turnOver(refilled: readonly Refilled[]): Promise<void> {
    const ring = (scene.value?.ring ?? play.view.value.ring).map((slot, position) => {
      const event = refilled.find((each) => each.position === position);
      return event ? { safe: event.safe ?? { letter: "", spaces: 0 }, stones: [] } : slot;
    });
    const turning = refilled.map((event) => event.position);
    const falling = (scene.value?.falling ?? []).filter((position) => !turning.includes(position));
    change({ ring, falling, closing: [], turning });
    await pause(TURN_MS);
  }

  return { ...stage, ...openRecall<Said>(), scene, changed: outline.changed, stop: stopAll([stage.stop, outline.stop]) };
}

/** Animate a stone's flight from its owner's heap to a safe, if heaps are shown. Return a function that ends it. */
function throwStone(seat: number, position: Position): (() => void) | null {
  const from = `[data-heap="${seat}"] .stone`;
  const stone = document.querySelector<SVGElement>(from)?.cloneNode(true) as SVGElement | undefined;
  if (stone === undefined) return null;
  stone.classList.add("thrown");
  return launch(stone, { from, to: `[data-safe="${position}"]`, ms: FALL_MS });
}

/** Animate a safe's flight to the chip of the seat that won it. Return a function that puts the safe back. */
function flyToSeat(position: Position, seat: number): (() => void) | null {
  const from = `[data-safe="${position}"]`;
  const safe = document.querySelector<HTMLElement>(from);
  if (safe === null) return null;
  const frames = (here: string, there: string): Keyframe[] => [
    { transform: `${here} scale(1)`, opacity: 1 },
    { transform: `${there} scale(0.2)`, opacity: 0.4 },
  ];
  return launch(safe, { from, to: `[data-seat="${seat}"]`, ms: FLY_MS, easing: "cubic-bezier(0.5, 0, 0.8, 0.6)", frames });
}
