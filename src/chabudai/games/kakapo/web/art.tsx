/** The Kakapo's picture on the front page: the bird and some scanner pieces. */
import { useEffect } from "preact/hooks";
import { Bird } from "./board/bird";
import { cloth, SuitShape, addPatterns } from "./suits";
import type { Suit } from "./words";

/** A piece's outline in squares, the square that bears its suit's shape, and how it lies. */
interface Thrown {
  readonly suit: Suit;
  readonly outline: string;
  readonly bearer: readonly [x: number, y: number];
  readonly lies: string;
}

const SIZE = 22;
const PIECES: readonly Thrown[] = [
  { suit: "P", outline: "M0 0h22v44h44v22H0Z", bearer: [0, 2], lies: "translate(26 30) rotate(-8)" },
  { suit: "O", outline: "M0 0h44v44H22V22H0Z", bearer: [1, 0], lies: "translate(66 104) rotate(6)" },
  { suit: "B", outline: "M0 0h66v44H44V22H0Z", bearer: [2, 0], lies: "translate(224 16) rotate(7)" },
  { suit: "Y", outline: "M0 0h22v22h22V0h22v44H0Z", bearer: [1, 1], lies: "translate(216 94) rotate(-5)" },
  { suit: "G", outline: "M0 0h22v22H0Z", bearer: [0, 0], lies: "translate(108 22) rotate(12)" },
];

export function Art() {
  useEffect(addPatterns, []);
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-kakapo" />
      {PIECES.map(({ suit, outline, bearer: [x, y], lies }) => (
        <g key={suit} transform={lies} class="outline">
          <path d={outline} fill={cloth(suit)} class="art-piece" />
          <SuitShape suit={suit} x={(x + 0.5) * SIZE} y={(y + 0.5) * SIZE} size={12} />
        </g>
      ))}
      <g transform="translate(104 26) scale(1.18)">
        <Bird awake />
      </g>
    </svg>
  );
}
