/** Animation of a step before the table shows its result. */
import { effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { skipsMotion, pause, tempo } from "../state/motion";
import { still } from "../state/settings";
import { play as sound } from "./sound";
import type { Table } from "../state/table";
import type { Story } from "../state/typed_table";

const OUTLINED_MS = 1200;

export interface Stage<Event> {
  /** The events being shown; empty while the table is at rest. */
  readonly events: ReadonlySignal<readonly Event[]>;
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly stop: () => void;
}

/** Shows a step. It may set `events` to a part of the step while only that part is shown. */
export type Perform<Event> = (step: readonly Event[], events: Signal<readonly Event[]>) => Promise<void>;

/** Open a stage for animated steps. `reset` undoes the changes of `perform` once the table shows a newer view. */
export function openStage<Event>(table: Table, perform: Perform<Event>, reset?: () => void): Stage<Event> {
  const events = signal<readonly Event[]>([]);
  const stop = effect(() => {
    if (table.shown.value === null) return;
    events.value = [];
    reset?.();
  });
  return {
    events,
    async enact(step) {
      events.value = step as readonly Event[];
      await perform(events.value, events);
    },
    stop,
  };
}

/** Return a function that shows the events of a step one after another. */
export function eachEvent<Event>(show: (event: Event) => Promise<void>): Perform<Event> {
  return async (step) => {
    for (const event of step) await show(event);
  };
}

export interface Outline<Changed> {
  readonly changed: ReadonlySignal<Changed>;
  readonly stop: () => void;
}

/** Track the changes of the newest step, to outline them briefly for readers who want no motion; `nothing` at other
 * times. */
export function outlineChanges<Event, Changed>(
  story: ReadonlySignal<Story<Event>>,
  nothing: Changed,
  changedBy: (step: readonly Event[]) => Changed,
): Outline<Changed> {
  const changed = signal(nothing);
  const stop = effect(() => {
    const step = story.value.at(-1) ?? [];
    if (!still.value) return;
    changed.value = changedBy(step);
    const timer = window.setTimeout(() => (changed.value = nothing), OUTLINED_MS);
    return () => clearTimeout(timer);
  });
  return { changed, stop };
}

const RECALLED_MS = 3000;

/** An earlier event that is shown again at the reader's request. */
export interface Recall<Past> {
  /** Null while nothing is shown again. */
  readonly recalled: ReadonlySignal<Past | null>;
  readonly recall: (past: Past) => void;
  readonly forget: () => void;
}

/** Create a recall whose event disappears by itself after a moment. */
export function openRecall<Past>(): Recall<Past> {
  const recalled = signal<Past | null>(null);
  let timer = 0;
  const forget = (): void => {
    clearTimeout(timer);
    recalled.value = null;
  };
  return {
    recalled,
    recall(past) {
      forget();
      recalled.value = past;
      timer = window.setTimeout(forget, RECALLED_MS);
    },
    forget,
  };
}

/** The start and end of a flight, as selectors, and its animation. */
export interface Flight {
  readonly from: string;
  readonly to: string;
  readonly ms: number;
  readonly easing?: string;
  /** The animation's frames, computed from the transforms that place the node at the start and at the end. */
  readonly frames?: (here: string, there: string) => Keyframe[];
}

/** Animate a node from the middle of one place to the middle of another. A node that is not in the page is added to it.
 *
 * Returns a function that ends the flight, or null if nothing flies because a place is missing or the reader wants
 * no motion. */
export function launch(node: HTMLElement | SVGElement, flight: Flight): (() => void) | null {
  const here = document.querySelector(flight.from);
  const there = document.querySelector(flight.to);
  if (skipsMotion() || here === null || there === null) return null;
  const added = !node.isConnected;
  if (added) document.body.append(node);
  const own = node.getBoundingClientRect();
  const onto = (place: Element): string => {
    const box = place.getBoundingClientRect();
    const x = box.left - own.left + (box.width - own.width) / 2;
    const y = box.top - own.top + (box.height - own.height) / 2;
    return `translate(${x}px, ${y}px)`;
  };
  const { ms, easing = "cubic-bezier(0.3, 0, 0.3, 1)", frames = straight } = flight;
  const animation = node.animate(frames(onto(here), onto(there)), { duration: ms * tempo.slow, easing, fill: "forwards" });
  return () => {
    if (added) node.remove();
    else animation.cancel();
  };
}

const straight = (here: string, there: string): Keyframe[] => [{ transform: here }, { transform: there }];

/** Animate a node, with the sound of a piece being put down, and wait until it has arrived. */
export async function fly(node: HTMLElement | SVGElement, flight: Flight): Promise<void> {
  const land = launch(node, flight);
  if (land === null) return;
  sound("stone");
  await pause(flight.ms);
  land();
}
