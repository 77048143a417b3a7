/** Half-uncial letters as strokes of a pen, and the outline that a broad nib draws along them. */

/** Strokes on a field 100 wide: small letters are between 26 and 79, long ones reach 4 or 98. */
const STROKES: Readonly<Record<string, string>> = {
  A: "M33 24C52 22 58 48 79 79|M56 52C46 42 21 52 21 66C21 83 48 82 63 60",
  B: "M30 5C34 30 27 56 31 68C37 83 72 82 73 55C74 33 48 32 33 48",
  C: "M75 35C64 21 25 22 25 52C25 83 60 84 77 68",
  D: "M22 22C50 19 77 36 77 57C77 72 65 79 51 79C36 79 24 71 24 57C24 42 38 33 54 36C63 38 70 44 74 51",
  E: "M29 54C52 56 73 50 71 38C68 22 25 22 25 52C25 83 60 84 77 68",
  F: "M36 97C38 76 35 58 35 42C35 22 58 15 75 25|M20 54C34 50 50 54 64 50",
  G: "M18 29C40 22 58 31 82 25|M51 28C30 44 44 54 60 58C84 65 77 98 48 96C34 95 25 89 24 82",
  H: "M28 4C33 30 27 60 28 79|M29 49C44 25 75 27 73 54C72 67 66 77 57 83",
  I: "M34 31C44 25 50 26 50 35C50 46 48 56 49 66C50 79 58 80 68 73",
  J: "M38 31C48 25 54 26 54 35C54 52 56 66 54 80C52 96 37 97 27 90",
  K: "M28 4C33 30 27 60 28 79|M75 29C60 27 44 44 31 52C50 54 58 79 80 78",
  L: "M36 4C43 24 38 50 40 66C42 82 57 82 72 73",
  M: "M12 31C20 26 23 34 23 44C23 58 21 68 20 79|M23 46C32 24 51 23 51 44C51 58 49 68 48 79|M51 46C60 24 80 23 80 46C80 66 79 80 92 76",
  N: "M19 31C28 26 31 32 31 43C31 58 28 66 29 79|M31 47C42 24 72 22 72 48C72 66 70 80 84 76",
  O: "M50 25C28 25 22 40 22 52C22 68 34 79 50 79C66 79 78 68 78 52C78 36 66 25 50 25",
  P: "M24 31C33 26 36 34 36 43C36 62 33 80 35 98|M35 48C44 24 77 23 77 52C77 79 49 84 36 68",
  Q: "M70 30C50 20 21 30 21 54C21 81 54 85 67 60|M69 29C67 50 70 74 67 98",
  R: "M22 31C32 26 36 33 36 43C36 58 33 66 34 79|M36 48C44 26 62 22 76 33",
  S: "M72 32C60 19 32 22 34 38C36 53 71 51 71 66C71 83 40 85 24 72",
  T: "M17 31C40 22 60 33 84 25|M53 29C34 44 29 80 54 79C64 79 73 74 78 65",
  U: "M18 31C28 26 31 33 30 43C29 64 31 79 45 79C59 79 68 64 70 46|M70 28C70 42 69 52 69 62C69 77 75 80 86 75",
  V: "M17 31C28 26 36 34 40 48C44 60 48 70 53 79C67 64 80 46 77 26",
  W: "M9 31C19 26 24 34 28 50C31 62 34 70 38 79C49 66 55 52 54 34C56 50 62 66 68 79C82 64 93 46 89 26",
  X: "M18 29C36 25 44 40 52 54C60 70 68 81 85 75|M79 28C62 34 50 58 20 81",
  Y: "M17 31C29 26 34 34 40 48C44 58 50 66 56 70|M80 26C77 50 60 90 28 97",
  Z: "M23 33C40 24 58 35 78 26C62 46 42 60 25 78C44 67 60 84 81 78",
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The vector from the nib's centre to its end, at thirty degrees up to the right. */
const NIB: Point = { x: 5.6, y: -3.3 };
const STEPS = 12;

/** Return the outline of the area that the nib covers along the strokes of a letter. */
export function outline(letter: string): string {
  return (STROKES[letter] ?? "").split("|").map(sweep).join("");
}

function sweep(stroke: string): string {
  const points = walk(stroke);
  const pieces: Point[][] = [];
  let side = 0;
  points.slice(1).forEach((to, at) => {
    const from = points[at] as Point;
    const turn = Math.sign((to.x - from.x) * NIB.y - (to.y - from.y) * NIB.x);
    // A new piece begins where the other edge of the nib leads.
    if (turn === side) pieces.at(-1)?.push(to);
    else pieces.push([from, to]);
    side = turn;
  });
  return pieces.map(covered).join("");
}

/** Return points along a path with one M command followed by C commands. */
function walk(stroke: string): readonly Point[] {
  const [start = "", ...curves] = stroke.slice(1).split("C");
  const [x = 0, y = 0] = start.split(" ").map(Number);
  const points: Point[] = [{ x, y }];
  for (const curve of curves) {
    const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = curve.split(" ").map(Number);
    const from = points.at(-1) as Point;
    for (let step = 1; step <= STEPS; step++) {
      const t = step / STEPS;
      const mix = (a: number, b: number, c: number, d: number): number =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
      points.push({ x: mix(from.x, ax, bx, cx), y: mix(from.y, ay, by, cy) });
    }
  }
  return points;
}

/** Return one edge forward and the other back, always in the same orientation, so that overlapping pieces add up. */
function covered(points: readonly Point[]): string {
  const there = points.map(({ x, y }) => ({ x: x + NIB.x, y: y + NIB.y }));
  const back = points.map(({ x, y }) => ({ x: x - NIB.x, y: y - NIB.y })).reverse();
  const ring = [...there, ...back];
  if (area(ring) < 0) ring.reverse();
  return `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

function area(ring: readonly Point[]): number {
  return ring.reduce((sum, { x, y }, at) => {
    const next = ring[(at + 1) % ring.length] as Point;
    return sum + x * next.y - next.x * y;
  }, 0);
}

export const LETTERS = Object.keys(STROKES);
