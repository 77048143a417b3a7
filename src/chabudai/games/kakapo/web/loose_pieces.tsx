/** Scattered scanner pieces, for pictures. */
import { useEffect } from "preact/hooks";
import { addPatterns, cloth, SuitShape } from "./suits";
import type { Suit } from "./words";

/** A piece's outline in squares, the square with its suit's shape, and its position. */
export interface LoosePiece {
  readonly suit: Suit;
  readonly outline: string;
  readonly bearer: readonly [x: number, y: number];
  readonly lies: string;
}

const SIZE = 22;
export function Pieces({ pieces }: { readonly pieces: readonly LoosePiece[] }) {
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
