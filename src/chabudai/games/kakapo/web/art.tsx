/** The Kakapo's pictures on the front page: the bird and some scanner pieces. */
import { useEffect } from "preact/hooks";
import { Bird } from "./board/bird";
import { cloth, SuitShape, addPatterns } from "./suits";
import type { Suit } from "./words";

/** A piece's outline in squares, the square that bears its suit's shape, and how it lies. */
export interface Thrown {
  readonly suit: Suit;
  readonly outline: string;
  readonly bearer: readonly [x: number, y: number];
  readonly lies: string;
}

const SIZE = 22;
const PIECES: readonly Thrown[] = [
  { suit: "P", outline: "M0 0h22v44h44v22H0Z", bearer: [0, 2], lies: "translate(22 22) rotate(-6)" },
  { suit: "B", outline: "M0 0h66v44H44V22H0Z", bearer: [2, 0], lies: "translate(226 14) rotate(7)" },
  { suit: "G", outline: "M0 0h22v22H0Z", bearer: [0, 0], lies: "translate(94 14) rotate(12)" },
  { suit: "O", outline: "M0 0h44v22H0Z", bearer: [1, 0], lies: "translate(204 70) rotate(-4)" },
];
const BESIDE: readonly Thrown[] = [
  { suit: "O", outline: "M0 0h22v22h22v22H0Z", bearer: [0, 1], lies: "translate(-76 -18) rotate(-5)" },
  { suit: "B", outline: "M0 0h66v22H0Z", bearer: [1, 0], lies: "translate(34 4) rotate(6)" },
];

export function Art() {
  return (
    <svg viewBox="0 0 320 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="104" class="wash-kakapo" />
      <Pieces pieces={PIECES} />
      <g transform="translate(116 8) scale(0.88)">
        <Bird awake />
      </g>
    </svg>
  );
}

export function Thing() {
  return (
    <>
      <Pieces pieces={BESIDE} />
      <g transform="translate(-36 -42) scale(0.72)">
        <Bird awake />
      </g>
    </>
  );
}

export function Pieces({ pieces }: { readonly pieces: readonly Thrown[] }) {
  useEffect(addPatterns, []);
  return (
    <>
      {pieces.map(({ suit, outline, bearer: [x, y], lies }) => (
        <g key={suit} transform={lies} class="outline">
          <path d={outline} fill={cloth(suit)} class="art-piece" />
          <SuitShape suit={suit} x={(x + 0.5) * SIZE} y={(y + 0.5) * SIZE} size={12} />
        </g>
      ))}
    </>
  );
}

export { glance } from "./glance";
