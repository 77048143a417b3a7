/** The mission being drawn: the sketch, its history, and the server's findings. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { Failure } from "@shell/net/api";
import { study } from "@shell/net/jobs";
import { replaceWith } from "@shell/platform/history";
import { latest } from "@shell/state/typed_table";
import type { Bird, Mission, Studied } from "../types.gen";
import type { Suit } from "../words";
import { birdsOf, BLANK, missionOf, read, unfit, written, type Sketch, type Unfit } from "./sketch";

/** The brush: it paints squares of birds, or edges in a colour. */
export type Tool = "bird" | Suit;

/** The server's verdict on the drawing, or the reason why there is none. */
export type Verdict =
  | { readonly kind: Unfit }
  /** `sound` is true if the previous drawing had no flaws. */
  | { readonly kind: "asking"; readonly sound: boolean }
  | { readonly kind: "told"; readonly studied: Studied }
  | { readonly kind: "trouble"; readonly code: Failure["code"] };

export function isSound(verdict: Verdict): boolean {
  if (verdict.kind === "asking") return verdict.sound;
  return verdict.kind === "told" && verdict.studied.checked.flaws.length === 0;
}

/** Changes with the same stroke are undone together: squares of one brush stroke, letters of a title. */
export type Stroke = string | number;

const MOST_STEPS = 500;
const REST_MS = 350;
const NAME_MS = 900;
/** Milliseconds to wait before asking again after a refusal with "too-fast". */
export const AGAIN_MS = 3000;
/** The number of cached answers, so that undoing a step shows its answer immediately. */
const MOST_KNOWN = 100;

export interface Drawing {
  readonly sketch: ReadonlySignal<Sketch>;
  readonly tool: Signal<Tool>;
  readonly birds: ReadonlySignal<readonly Bird[]>;
  readonly mission: ReadonlySignal<Mission | null>;
  readonly verdict: ReadonlySignal<Verdict>;
  /** The URL that contains the drawing. */
  readonly link: ReadonlySignal<string>;
  /** Whether the solution is shown. */
  readonly shown: Signal<boolean>;
  /** Whether the last stroke tried to colour something that is not an edge of a bird. */
  readonly missed: Signal<boolean>;
  /** Whether the URL should contain a drawing but none could be read from it. */
  readonly damaged: ReadonlySignal<boolean>;
  readonly change: (next: Sketch, stroke?: Stroke) => void;
  /** Null if nothing can be undone or redone. */
  readonly undo: ReadonlySignal<(() => void) | null>;
  readonly redo: ReadonlySignal<(() => void) | null>;
  /** Ask the server again after a failure. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** Return whether the URL has a fragment, which contains the drawing. */
const isLink = (): boolean => location.hash.length > 1;

export function openDrawing(): Drawing {
  const linked = read(location.hash);
  const sketch = signal(linked ?? BLANK);
  const damaged = signal(linked === null && isLink());
  const past = signal<readonly Sketch[]>([]);
  const future = signal<readonly Sketch[]>([]);
  const verdict = signal<Verdict>({ kind: "empty" });
  const missed = signal(false);
  let stroke: Stroke | undefined;

  const birds = computed(() => birdsOf(sketch.value));
  const mission = computed(() => missionOf(sketch.value, birds.value));
  const link = computed(() => `${location.origin}${location.pathname}${partOf(mission.value)}`);

  function change(next: Sketch, made?: Stroke): void {
    if (made === undefined || made !== stroke) past.value = [...past.peek(), sketch.peek()].slice(-MOST_STEPS);
    future.value = [];
    stroke = made;
    missed.value = false;
    damaged.value = false;
    sketch.value = next;
  }
  /** Return a step of undo or redo: restore the last sketch of `from`, and add the current one to `to`. */
  function step(from: Signal<readonly Sketch[]>, to: Signal<readonly Sketch[]>): (() => void) | null {
    const next = from.value.at(-1);
    if (next === undefined) return null;
    return () => {
      to.value = [...to.peek(), sketch.peek()];
      from.value = from.peek().slice(0, -1);
      stroke = undefined;
      sketch.value = next;
    };
  }

  const known = new Map<string, Studied>();
  const asking = latest(findOut, (found, drawn) => {
    if (!(found instanceof Failure)) verdict.value = { kind: "told", studied: found };
    else if (found.code === "too-fast") timer = window.setTimeout(() => asking.ask(drawn), AGAIN_MS);
    else verdict.value = { kind: "trouble", code: found.code };
  });
  let timer = 0;
  let board = "";
  const stopAsking = effect(() => {
    const drawn = mission.value;
    asking.drop();
    const before = board;
    const answer = known.get(JSON.stringify(drawn));
    const why = unfit(birds.value);
    board = JSON.stringify({ ...drawn, title: null });
    clearTimeout(timer);
    // A new title does not change the verdict.
    const renamed = board === before && verdict.peek().kind === "told";
    if (answer) verdict.value = { kind: "told", studied: answer };
    else if (why !== null) verdict.value = { kind: why };
    else if (!renamed) verdict.value = { kind: "asking", sound: isSound(verdict.peek()) };
    timer = window.setTimeout(
      () => {
        replaceWith(location.pathname + partOf(drawn));
        if (drawn !== null && answer === undefined) asking.ask(drawn);
      },
      renamed ? NAME_MS : REST_MS,
    );
  });

  /** Return the server's findings about a mission, or its refusal. */
  async function findOut(drawn: Mission): Promise<Studied | Failure> {
    try {
      const studied = (await study("kakapo", drawn)) as Studied;
      known.set(JSON.stringify(drawn), studied);
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? "");
      return studied;
    } catch (failure) {
      if (failure instanceof Failure) return failure;
      throw failure;
    }
  }
  function again(): void {
    const drawn = mission.peek();
    if (drawn === null) return;
    verdict.value = { kind: "asking", sound: false };
    asking.ask(drawn);
  }

  /** A new fragment of the URL is a new drawing, unless it contains none. */
  function follow(): void {
    const next = read(location.hash);
    if (next !== null) change(next);
    else damaged.value = isLink();
  }
  addEventListener("hashchange", follow);

  return {
    sketch,
    tool: signal<Tool>("bird"),
    birds,
    mission,
    verdict,
    link,
    shown: signal(false),
    missed,
    damaged,
    change,
    again,
    undo: computed(() => step(past, future)),
    redo: computed(() => step(future, past)),
    stop() {
      removeEventListener("hashchange", follow);
      stopAsking();
      clearTimeout(timer);
    },
  };
}

/** Return the fragment of the URL that contains a drawing. */
const partOf = (mission: Mission | null): string => (mission === null ? "" : `#${written(mission)}`);
