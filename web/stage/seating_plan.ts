/** Who sits where round the table. */
import type { Middle } from "../state/game_screen";

/** The seats in the order of turns, clockwise, the reader's first; all from seat 0 on for whoever looks on. */
export function clockwise(seats: number, mine: number | null): readonly number[] {
  return Array.from({ length: seats }, (_, step) => ((mine ?? 0) + step) % seats);
}

/** How many seats there are that are not the reader's. */
export const others = (seats: number, mine: number | null): number => (mine === null ? seats : seats - 1);

/** Columns of the grid on which the others sit: as many as can be shared out among one to six. */
const COLUMNS = 60;
const SIDE = 22;

/** A place at the table: its area on the grid of the others, and the side of the table it is at. */
export interface Place {
  readonly area: string;
  readonly side: "left" | "far" | "right";
}

/** Where the others sit, clockwise from the reader's left.
 *
 * Round a small middle the first and the last sit at the sides and the rest along the far edge, where all sit if the middle
 * is wide. At a tall one half of them sit at the left, from the near edge on, and the rest at the right; one alone sits
 * across from the reader's corner.
 */
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

/** At a tall middle there is most room in the far corners. */
const spanOf = (row: number): number => (row === 1 ? 15 : 11);

function beside(at: number, count: number): Place {
  const lefts = count === 1 ? 0 : Math.ceil(count / 2);
  const row = at < lefts ? lefts - at : at - lefts + 1;
  return (at < lefts ? left : right)(row, row + 1, spanOf(row));
}
