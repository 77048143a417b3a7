/** A bird on the board, and its edges: their colours, and whether they are faced correctly. */
import { Bird } from "./bird";
import { outline, widest, type Square } from "./geometry";
import { UNIT } from "./piece";
import { cloth, SuitShape } from "../suits";
import type { Bird as BirdPiece, Edge } from "../types.gen";
import type { Suit } from "../words";

export type Facing = "open" | "right" | "wrong";
type Side = Edge["side"];

/** A unit edge of a bird, with its suit if it is coloured. */
export interface Rim {
  readonly row: number;
  readonly column: number;
  readonly side: Side;
  readonly suit: Suit | null;
}

/** The offset of the square on the other side of an edge. */
export const ACROSS: Readonly<Record<Side, Square>> = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };
const SIDES: readonly Side[] = ["N", "E", "S", "W"];
/** The share of its square that a coloured strip covers. */
const STRIP = 0.22;

/** Return a bird's unit edges, in the order of the view's `edges`. */
export function rims({ cells, edges }: BirdPiece): readonly Rim[] {
  const own = new Set(cells.map(String));
  const coloured = new Map(edges.map((edge) => [`${edge.row},${edge.column},${edge.side}`, edge.suit]));
  return cells.flatMap(([row, column]) =>
    SIDES.filter((side) => !own.has(`${row + ACROSS[side][0]},${column + ACROSS[side][1]}`)).map((side) => ({
      row,
      column,
      side,
      suit: coloured.get(`${row},${column},${side}`) ?? null,
    })),
  );
}

interface Props {
  readonly bird: BirdPiece;
  readonly facing: readonly Facing[];
  /** The states that the edges would have with the piece being placed. */
  readonly would?: readonly Facing[] | undefined;
  /** The bird's number, if there are several. */
  readonly label?: string | null;
}

export function Nest({ bird, facing, would, label }: Props) {
  const awake = facing.every((each) => each === "right");
  const { top, left, rows, columns } = widest(bird.cells);
  const size = Math.min(rows, columns) * (Math.min(rows, columns) > 1 ? 0.8 : 0.86) * UNIT;
  const x = (left + columns / 2) * UNIT - size / 2;
  const y = (top + rows / 2) * UNIT - size / 2;
  return (
    <g class={awake ? "nest awake" : "nest"}>
      <g transform={`scale(${UNIT})`}>
        <path d={outline(bird.cells)} class="nest-ground" />
      </g>
      <g transform={`translate(${x} ${y}) scale(${size / 100})`}>
        <Bird awake={awake} />
      </g>
      {rims(bird).map((rim, at) => (
        <EdgeArt key={at} rim={rim} facing={facing[at] ?? "open"} would={would?.[at]} />
      ))}
      {label && <Label text={label} square={bird.cells.at(-1) ?? [0, 0]} />}
    </g>
  );
}

/** A label in the corner of the last square, away from the coloured edges. */
function Label({ text, square: [row, column] }: { readonly text: string; readonly square: Square }) {
  return (
    <text x={(column + 1 - STRIP) * UNIT - 1} y={(row + 1 - STRIP) * UNIT - 1} class="bird-label">
      {text}
    </text>
  );
}

interface EdgeProps {
  readonly rim: Rim;
  readonly facing: Facing;
  readonly would: Facing | undefined;
}

/** An edge, drawn for the north side and rotated. */
function EdgeArt({ rim: { row, column, side, suit }, facing, would }: EdgeProps) {
  const turned = `translate(${(column + 0.5) * UNIT} ${(row + 0.5) * UNIT}) rotate(${90 * SIDES.indexOf(side)})`;
  const state = would !== undefined && would !== facing ? `would-${would}` : facing;
  const half = UNIT / 2;
  return (
    <g transform={turned} class={`edge ${state}`}>
      {suit !== null && (
        <>
          <rect x={-half} y={-half} width={UNIT} height={STRIP * UNIT} fill={cloth(suit)} class="edge-strip" />
          <g transform={`translate(0 ${-half + (STRIP * UNIT) / 2}) rotate(${-90 * SIDES.indexOf(side)})`}>
            <SuitShape suit={suit} x={0} y={0} size={STRIP * UNIT * 1.12} />
          </g>
        </>
      )}
      <path d={`M${-half} ${-half}H${half}`} class="edge-line" />
      <g transform={`translate(0 ${-half}) rotate(${-90 * SIDES.indexOf(side)})`}>
        {state.endsWith("right") && <path d="M-3.6-.4l2.6 2.8 5-5.6" class="edge-tick" />}
        {state.endsWith("wrong") && <path d="M-3.6-3.6l7.2 7.2M3.6-3.6l-7.2 7.2" class="edge-cross" />}
      </g>
    </g>
  );
}
