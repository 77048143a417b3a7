/** The table itself, drawn in code: a wooden disc with its edge and nine growth rings, and a lamp next to the player on
 * turn. */

interface Round {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

/** The wood, as part of a picture. */
export function Wood({ x, y, rx, ry }: Round) {
  return (
    <>
      <ellipse cx={x} cy={y + 15} rx={rx + 4} ry={ry + 3} class="wood-shade" />
      <ellipse cx={x} cy={y + 9} rx={rx} ry={ry} class="wood-edge" />
      <ellipse cx={x} cy={y} rx={rx} ry={ry} class="wood" />
      {Array.from({ length: 9 }, (_, ring) => (
        <ellipse
          key={ring}
          cx={x - rx * 0.12}
          cy={y - ry * 0.08}
          rx={(rx * (ring + 1)) / 10.6}
          ry={(ry * (ring + 1)) / 10.6}
          class="wood-grain"
        />
      ))}
    </>
  );
}

/** The wood below the game, stretched over the stage. */
export function TableTop() {
  return (
    <svg class="table-top" viewBox="0 0 1000 640" preserveAspectRatio="none" aria-hidden="true">
      <Wood x={500} y={310} rx={496} ry={306} />
    </svg>
  );
}

/** A paper lamp, next to the player on turn. */
export function Lamp() {
  return (
    <svg class="lamp" viewBox="0 0 24 30" aria-hidden="true">
      <path d="M8 5V3h8v2M6 27h12" class="lamp-frame" />
      <rect x="5" y="5" width="14" height="20" rx="4" class="lamp-paper" />
      <path d="M5 12h14M5 18h14" class="lamp-frame" />
    </svg>
  );
}
