/** A mission being drawn: squares of birds, colours of their edges, and what the house says of it. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { Failure } from "@shell/api";
import { study } from "@shell/works";
import { keyOf, type Square } from "../geometry";
import { ACROSS, type Rim } from "../nest";
import { SIDE } from "../squares";
import { SUITS } from "../suits";
import type { Bird, Edge, Mission, Studied } from "../types.gen";
import type { Suit } from "../words";

/** The brush: squares of birds, or the edges of a colour. */
export type Tool = "bird" | Suit;
type Side = Rim["side"];

/** What is being asked, what came of it, or why nothing came. */
export type Verdict =
  | { readonly kind: "empty" }
  | { readonly kind: "asking" }
  | { readonly kind: "told"; readonly studied: Studied }
  | { readonly kind: "trouble"; readonly code: Failure["code"] };

const MOST_BIRDS = 8;
export const LONGEST_TITLE = 40;
const REST_MS = 350;
const AGAIN_MS = 3000;

export interface Drawing {
  readonly mode: Signal<Mission["mode"]>;
  readonly title: Signal<string>;
  readonly tool: Signal<Tool>;
  readonly required: ReadonlySignal<number>;
  readonly birds: ReadonlySignal<readonly Bird[]>;
  readonly mission: ReadonlySignal<Mission | null>;
  readonly verdict: ReadonlySignal<Verdict>;
  /** Whether the pieces that win are shown. */
  readonly shown: Signal<boolean>;
  readonly has: (square: Square) => boolean;
  readonly paint: (square: Square, bird: boolean) => void;
  /** Give an edge the colour of the brush, or take it away if it has it. */
  readonly colour: (square: Square, side: Side, suit: Suit) => void;
  readonly require: (birds: number) => void;
  readonly clear: () => void;
  readonly stop: () => void;
}

export function openDrawing(): Drawing {
  const start = read(location.hash);
  const cells = signal(start.cells);
  const colours = signal(start.colours);
  const mode = signal(start.mode);
  const title = signal(start.title);
  const wanted = signal(start.required);
  const verdict = signal<Verdict>({ kind: "empty" });
  const shown = signal(false);

  const birds = computed(() => birdsOf(cells.value, colours.value));
  const required = computed(() => Math.max(1, Math.min(wanted.value, birds.value.length)));
  const mission = computed<Mission | null>(() => {
    if (birds.value.length === 0 || birds.value.length > MOST_BIRDS) return null;
    const name = title.value.trim() || "?";
    return {
      mode: mode.value,
      title: { en: name, ja: name },
      birds: birds.value,
      required: required.value,
      must: [],
      number: 0,
    };
  });

  let asked = 0;
  let timer = 0;
  const stopAsking = effect(() => {
    const drawn = mission.value;
    const now = ++asked;
    clearTimeout(timer);
    verdict.value = { kind: drawn === null ? "empty" : "asking" };
    timer = window.setTimeout(() => {
      keep(drawn);
      if (drawn !== null) void ask(drawn, now);
    }, REST_MS);
  });

  async function ask(drawn: Mission, now: number): Promise<void> {
    try {
      const studied = (await study("kakapo", drawn)) as Studied;
      if (now === asked) verdict.value = { kind: "told", studied };
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (now !== asked) return;
      if (failure.code === "too-fast") timer = window.setTimeout(() => void ask(drawn, now), AGAIN_MS);
      else verdict.value = { kind: "trouble", code: failure.code };
    }
  }

  return {
    mode,
    title,
    tool: signal<Tool>("bird"),
    required,
    birds,
    mission,
    verdict,
    shown,
    has: (square) => cells.value.has(keyOf(square)),
    paint(square, bird) {
      const next = new Set(cells.peek());
      if (bird) next.add(keyOf(square));
      else next.delete(keyOf(square));
      cells.value = next;
    },
    colour(square, side, suit) {
      const edge = edgeAt(cells.peek(), square, side);
      if (edge === null) return;
      const key = edgeKey(edge);
      const next = new Map(colours.peek());
      if (next.get(key) === suit) next.delete(key);
      else next.set(key, suit);
      colours.value = next;
    },
    require: (count) => (wanted.value = count),
    clear() {
      cells.value = new Set();
      colours.value = new Map();
      wanted.value = MOST_BIRDS;
    },
    stop() {
      stopAsking();
      clearTimeout(timer);
    },
  };
}

