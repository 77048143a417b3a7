/** The places of the players around the table. */
import type { Middle } from "../state/game_screen";

/** Return the seats clockwise in the order of turns, the reader's first; for a spectator, from seat 0 on. */
export function clockwise(seats: number, mine: number | null): readonly number[] {
  return Array.from({ length: seats }, (_, step) => ((mine ?? 0) + step) % seats);
}

/** Return the number of seats other than the reader's. */
export const others = (seats: number, mine: number | null): number => (mine === null ? seats : seats - 1);

/** The number of grid columns for the other seats, divisible by every number from one to six. */
const COLUMNS = 60;
const SIDE = 22;

/** A place at the table: its area on the grid of other seats, and its side of the table. */
export interface Place {
  readonly area: string;
  readonly side: "left" | "far" | "right" | "near";
}

/** Return the places of the other seats, clockwise from the reader's left.
 *
 * Around a small middle, the first and the last sit at the sides and the rest along the far edge. With a wide middle,
 * all sit along the far edge. With a tall one, half of them sit on the left, from the near edge on, and the rest on the
 * right; a single one sits across from the reader's corner. */
export function placesFor(count: number, middle: Middle): readonly Place[] {
  return Array.from({ length: count }, (_, at) => {
    if (middle === "wide") return { area: "auto", side: "far" };
    return middle === "tall" ? beside(at, count) : round(at, count);
  });
}

const left = (row: number, end: number, span = SIDE): Place => ({ area: `${row} / 1 / ${end} / span ${span}`, side: "left" });
const right = (row: number, end: number, span = SIDE): Place => ({
  area: `${row} / ${COLUMNS + 1 - span} / ${end} / span ${span}`,
  side: "right",
});

function round(at: number, count: number): Place {
  const row = count === 2 ? 1 : 2;
  if (count > 1 && at === 0) return left(row, 3);
  if (count > 1 && at === count - 1) return right(row, 3);
  const span = Math.floor(COLUMNS / Math.max(1, count - 2));
  return { area: `1 / ${1 + (count === 1 ? 0 : at - 1) * span} / 2 / span ${span}`, side: "far" };
}

/** The far corners of a tall middle have the most room. */
const spanOf = (row: number): number => (row === 1 ? 15 : 11);

function beside(at: number, count: number): Place {
  const lefts = count === 1 ? 0 : Math.ceil(count / 2);
  const row = at < lefts ? lefts - at : at - lefts + 1;
  return (at < lefts ? left : right)(row, row + 1, spanOf(row));
}
