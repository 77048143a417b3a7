/** A drawing of a mission (squares, colours of edges, marks), and the resulting mission. */
import type { Lang } from "@shell/i18n/language";
import { keyOf, type Square } from "../board/geometry";
import { ACROSS, type Rim } from "../board/nest";
import { SIDE } from "../board/squares";
import { SUITS } from "../suits";
import type { Bird, Edge, Mission, Title } from "../types.gen";
import type { Suit } from "../words";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export type Side = Rim["side"];
type Place = Pick<Edge, "row" | "column" | "side">;

/** A drawing. Squares and edges are stored by `keyOf` and `edgeKey`. */
export interface Sketch {
  readonly cells: ReadonlySet<string>;
  readonly colours: ReadonlyMap<string, Suit>;
  /** Squares of birds that must be scanned. */
  readonly marked: ReadonlySet<string>;
  readonly mode: Mission["mode"];
  readonly title: Title;
  readonly wanted: number;
}

const MOST_BIRDS = 8;
const LARGEST = 24;
/** The number that means all birds must be scanned, however many are drawn. */
export const ALL = MOST_BIRDS;
export const LONGEST_TITLE = 40;
const UNNAMED: Title = { en: en["studio.unnamed"], ja: ja["studio.unnamed"] };

export const BLANK: Sketch = {
  cells: new Set(),
  colours: new Map(),
  marked: new Set(),
  mode: "buddy",
  title: { en: "", ja: "" },
  wanted: ALL,
};

// --- The resulting mission

/** The reason why a sketch is not a mission: no bird, more than the maximum number of birds, or a bird that is too large. */
export type Unfit = "empty" | "many" | "large";

export function unfit(birds: readonly Bird[]): Unfit | null {
  if (birds.length === 0) return "empty";
  if (birds.length > MOST_BIRDS) return "many";
  return birds.some(({ cells }) => cells.length > LARGEST) ? "large" : null;
}

/** Return the number of birds that must be scanned: the chosen number, but not more than are drawn. */
export const required = ({ wanted }: Sketch, birds: readonly Bird[]): number => Math.max(1, Math.min(wanted, birds.length));

export const isMarked = ({ marked }: Sketch, { cells }: Bird): boolean => cells.some((cell) => marked.has(keyOf(cell)));

export function missionOf(sketch: Sketch, birds: readonly Bird[]): Mission | null {
  if (unfit(birds) !== null) return null;
  const scanned = required(sketch, birds);
  const must = birds.flatMap((bird, at) => (scanned < birds.length && isMarked(sketch, bird) ? [at] : []));
  return { mode: sketch.mode, title: named(sketch.title), birds, required: scanned, must, number: 0 };
}

/** Return the title in both languages. A title in one language is used for both. */
function named(title: Title): Title {
  const [english, japanese] = [title.en.trim(), title.ja.trim()];
  if (english === "" && japanese === "") return UNNAMED;
  return { en: english || japanese, ja: japanese || english };
}

