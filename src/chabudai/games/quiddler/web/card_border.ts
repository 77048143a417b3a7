/** The border of a card: two strands that cross over and under each other. */

const LEFT = 9;
const TOP = 9;
const RIGHT = 91;
const BOTTOM = 131;
const CORNER = 11;
const SWING = 3.1;
const STEPS = 6;
const STRAIGHT = { wide: RIGHT - LEFT - 2 * CORNER, high: BOTTOM - TOP - 2 * CORNER };
const BEND = (Math.PI / 2) * CORNER;
const ROUND = 2 * (STRAIGHT.wide + STRAIGHT.high) + 4 * BEND;
const CROSSINGS = 36;
const PITCH = ROUND / CROSSINGS;

interface Spot {
  readonly x: number;
  readonly y: number;
  /** The angle of the outward normal. */
  readonly out: number;
}

/** Return the point on the rounded frame at a distance along it, clockwise from the upper left. */
function spot(along: number): Spot {
  let left = ((along % ROUND) + ROUND) % ROUND;
  const corners = [
    { x: RIGHT - CORNER, y: TOP + CORNER, straight: STRAIGHT.wide },
    { x: RIGHT - CORNER, y: BOTTOM - CORNER, straight: STRAIGHT.high },
    { x: LEFT + CORNER, y: BOTTOM - CORNER, straight: STRAIGHT.wide },
    { x: LEFT + CORNER, y: TOP + CORNER, straight: STRAIGHT.high },
  ];
  for (const [side, { x, y, straight }] of corners.entries()) {
    const out = ((side - 1) * Math.PI) / 2;
    if (left <= straight) {
      const back = left - straight;
      return {
        x: x + CORNER * Math.cos(out) - back * Math.sin(out),
        y: y + CORNER * Math.sin(out) + back * Math.cos(out),
        out,
      };
    }
    left -= straight;
    if (left <= BEND) {
      const turned = out + left / CORNER;
      return { x: x + CORNER * Math.cos(turned), y: y + CORNER * Math.sin(turned), out: turned };
    }
    left -= BEND;
  }
  return spot(0);
}

function strand(way: number, from: number, to: number): string {
  const count = Math.round((to - from) * STEPS);
  const points = Array.from({ length: count + 1 }, (_, step) => {
    const along = (from + ((to - from) * step) / count) * PITCH;
    const { x, y, out } = spot(along);
    const swing = way * SWING * Math.sin((Math.PI * along) / PITCH);
    return `${(x + swing * Math.cos(out)).toFixed(1)} ${(y + swing * Math.sin(out)).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

/** The lower strand, the upper strand, and the parts where the lower one crosses over. */
export const UNDER = `${strand(1, 0, CROSSINGS)}Z`;
export const OVER = `${strand(-1, 0, CROSSINGS)}Z`;
export const AGAIN = Array.from({ length: CROSSINGS / 2 }, (_, at) => strand(1, 2 * at - 0.42, 2 * at + 0.42)).join("");
