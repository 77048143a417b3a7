/** The letters and numbers that name the squares along the edges of a board. */
import { UNIT } from "./piece";

export function Coordinates() {
  return (
    <g class="coordinates">
      {[..."ABCDEFGHIJKL"].map((letter, at) => (
        <g key={letter}>
          <text x={(at + 0.5) * UNIT} y="9.5" text-anchor="middle">
            {letter}
          </text>
          <text x="3" y={(at + 0.5) * UNIT + 2.7}>
            {at + 1}
          </text>
        </g>
      ))}
    </g>
  );
}
