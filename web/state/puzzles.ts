/** Decisions of the reader's own games that they have not solved yet. Each comes back once, two days after the end of its
 * game was shown. The game is kept at its end, and its decisions once a review names them. If the browser refuses to
 * store them, none comes back. */
import { signal } from "@preact/signals";
import { wallTime } from "../platform/clock";
import { lasting } from "../platform/storage";
import type { Report } from "../net/types.gen";
import { fragment, tablePath } from "./routes";

const KEPT = "chabudai.puzzles";
const MOST = 40;
/** Days until a puzzle comes back. */
const LATER = 2;
const DAY_MS = 86_400_000;

/** A game that the reader played in a seat. */
export interface Played {
  readonly table: string;
  readonly game: string;
  readonly seat: number;
}

export interface Puzzle extends Played {
  /** The number of the decision, or null for a game whose decisions are not known yet. */
  readonly at: number | null;
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

const puzzle = (played: Played, at: number | null, day: number): Puzzle => ({ ...played, at, day, done: false });

/** Keep a game that has ended, unless it was kept before. */
export function keepGame(played: Played): void {
  if (!kept.value.some(({ table }) => table === played.table)) store([...kept.value, puzzle(played, null, todayIs())]);
}

/** Keep the reader's moments in the review of a game as puzzles, except those that were kept before. */
export function keepPuzzles(played: Played, report: Report): void {
  keepGame(played);
  const own = kept.value.filter(({ table }) => table === played.table);
  const moments = report.seats.flatMap((one) => one.moments).filter((one) => one.seat === played.seat);
  const fresh = moments.filter((moment) => !own.some(({ at }) => at === moment.at));
  const first = own[0];
  const after = (one: Puzzle): readonly Puzzle[] => [{ ...one, done: one.done || one.at === null }, ...fresh.map(({ at }) => puzzle(played, at, one.day))];
  store(kept.value.flatMap((one) => (one === first ? after(one) : [one])));
}

/** Never show a puzzle again: it was solved or skipped. */
export function finishPuzzle(table: string, at: number): void {
  store(kept.value.map((one) => (one.table === table && one.at === at ? { ...one, day: todayIs(), done: true } : one)));
}

/** Never show the puzzles of a game again, because it cannot be reviewed. */
export function finishGame(table: string): void {
  store(kept.value.map((one) => (one.table === table ? { ...one, done: true } : one)));
}

const isDue = ({ done, day }: Puzzle, today: number): boolean => !done && day + LATER <= today;

/** Return whether a moment is a puzzle that has come back. */
export const hasComeBack = (table: string, at: number): boolean =>
  kept.value.some((one) => one.table === table && one.at === at && isDue(one, todayIs()));

/** Return the puzzle of today, at most one; null if there is none. */
export function puzzleOf(): Puzzle | null {
  const today = todayIs();
  if (kept.value.some(({ at, done, day }) => at !== null && done && day === today)) return null;
  return kept.value.find((one) => isDue(one, today)) ?? null;
}
