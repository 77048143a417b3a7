/** Scanner pieces: the squares of a shape, filled with the pattern of its suit. */
import { boxOf, outline, seams, type Square } from "./geometry";
import { cloth, SuitShape } from "../suits";
import type { Suit } from "../words";

/** The width of a square of the board in picture units. The patterns are designed for it. */
export const UNIT = 32;
/** The width of a square on a card. It is smaller, so patterns look larger than on the board. */
const SMALL = 14;

interface Props {
  readonly suit: Suit;
  readonly squares: readonly Square[];
  readonly look?: string;
}

/** A piece on a board with squares that are UNIT wide. */
export function Piece({ suit, squares, look = "piece" }: Props) {
  const [row, column] = squares[Math.floor(squares.length / 2)] ?? [0, 0];
  return (
    <g class={look}>
      <Cloth suit={suit} squares={squares} unit={UNIT} />
      <SuitShape suit={suit} x={(column + 0.5) * UNIT} y={(row + 0.5) * UNIT} size={UNIT * 0.58} />
    </g>
  );
}

interface ClothProps {
  readonly suit: Suit;
  readonly squares: readonly Square[];
  readonly unit: number;
}

/** The filled squares in picture units, so that the pattern is not scaled with the piece. */
export function Cloth({ suit, squares, unit }: ClothProps) {
  const filled = squares.map(([row, column]) => `M${column * unit} ${row * unit}h${unit}v${unit}h${-unit}Z`).join("");
  return (
    <>
      <path d={filled} fill={cloth(suit)} />
      <g transform={`scale(${unit})`}>
        <path d={seams(squares)} class="seam" />
        <path d={outline(squares)} class="piece-rim" />
      </g>
    </>
  );
}

/** A piece alone, as large as its picture allows. */
export function PieceAlone({ suit, squares }: { readonly suit: Suit; readonly squares: readonly Square[] }) {
  const { top, left, rows, columns } = boxOf(squares);
  const side = Math.max(rows, columns, 3) * SMALL + 4;
  const x = left * SMALL - (side - columns * SMALL) / 2;
  const y = top * SMALL - (side - rows * SMALL) / 2;
  return (
    <svg class="piece-alone" viewBox={`${x} ${y} ${side} ${side}`} aria-hidden="true">
      <Cloth suit={suit} squares={squares} unit={SMALL} />
    </svg>
  );
}
