/** The piece that this seat is placing: its orientation, its place and the game's answer. Local to this page. */
import { computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import { boxOf, fromMiddle, keyOf, type Square } from "./geometry";
import { SIDE } from "./squares";
import { stopAll } from "@shell/platform/dispose";
import { latest } from "@shell/state/typed_table";
import type { Play } from "../table";
import type { Fitting, Tried, Way, Why } from "../types.gen";
import { suitOf } from "../words";

/** Milliseconds for which the piece must rest before the game is asked about it. */
const REST_MS = 120;

interface Lie {
  readonly orientation: number;
  readonly row: number;
  readonly column: number;
}

export interface Draft {
  readonly piece: ReadonlySignal<string | null>;
  /** The squares that the piece would cover, or none until its places are known. */
  readonly squares: ReadonlySignal<readonly Square[]>;
  readonly legal: ReadonlySignal<boolean>;
  /** The squares under the piece that it must not cover. */
  readonly offending: ReadonlySignal<ReadonlySet<string>>;
  /** The squares that the piece could cover in its present orientation. */
  readonly reach: ReadonlySignal<ReadonlySet<string>>;
  /** The number of legal places, and the position of the current one among them, from 1, or 0 if it is not legal. */
  readonly fits: ReadonlySignal<{ readonly count: number; readonly at: number }>;
  /** The reason why the piece must be placed although the mission's goal is met, or null if it is not met. */
  readonly still: ReadonlySignal<Why | null>;
  /** The game's answer about the piece in its current place, or null until it arrives. */
  readonly tried: ReadonlySignal<Tried | null>;
  readonly choose: (piece: string) => void;
  readonly turn: (quarters: 1 | -1) => void;
  readonly flip: () => void;
  readonly nudge: (down: number, right: number) => void;
  /** Move the piece over a square, to a legal place if possible. */
  readonly cover: (square: Square) => void;
  /** Step through the legal places, best first. */
  readonly nextFit: (step: 1 | -1) => void;
  readonly place: () => void;
  readonly stop: () => void;
}

export function openDraft(play: Play): Draft {
  const chosen = signal<string | null>(null);
  const fitting = signal<Fitting | null>(null);
  const free = signal<ReadonlySet<number> | null>(null);
  const lie = signal<Lie | null>(null);
  const tried = signal<Tried | null>(null);

  const piece = computed(() => {
    const pieces = play.pieces.value;
    return pieces.find((each) => each === chosen.value) ?? pieces[0] ?? null;
  });

  const wayOf = (orientation: number): Way | undefined => fitting.value?.ways[orientation];
  const lying = ({ orientation, row, column }: Lie): readonly Square[] =>
    (wayOf(orientation)?.cells ?? []).map(([down, right]) => [row + down, column + right]);
  const squares = computed(() => (lie.value === null ? [] : lying(lie.value)));
  const places = computed(() =>
    (fitting.value?.places ?? []).map(
      ([orientation, anchor]): Lie => ({ orientation, row: Math.floor(anchor / SIDE), column: anchor % SIDE }),
    ),
  );
  /** The place to which `nextFit` last moved the piece. From any other place, it starts again with the best one. */
  let walked: Lie | null = null;
  const at = computed(() => places.value.findIndex((place) => same(place, lie.value)));

  // Ask for the legal places again when the piece or the board changes.
  const laid = computed(() => play.view.value.board.length);
  const askFits = (wanted: string) => play.ask({ type: "fits", piece: wanted }, "fitting");
  const fits = latest(askFits, (answer) => {
    if (answer === null) return;
    fitting.value = answer;
    lie.value = untracked(() => nearestTo(places.value, lying) ?? middle(answer));
  });
  const stopFitting = effect(() => {
    void laid.value;
    fits.drop();
    fitting.value = null;
    free.value = null;
    lie.value = null;
    if (piece.value !== null) fits.ask(piece.value);
  });

  // A piece of one square may cover exactly the squares that do not block a larger piece.
  const freeing = latest(askFits, (answer) => {
    if (answer !== null) free.value = new Set(answer.places.map(([, anchor]) => anchor));
  });
  const blocked = computed(() => (lie.value === null || at.value >= 0 || free.value !== null ? null : piece.value));
  const stopFreeing = effect(() => {
    freeing.drop();
    if (blocked.value !== null) freeing.ask(`${suitOf(blocked.value)}1`);
  });

  const trying = latest(
    (wanted: string, here: Lie) => play.ask({ type: "try", piece: wanted, ...here, others: play.trial.peek()?.pieces ?? [] }, "tried"),
    (answer) => (tried.value = answer),
  );
  let resting = 0;
  const stopTrying = effect(() => {
    const wanted = piece.value;
    const here = lie.value;
    trying.drop();
    tried.value = null;
    play.table.clearRefusal();
    clearTimeout(resting);
    if (wanted === null || here === null) return;
    resting = window.setTimeout(() => trying.ask(wanted, here), REST_MS);
  });

  const allowed = (place: Lie): boolean => places.peek().some((each) => same(each, place));

  /** Return the nearest place inside the board. */
  function kept({ orientation, row, column }: Lie): Lie {
    const { rows, columns } = boxOf(wayOf(orientation)?.cells ?? []);
    const inside = (line: number, length: number): number => Math.max(0, Math.min(SIDE - length, line));
    return { orientation, row: inside(row, rows), column: inside(column, columns) };
  }

  function lay(orientation: number, row: number, column: number): void {
    lie.value = kept({ orientation, row, column });
  }

  /** Change the orientation around the same centre. */
  function swing(orientation: number): void {
    const here = lie.peek();
    if (here === null) return;
    const before = boxOf(wayOf(here.orientation)?.cells ?? []);
    const after = boxOf(wayOf(orientation)?.cells ?? []);
    const row = here.row + Math.round((before.rows - after.rows) / 2);
    const column = here.column + Math.round((before.columns - after.columns) / 2);
    lay(orientation, row, column);
  }

  return {
    piece,
    squares,
    tried,
    still: computed(() => fitting.value?.still ?? null),
    legal: computed(() => at.value >= 0),
    offending: computed(() => {
      const open = free.value;
      if (open === null || at.value >= 0) return new Set<string>();
      return new Set(squares.value.filter(([row, column]) => !open.has(SIDE * row + column)).map(keyOf));
    }),
    reach: computed(() => {
      const way = wayOf(lie.value?.orientation ?? -1);
      if (way === undefined) return new Set<string>();
      const all = places.value.filter(({ orientation }) => orientation === way.orientation);
      return new Set(all.flatMap(lying).map(keyOf));
    }),
    fits: computed(() => ({ count: places.value.length, at: at.value + 1 })),
    choose: (next) => (chosen.value = next),
    turn(quarters) {
      let orientation = lie.peek()?.orientation ?? 0;
      for (let turns = quarters === 1 ? 1 : 3; turns > 0; turns--) orientation = wayOf(orientation)?.turned ?? orientation;
      swing(orientation);
    },
    flip() {
      const orientation = lie.peek()?.orientation ?? 0;
      swing(wayOf(orientation)?.flipped ?? orientation);
    },
    nudge(down, right) {
      const here = lie.peek();
      if (here !== null) lay(here.orientation, here.row + down, here.column + right);
    },
    cover(square) {
      const here = lie.peek();
      if (here === null) return;
      const [row, column] = square;
      const about = fromMiddle(wayOf(here.orientation)?.cells ?? []).map(([down, right]) =>
        kept({ ...here, row: row - down, column: column - right }),
      );
      // A piece without a corner square cannot cover a corner of the board.
      const over = about.filter((place) => lying(place).some((each) => keyOf(each) === keyOf(square)));
      lie.value = over.find(allowed) ?? over[0] ?? about[0] ?? here;
    },
    nextFit(step) {
      const all = places.peek();
      const here = lie.peek();
      const from = here === walked ? at.peek() : step > 0 ? -1 : 0;
      lie.value = walked = all[(from + step + all.length) % all.length] ?? here;
    },
    place() {
      const wanted = piece.peek();
      const here = lie.peek();
      // A selection on trial is final once it is sent. The status already says why the piece may not lie here.
      if (play.trial.peek() !== null && at.peek() < 0) return;
      if (wanted !== null && here !== null) play.place({ piece: wanted, ...here });
    },
    stop: stopAll([stopFitting, stopFreeing, stopTrying, () => clearTimeout(resting)]),
  };
}

const same = (one: Lie, other: Lie | null): boolean =>
  one.orientation === other?.orientation && one.row === other.row && one.column === other.column;

/** Return the place nearest to the middle of the board, where the piece is easiest to see. */
function nearestTo(places: readonly Lie[], lying: (lie: Lie) => readonly Square[]): Lie | undefined {
  const off = (lie: Lie): number => {
    const { top, left, rows, columns } = boxOf(lying(lie));
    return Math.hypot(top + rows / 2 - SIDE / 2, left + columns / 2 - SIDE / 2);
  };
  return [...places].sort((one, other) => off(one) - off(other))[0];
}

function middle({ ways }: Fitting): Lie {
  const { rows, columns } = boxOf(ways[0]?.cells ?? []);
  return { orientation: 0, row: Math.floor((SIDE - rows) / 2), column: Math.floor((SIDE - columns) / 2) };
}
