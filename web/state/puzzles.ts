/** Decisions of the reader's own games that they have not solved yet. Each comes back once, two days after its review
 * was opened. If the browser refuses to store them, none comes back. */
import { signal } from "@preact/signals";
import { wallTime } from "../platform/clock";
import { lasting } from "../platform/storage";
import { fragment, tablePath } from "./routes";

const KEPT = "chabudai.puzzles";
const MOST = 30;
/** Days until a puzzle comes back. */
const LATER = 2;
const DAY_MS = 86_400_000;

export interface Puzzle {
  readonly table: string;
  readonly at: number;
  readonly game: string;
  /** The day when it was kept, solved or skipped. */
  readonly day: number;
  readonly done: boolean;
}

const kept = signal(lasting.getList(KEPT) as readonly Puzzle[]);

const todayIs = (): number => Math.floor(wallTime() / DAY_MS);

function store(puzzles: readonly Puzzle[]): void {
  kept.value = puzzles.slice(-MOST);
  lasting.set(KEPT, JSON.stringify(kept.value));
}

/** Return the address of a moment in the review of a game: `#step-moment-12`. */
export const momentPath = (table: string, at: number): string => `${tablePath(table)}#step-moment-${at}`;

/** Return the moment in the address, or null if it names none. */
export function momentNamed(): number | null {
  const at = /^#step-moment-(\d+)$/.exec(fragment.value)?.[1];
  return at === undefined ? null : Number(at);
}

/** Keep moments of a game as puzzles, except those that were kept before. */
export function keepPuzzles(table: string, game: string, moments: readonly number[]): void {
  const fresh = moments.filter((at) => !kept.value.some((one) => one.table === table && one.at === at));
  store([...kept.value, ...fresh.map((at) => ({ table, at, game, day: todayIs(), done: false }))]);
}

/** Never show a puzzle again: it was solved or skipped, or its game is gone, with all its moments if `at` is null. */
export function finishPuzzle(table: string, at: number | null): void {
  store(kept.value.map((one) => (one.table === table && (at ?? one.at) === one.at ? { ...one, day: todayIs(), done: true } : one)));
}

const isDue = ({ done, day }: Puzzle, today: number): boolean => !done && day + LATER <= today;

/** Return whether a moment is a puzzle that has come back. */
export const hasComeBack = (table: string, at: number): boolean =>
  kept.value.some((one) => one.table === table && one.at === at && isDue(one, todayIs()));

/** Return the puzzle of today, at most one; null if there is none. */
export function puzzleOf(): Puzzle | null {
  const today = todayIs();
  if (kept.value.some(({ done, day }) => done && day === today)) return null;
  return kept.value.find((one) => isDue(one, today)) ?? null;
}