const edgeKey = ({ row, column, side }: Pick<Edge, "row" | "column" | "side">): string => `${row},${column},${side}`;
const OPPOSITE: Readonly<Record<Side, Side>> = { N: "S", E: "W", S: "N", W: "E" };

/** The edge of a bird between a square and the next one on that side, if one of the two is a bird's. */
function edgeAt(cells: ReadonlySet<string>, [row, column]: Square, side: Side): Pick<Edge, "row" | "column" | "side"> | null {
  const [down, right] = ACROSS[side];
  const beyond: Square = [row + down, column + right];
  const inside = cells.has(keyOf([row, column]));
  if (inside === cells.has(keyOf(beyond))) return null;
  return inside ? { row, column, side } : { row: beyond[0], column: beyond[1], side: OPPOSITE[side] };
}

/** Squares that hang together are one bird, the birds in the order of reading. */
function birdsOf(cells: ReadonlySet<string>, colours: ReadonlyMap<string, Suit>): readonly Bird[] {
  const found: Bird[] = [];
  const seen = new Set<string>();
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const whole = spread(cells, seen, [row, column]);
      if (whole.length > 0) found.push({ cells: whole, edges: edgesOf(cells, colours, whole) });
    }
  }
  return found;
}

function spread(cells: ReadonlySet<string>, seen: Set<string>, start: Square): Square[] {
  const whole: Square[] = [];
  const waiting = [start];
  for (let square = waiting.pop(); square !== undefined; square = waiting.pop()) {
    const key = keyOf(square);
    if (!cells.has(key) || seen.has(key)) continue;
    seen.add(key);
    whole.push(square);
    for (const [down, right] of Object.values(ACROSS)) waiting.push([square[0] + down, square[1] + right]);
  }
  return whole.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

function edgesOf(cells: ReadonlySet<string>, colours: ReadonlyMap<string, Suit>, whole: readonly Square[]): readonly Edge[] {
  const sides: readonly Side[] = ["N", "E", "S", "W"];
  return whole.flatMap(([row, column]) =>
    sides.flatMap((side) => {
      const suit = colours.get(edgeKey({ row, column, side }));
      const [down, right] = ACROSS[side];
      const inner = cells.has(keyOf([row + down, column + right]));
      return suit === undefined || inner ? [] : [{ row, column, side, suit }];
    }),
  );
}

/** The address holds the drawing, so that it can be kept and passed on. */
function keep(mission: Mission | null): void {
  history.replaceState(null, "", mission === null ? location.pathname : `#${write(mission)}`);
}

/** A mission as the part of an address. */
const write = (mission: Mission): string => encodeURIComponent(JSON.stringify(mission));

interface Start {
  readonly cells: ReadonlySet<string>;
  readonly colours: ReadonlyMap<string, Suit>;
  readonly mode: Mission["mode"];
  readonly title: string;
  readonly required: number;
}

const EMPTY: Start = { cells: new Set(), colours: new Map(), mode: "buddy", title: "", required: MOST_BIRDS };

/** What an address holds: an empty board if it holds no mission. */
function read(hash: string): Start {
  try {
    const { birds, mode, title, required } = JSON.parse(decodeURIComponent(hash.slice(1))) as Mission;
    const inside = ([row, column]: Square): boolean => [row, column].every((line) => line >= 0 && line < SIDE && line % 1 === 0);
    const edges = birds.flatMap((bird) => bird.edges).filter((edge) => edge.side in ACROSS && SUITS.includes(edge.suit));
    return {
      cells: new Set(birds.flatMap((bird) => bird.cells.filter(inside).map(keyOf))),
      colours: new Map(edges.map((edge) => [edgeKey(edge), edge.suit])),
      mode: mode === "party" ? "party" : "buddy",
      title: String(title.en).slice(0, LONGEST_TITLE),
      required: Number(required) || MOST_BIRDS,
    };
  } catch {
    return EMPTY;
  }
}
