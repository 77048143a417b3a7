/** The letters and numbers by which the squares of a board are called. */
import { UNIT } from "./piece";

export function Coordinates() {
  return (
    <g class="coordinates">
      {[..."ABCDEFGHIJKL"].map((letter, at) => (
        <g key={letter}>
          <text x={at * UNIT + 3} y="9.5">
            {letter}
          </text>
          {at > 0 && (
            <text x="3" y={at * UNIT + 9.5}>
              {at + 1}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
