/** Geometry of shapes on squares, for drawing only. No rules. */

/** Row and column, from the top left. */
export type Square = readonly [row: number, column: number];

export interface Box {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly columns: number;
}

export const keyOf = ([row, column]: Square): string => `${row},${column}`;

export function boxOf(squares: readonly Square[]): Box {
  const rows = squares.map(([row]) => row);
  const columns = squares.map(([, column]) => column);
  const top = Math.min(...rows);
  const left = Math.min(...columns);
  return { top, left, rows: Math.max(...rows) - top + 1, columns: Math.max(...columns) - left + 1 };
}

/** Return the squares of a shape, those nearest to the middle of its box first. */
export function fromMiddle(squares: readonly Square[]): readonly Square[] {
  const { top, left, rows, columns } = boxOf(squares);
  const off = ([row, column]: Square): number => Math.hypot(row - top - (rows - 1) / 2, column - left - (columns - 1) / 2);
  return [...squares].sort((one, other) => off(one) - off(other));
}

type Corner = readonly [x: number, y: number];

/** Return the outline of some squares as an SVG path, in units of one square. */
export function outline(squares: readonly Square[]): string {
  const filled = new Set(squares.map(keyOf));
  const ways = new Map<string, Corner[]>();
  const add = (from: Corner, to: Corner): void => {
    const key = from.join();
    ways.set(key, [...(ways.get(key) ?? []), to]);
  };
  for (const [row, column] of squares) {
    // Clockwise around each square. Sides between two squares are not part of the outline.
    if (!filled.has(keyOf([row - 1, column]))) add([column, row], [column + 1, row]);
    if (!filled.has(keyOf([row, column + 1]))) add([column + 1, row], [column + 1, row + 1]);
    if (!filled.has(keyOf([row + 1, column]))) add([column + 1, row + 1], [column, row + 1]);
    if (!filled.has(keyOf([row, column - 1]))) add([column, row + 1], [column, row]);
  }
  let path = "";
  for (const start of ways.keys()) {
    for (let here = ways.get(start)?.pop(), key = start; here !== undefined; here = ways.get(key)?.pop()) {
      path += path.endsWith("Z") || path === "" ? `M${key.replace(",", " ")}` : "";
      path += `L${here.join(" ")}`;
      key = here.join();
      if (key === start) path += "Z";
    }
  }
  return path;
}

/** Return the lines between the squares of a shape. */
export function seams(squares: readonly Square[]): string {
  const filled = new Set(squares.map(keyOf));
  return squares
    .map(([row, column]) => {
      const below = filled.has(keyOf([row + 1, column])) ? `M${column} ${row + 1}h1` : "";
      const right = filled.has(keyOf([row, column + 1])) ? `M${column + 1} ${row}v1` : "";
      return below + right;
    })
    .join("");
}

/** Return the largest rectangle inside a shape. A picture on the shape is centred in it. */
export function widest(squares: readonly Square[]): Box {
  const filled = new Set(squares.map(keyOf));
  const worth = ({ rows, columns }: Box): number => 10 * Math.min(rows, columns) + Math.max(rows, columns);
  const all = boxOf(squares);
  let best: Box = { top: squares[0]?.[0] ?? 0, left: squares[0]?.[1] ?? 0, rows: 1, columns: 1 };
  for (const [top, left] of squares) {
    for (let rows = 1; rows <= all.rows; rows++) {
      for (let columns = 1; columns <= all.columns; columns++) {
        const box = { top, left, rows, columns };
        if (worth(box) > worth(best) && isFull(filled, box)) best = box;
      }
    }
  }
  return best;
}

function isFull(filled: ReadonlySet<string>, { top, left, rows, columns }: Box): boolean {
  for (let row = top; row < top + rows; row++) {
    for (let column = left; column < left + columns; column++) if (!filled.has(keyOf([row, column]))) return false;
  }
  return true;
}
