/** The path of the word inside the circle, and the best path in the other direction as a dashed line. */
import type { Direction, Position } from "./table";
import type { Input } from "./types.gen";

interface Way {
  readonly direction: Direction;
  readonly positions: readonly Position[];
}

const SAFES = 7;
const MIDDLE = 50;
const LOWER = 51.5;

export function Path({ way, other }: { readonly way: Way | null; readonly other: Way | null }) {
  return (
    <svg class="path" viewBox="0 0 100 97" aria-hidden="true">
      <circle cx={MIDDLE} cy={LOWER - 1} r="22.6" class="track" />
      {other && other.positions.length > 1 && <path d={arc(other, 20.6)} class="way-back" />}
      {way && way.positions.length > 1 && <path d={arc(way, 22.6)} class="way" pathLength={100} />}
      {way?.positions.slice(0, way.positions.length > 1 ? -1 : 1).map((position) => {
        const { x, y } = point(degrees(position), 22.6);
        return <circle key={position} cx={x} cy={y} r="1.35" class="way-stop" />;
      })}
    </svg>
  );
}

/** The head of the path's arrow, drawn above the safes because their corners overlap the path. */
export function ArrowHead({ way }: { readonly way: Way | null }) {
  if (way === null || way.positions.length < 2) return null;
  return (
    <svg class="badges" viewBox="0 0 100 97" aria-hidden="true">
      <path d="M-2.4 -2.5 3.6 0 -2.4 2.5Z" transform={arrow(way, 22.6)} class="way-end" />
    </svg>
  );
}

/** Half the width of a safe, as set in the style sheet. */
const CORNER = 9.3;
const SAFE_RING = 37.6;

interface BadgesProps {
  readonly way: Input;
  /** The positions of the way that have a number. */
  readonly marked: readonly Position[];
  readonly open: readonly boolean[];
}

/** Badges on the corners of the safes: the number of a stone to be laid, and a lock if the safe would close. */
export function Badges({ way, marked, open }: BadgesProps) {
  const corner = (position: Position, side: number): string => {
    const { x, y } = point(degrees(position), SAFE_RING);
    return `translate(${(x + side * CORNER).toFixed(2)} ${(y - CORNER).toFixed(2)}) scale(0.205)`;
  };
  return (
    <svg class="badges" viewBox="0 0 100 97" aria-hidden="true">
      {way.positions.map((position, at) =>
        marked.includes(position) ? (
          <g key={position} transform={corner(position, -1)} class="order">
            <circle r="13" />
            <text y="6" text-anchor="middle">
              {at + 1}
            </text>
          </g>
        ) : null,
      )}
      {way.closes.map((position) => (
        <g key={position} transform={corner(position, 1)} class="order closes">
          <circle r="13" />
          <path d="M-6 -1H6V7H-6ZM-3.6 -1V-3.4A3.6 3.6 0 0 1 3.6 -3.4V-1" />
        </g>
      ))}
      {open.map((is, position) =>
        is ? (
          <g key={position} transform={corner(position, -1)} class="order open">
            <circle r="13" />
            <path d="M-6 0H6M0 -6V6" />
          </g>
        ) : null,
      )}
    </svg>
  );
}

const degrees = (position: Position): number => (position * 360) / SAFES - 90;

function point(angle: number, radius: number): { readonly x: number; readonly y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: MIDDLE + radius * Math.cos(turn), y: LOWER - 1 + radius * Math.sin(turn) };
}

/** Return the degrees from the first stop to the last, positive clockwise. */
function sweep(way: Way): number {
  const first = way.positions[0] ?? 0;
  const last = way.positions.at(-1) ?? first;
  const steps = way.direction === "clockwise" ? (last - first + SAFES) % SAFES : -((first - last + SAFES) % SAFES);
  return (steps * 360) / SAFES;
}

function arc(way: Way, radius: number): string {
  const start = degrees(way.positions[0] ?? 0);
  const turn = sweep(way);
  const from = point(start, radius);
  const to = point(start + turn, radius);
  const large = Math.abs(turn) > 180 ? 1 : 0;
  const side = turn > 0 ? 1 : 0;
  return `M${from.x.toFixed(2)} ${from.y.toFixed(2)}A${radius} ${radius} 0 ${large} ${side} ${to.x.toFixed(2)} ${to.y.toFixed(2)}`;
}

function arrow(way: Way, radius: number): string {
  const end = degrees(way.positions[0] ?? 0) + sweep(way);
  const { x, y } = point(end, radius);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${(end + (sweep(way) > 0 ? 90 : -90)).toFixed(1)})`;
}
