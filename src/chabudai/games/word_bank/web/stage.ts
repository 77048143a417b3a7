/** A step played for the eye: stones drop, safes close and fly to their owner, new ones turn over. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { hasty, pause } from "@shell/motion";
import { still } from "@shell/settings";
import { play as sound } from "@shell/sound";
import type { Direction, Play, Position } from "./table";
import type { Closed, Event, Refilled, Said, Slot } from "./types.gen";

const FALL_MS = 220;
const APART_MS = 55;
const CLOSE_MS = 250;
const FLY_MS = 220;
const TURN_MS = 200;
const SHAKE_MS = 250;
const OUTLINED_MS = 1200;

/** The circle while a step is played. */
export interface Scene {
  readonly ring: readonly Slot[];
  /** Places where a stone has just come, in the order visited. */
  readonly falling: readonly Position[];
  readonly closing: readonly Position[];
  readonly turning: readonly Position[];
  readonly word: Spoken | null;
}

/** A word said aloud: it stands in the middle of the circle while its stones fall. */
export interface Spoken {
  readonly seat: number;
  readonly word: string;
  readonly direction: Direction;
  readonly positions: readonly Position[];
  readonly wrong: boolean;
}

export interface Stage {
  readonly scene: ReadonlySignal<Scene | null>;
  /** The step being played; none when the table is at rest. */
  readonly events: ReadonlySignal<readonly Event[]>;
  /** Without motion: the places of the last step, outlined for a moment. */
  readonly changed: ReadonlySignal<readonly Position[]>;
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly stop: () => void;
}

export function openStage(play: Play, hush: (seat: number, word: string) => void): Stage {
  const scene = signal<Scene | null>(null);
  const playing = signal<readonly Event[]>([]);
  const changed = signal<readonly Position[]>([]);
  // What is shown next is the truth: the scene is over.
  const settle = effect(() => {
    if (play.table.shown.value === null) return;
    scene.value = null;
    playing.value = [];
  });
  const outline = effect(() => {
    const last = play.story.value.at(-1) ?? [];
    if (!still.value) return;
    changed.value = last.flatMap((event) => (event.type === "said" ? event.positions : []));
    const timer = window.setTimeout(() => (changed.value = []), OUTLINED_MS);
    return () => clearTimeout(timer);
  });

  function change(changes: Partial<Scene>): void {
    const before = scene.value ?? { ring: play.view.value.ring, falling: [], closing: [], turning: [], word: null };
    scene.value = { ...before, ...changes };
  }

  async function enact(events: readonly unknown[]): Promise<void> {
    playing.value = events as readonly Event[];
    for (const event of playing.value) {
      if (event.type === "said") await drop(event);
      else if (event.type === "rejected") await shake(event.seat, event.word);
    }
    const closed = playing.value.filter((event) => event.type === "closed");
    const refilled = playing.value.filter((event) => event.type === "refilled");
    if (closed.length > 0) await carryOff(closed);
    if (refilled.length > 0) await turnOver(refilled);
  }

  async function drop(said: Said): Promise<void> {
    hush(said.seat, said.word);
    const ring = (scene.value?.ring ?? play.view.value.ring).map((slot, position) =>
      said.positions.includes(position) ? { ...slot, stones: [...slot.stones, said.seat] } : slot,
    );
    change({ ring, falling: said.positions, word: { ...said, wrong: false } });
    for (const _ of said.positions) {
      await pause(APART_MS);
      sound("stone");
    }
    await pause(FALL_MS);
  }

  async function shake(seat: number, word: string): Promise<void> {
    hush(seat, word);
    change({ word: { seat, word, direction: "clockwise", positions: [], wrong: true } });
    sound("refused");
    await pause(SHAKE_MS);
    await pause(2 * SHAKE_MS);
  }

  async function carryOff(closed: readonly Closed[]): Promise<void> {
    change({ closing: closed.map((event) => event.position), falling: [] });
    sound("lock");
    await pause(CLOSE_MS);
    const flights = closed.map((event) => fly(event.position, event.seat));
    await pause(FLY_MS);
    for (const flight of flights) flight?.cancel();
  }

  async function turnOver(refilled: readonly Refilled[]): Promise<void> {
    const ring = (scene.value?.ring ?? play.view.value.ring).map((slot, position) => {
      const event = refilled.find((each) => each.position === position);
      return event ? { safe: event.safe ?? { letter: "", spaces: 0 }, stones: [] } : slot;
    });
    change({ ring, closing: [], turning: refilled.map((event) => event.position) });
    await pause(TURN_MS);
  }

  return {
    scene,
    events: playing,
    changed,
    enact,
    stop: () => {
      settle();
      outline();
    },
  };
}

/** The safe at a place goes to the chip of the seat that has won it. */
function fly(position: Position, seat: number): Animation | null {
  const safe = document.querySelector(`[data-safe="${position}"]`);
  const chip = document.querySelector(`[data-seat="${seat}"]`);
  if (hasty() || safe === null || chip === null) return null;
  const from = safe.getBoundingClientRect();
  const to = chip.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const arrived = { transform: `translate(${x}px, ${y}px) scale(0.2)`, opacity: 0.4 };
  return safe.animate([{ transform: "none", opacity: 1 }, arrived], {
    duration: FLY_MS,
    easing: "cubic-bezier(0.5, 0, 0.8, 0.6)",
    fill: "forwards",
  });
}
