/** The way round, drawn inside the circle: gold where the stones go, dashed the best way back. */
import type { Direction, Position } from "./table";

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
      {way && way.positions.length > 1 && (
        <>
          <path d={arc(way, 22.6)} class="way" />
          <path d="M-2.2 -2.6 2.6 0 -2.2 2.6Z" transform={arrow(way, 22.6)} class="way-end" />
        </>
      )}
      {way?.positions.slice(0, way.positions.length > 1 ? -1 : 1).map((position) => {
        const { x, y } = point(degrees(position), 22.6);
        return <circle key={position} cx={x} cy={y} r="1.35" class="way-stop" />;
      })}
    </svg>
  );
}

const degrees = (position: Position): number => (position * 360) / SAFES - 90;

function point(angle: number, radius: number): { readonly x: number; readonly y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: MIDDLE + radius * Math.cos(turn), y: LOWER - 1 + radius * Math.sin(turn) };
}

/** Degrees from the first stop to the last, positive clockwise. */
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
