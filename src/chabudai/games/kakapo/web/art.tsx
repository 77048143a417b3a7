/** The Kakapo on the front page: a bird of the night, and the pieces it is looked for with. */
import { useEffect } from "preact/hooks";
import { Bird } from "./bird";
import { Cloth } from "./piece";
import type { Square } from "./geometry";
import { SuitShape, weave } from "./suits";
import type { Suit } from "./words";

interface Thrown {
  readonly suit: Suit;
  readonly at: Square;
  readonly turn: number;
  readonly squares: readonly Square[];
}

const PIECES: readonly Thrown[] = [
  { suit: "P", at: [30, 26], turn: -8, squares: [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]] },
  { suit: "O", at: [104, 66], turn: 6, squares: [[0, 0], [0, 1], [1, 1]] },
  { suit: "B", at: [16, 224], turn: 7, squares: [[0, 0], [0, 1], [0, 2], [1, 2]] },
  { suit: "Y", at: [94, 216], turn: -5, squares: [[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]] },
  { suit: "G", at: [22, 108], turn: 12, squares: [[0, 0]] },
];
const SIZE = 22;

export function Art() {
  useEffect(weave, []);
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-kakapo" />
      {PIECES.map(({ suit, at: [y, x], turn, squares }) => {
        const [row, column] = squares[Math.floor(squares.length / 2)] ?? [0, 0];
        return (
          <g key={suit} transform={`translate(${x} ${y}) rotate(${turn})`} class="art-piece">
            <Cloth suit={suit} squares={squares} unit={SIZE} />
            <SuitShape suit={suit} x={(column + 0.5) * SIZE} y={(row + 0.5) * SIZE} size={12} />
          </g>
        );
      })}
      <g transform="translate(104 26) scale(1.18)">
        <Bird awake />
      </g>
    </svg>
  );
}