/** Return the birds, ordered from the top left. Adjacent squares form a bird. */
export function birdsOf({ cells, colours }: Sketch): readonly Bird[] {
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

const SIDES: readonly Side[] = ["N", "E", "S", "W"];

function edgesOf(cells: ReadonlySet<string>, colours: ReadonlyMap<string, Suit>, whole: readonly Square[]): readonly Edge[] {
  return whole.flatMap(([row, column]) =>
    SIDES.flatMap((side) => {
      const suit = colours.get(edgeKey({ row, column, side }));
      const [down, right] = ACROSS[side];
      const inner = cells.has(keyOf([row + down, column + right]));
      return suit === undefined || inner ? [] : [{ row, column, side, suit }];
    }),
  );
}

const edgeKey = ({ row, column, side }: Place): string => `${row},${column},${side}`;

// --- Brushes

export function painted(sketch: Sketch, square: Square, bird: boolean): Sketch {
  const key = keyOf(square);
  const cells = withOrWithout(sketch.cells, key, bird);
  if (bird) return { ...sketch, cells };
  // Squares painted here later must not get the old colours back.
  const colours = new Map([...sketch.colours].filter(([edge]) => !edge.startsWith(`${key},`)));
  return { ...sketch, cells, colours, marked: withOrWithout(sketch.marked, key, false) };
}

/** Return an empty board with the same title and mode. */
export const wiped = ({ mode, title }: Sketch): Sketch => ({ ...BLANK, mode, title });

/** Colour the edge on a side of a square, if a bird has one there. Null removes the colour. */
export function coloured(sketch: Sketch, square: Square, side: Side, suit: Suit | null): Sketch {
  const edge = edgeAt(sketch, square, side);
  if (edge === null) return sketch;
  const colours = new Map(sketch.colours);
  if (suit === null) colours.delete(edgeKey(edge));
  else colours.set(edgeKey(edge), suit);
  return { ...sketch, colours };
}

/** Return the colour of that edge, or null if it has none or does not exist. */
export function colourAt(sketch: Sketch, square: Square, side: Side): Suit | null {
  const edge = edgeAt(sketch, square, side);
  return (edge && sketch.colours.get(edgeKey(edge))) ?? null;
}

/** Set whether a bird must be scanned. */
export function marked(sketch: Sketch, { cells }: Bird, must: boolean): Sketch {
  return { ...sketch, marked: cells.reduce((squares, cell) => withOrWithout(squares, keyOf(cell), must), sketch.marked) };
}

/** Set the title in the reader's language, and in the other one unless it has a title of its own. */
export function entitled(sketch: Sketch, lang: Lang, name: string): Sketch {
  const { en, ja } = sketch.title;
  return { ...sketch, title: en === ja ? { en: name, ja: name } : { ...sketch.title, [lang]: name } };
}

function withOrWithout(keys: ReadonlySet<string>, key: string, there: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (there) next.add(key);
  else next.delete(key);
  return next;
}

const OPPOSITE: Readonly<Record<Side, Side>> = { N: "S", E: "W", S: "N", W: "E" };

/** Return the edge of a bird between a square and its neighbour on that side, if exactly one of them is a bird's. */
function edgeAt({ cells }: Sketch, [row, column]: Square, side: Side): Place | null {
  const [down, right] = ACROSS[side];
  const beyond: Square = [row + down, column + right];
  const inside = cells.has(keyOf([row, column]));
  if (inside === cells.has(keyOf(beyond))) return null;
  return inside ? { row, column, side } : { row: beyond[0], column: beyond[1], side: OPPOSITE[side] };
}

/** Return the sides of a square on which a bird has an edge. */
export const edgesBeside = (sketch: Sketch, square: Square): readonly Side[] =>
  SIDES.filter((side) => edgeAt(sketch, square, side) !== null);

// --- From a mission, and in a URL

export function sketchOf({ birds, mode, title, required: wanted, must = [] }: Mission): Sketch {
  const inside = ([row, column]: Square): boolean => [row, column].every((line) => line >= 0 && line < SIDE && line % 1 === 0);
  const squares = (some: readonly Bird[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ cells }) => cells.filter(inside).map(keyOf)));
  const edges = birds.flatMap((bird) => bird.edges).filter((edge) => edge.side in ACROSS && SUITS.includes(edge.suit));
  const unnamed = title.en === UNNAMED.en && title.ja === UNNAMED.ja;
  return {
    cells: squares(birds),
    colours: new Map(edges.map((edge) => [edgeKey(edge), edge.suit])),
    marked: squares(must.flatMap((at) => birds[at] ?? [])),
    mode: mode === "party" ? "party" : "buddy",
    title: unnamed ? BLANK.title : { en: shortened(title.en), ja: shortened(title.ja) },
    wanted: wanted < birds.length ? wanted : ALL,
  };
}

const shortened = (name: string): string => [...String(name)].slice(0, LONGEST_TITLE).join("");

export const written = (mission: Mission): string => encodeURIComponent(JSON.stringify(mission));

/** Parse the sketch in a fragment of a URL. Return null if it contains no mission. */
export function read(hash: string): Sketch | null {
  try {
    return sketchOf(JSON.parse(decodeURIComponent(hash.slice(1))) as Mission);
  } catch {
    return null;
  }
}
