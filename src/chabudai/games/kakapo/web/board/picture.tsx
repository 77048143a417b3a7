/** A picture of a board. */
import { Coordinates } from "./coordinates";
import { outline } from "./geometry";
import { LINES, SIDE, squareAt } from "./squares";
import { birdLabel } from "./mission";
import { Nest, type Facing } from "./nest";
import { Piece, UNIT } from "./piece";
import type { Lying, Mission } from "../types.gen";
import { suitOf } from "../words";

interface Props {
  readonly mission: Mission;
  readonly board: readonly Lying[];
  readonly edges: readonly (readonly Facing[])[];
  readonly label: string;
  /** Pieces to draw with a frame. */
  readonly framed?: readonly Lying[];
}

export function Picture({ mission, board, edges, label, framed = [] }: Props) {
  return (
    <svg class="board-picture" viewBox={`-1 -1 ${SIDE * UNIT + 2} ${SIDE * UNIT + 2}`} role="img" aria-label={label}>
      <rect width={SIDE * UNIT} height={SIDE * UNIT} class="field-ground" />
      <path d={LINES} class="field-lines" />
      <Coordinates />
      {board.map(({ piece, cells }) => (
        <Piece key={piece} suit={suitOf(piece)} squares={cells.map(squareAt)} />
      ))}
      {framed.map(({ piece, cells }) => (
        <g key={piece} transform={`scale(${UNIT})`} class="framed" data-framed={piece}>
          <path d={outline(cells.map(squareAt))} />
          <path d={outline(cells.map(squareAt))} />
        </g>
      ))}
      {mission.birds.map((bird, at) => (
        <Nest key={at} bird={bird} facing={edges[at] ?? []} label={birdLabel(mission, at)} />
      ))}
      <rect width={SIDE * UNIT} height={SIDE * UNIT} class="field-rim" />
    </svg>
  );
}
