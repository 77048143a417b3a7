/** Shapes and tokens of seats. */
import { letterOf, lookOf } from "../state/looks";

const polygon = (sides: number, radius: number, turn: number): string =>
  Array.from({ length: sides }, (_, corner) => {
    const angle = ((turn + (360 * corner) / sides) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");

/** Return an upright star: its points and the notches between them. */
const star = (points: number, outer: number, inner: number): string =>
  Array.from({ length: 2 * points }, (_, corner) => {
    const radius = corner % 2 === 0 ? outer : inner;
    const angle = Math.PI * (corner / points - 0.5);
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");

/** The corners of each look's shape, at radii that give it about the area of a disc of radius 10. The first is the
 * disc. */
const CORNERS: readonly (string | null)[] = [
  null,
  polygon(4, 12.6, 45),
  polygon(3, 14.4, -90),
  polygon(4, 12.6, 0),
  polygon(5, 11.6, -90),
  polygon(6, 11.2, 0),
  star(4, 14.6, 7.4),
  star(6, 14, 9.4),
];
/** The distance by which a shape is moved down to look centred. */
const LOWER: readonly number[] = [0, 0, 3, 0, 0.8];

/** A seat's shape around the origin, about as large as a disc of radius 10. The style sheet fills it. */
export function Shape({ seat }: { readonly seat: number }) {
  const look = lookOf(seat);
  const corners = CORNERS[look];
  const drawn = `shape seat-${look}`;
  if (!corners) return <circle r="10" class={drawn} />;
  return <polygon points={corners} transform={`translate(0 ${LOWER[look] ?? 0})`} class={drawn} />;
}

/** A seat's shape with its letter, inside a picture. */
export function Mark({ seat }: { readonly seat: number }) {
  return (
    <>
      <Shape seat={seat} />
      <text class={`letter seat-${lookOf(seat)}`} y={lookOf(seat) === 2 ? 7 : 4.4} text-anchor="middle">
        {letterOf(seat)}
      </text>
    </>
  );
}

/** A seat's token. It is hidden from screen readers, so the seat's name must be next to it. */
export function Token({ seat }: { readonly seat: number }) {
  return (
    <svg class="token" viewBox="-15 -15 30 30" aria-hidden="true">
      <Mark seat={seat} />
    </svg>
  );
}

/** A stone in the seat's shape. */
export function Stone({ seat }: { readonly seat: number }) {
  return (
    <svg class="stone" viewBox="-15 -15 30 30" aria-hidden="true">
      <Shape seat={seat} />
    </svg>
  );
}
