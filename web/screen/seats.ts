/** The places of all players around the table of a big screen, clockwise from the near edge. */
import type { Place } from "../stage/seating_plan";
import type { Middle } from "../state/game_screen";

/** The grid of the stage has 48 columns and 24 rows. At the near edge, the corners leave room between two lines. */
const [FIRST, LAST] = [1, 49] as const;
const [NEAR_FIRST, NEAR_LAST] = [15, 35] as const;
/** The number of seats at each side of a small middle, and the columns of each, by the number of players. */
const EACH = [0, 0, 0, 1, 1, 2, 2, 2, 2] as const;
const FEW = { seats: 5, columns: 19 } as const;
const NARROW = 12;
/** The minimum number of players for which two sit at the near edge. */
const TWO_NEAR = { small: 8, wide: 6 } as const;
/** The first rows of the seats at a side, from the far edge on, by their number. */
const ROWS = { small: [[], [8], [1, 11]], tall: [[], [5], [2, 11], [1, 7, 13]] } as const;

/** Return the places of a number of players.
 *
 * Around a small middle they sit on all sides. With a wide one, they sit along the near and the far edge, and with a tall
 * one on the left and on the right. */
export function around(count: number, middle: Middle): readonly Place[] {
  if (middle === "tall") {
    const lefts = Math.ceil(count / 2);
    return [...beside("left", ROWS.tall[lefts], NARROW), ...beside("right", ROWS.tall[count - lefts], NARROW)];
  }
  const near = along("near", count < TWO_NEAR[middle] ? 1 : 2, NEAR_FIRST, NEAR_LAST);
  const each = middle === "wide" ? 0 : (EACH[count] ?? 0);
  const columns = count <= FEW.seats ? FEW.columns : NARROW;
  const far = count - near.length - 2 * each;
  const margin = middle === "wide" ? 0 : count <= FEW.seats ? 8 : NARROW;
  return [
    ...near.slice(0, 1),
    ...beside("left", ROWS.small[each], columns),
    ...along("far", far, FIRST + margin, LAST - margin),
    ...beside("right", ROWS.small[each], columns),
    ...near.slice(1),
  ];
}

/** Return places along an edge, from left to right. */
function along(side: "near" | "far", count: number, first: number, last: number): readonly Place[] {
  const span = Math.floor((last - first) / count);
  return Array.from({ length: count }, (_, at) => ({ area: `1 / ${first + at * span} / -1 / span ${span}`, side }));
}

/** Return places at a side, clockwise. */
function beside(side: "left" | "right", rows: readonly number[] = [], columns: number): readonly Place[] {
  const across = side === "left" ? `${FIRST} / -1 / span ${columns}` : `${LAST - columns} / -1 / ${LAST}`;
  const places = rows.map((row) => ({ area: `${row} / ${across}`, side }));
  return side === "left" ? places.reverse() : places;
}
