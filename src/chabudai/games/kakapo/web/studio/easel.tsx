/** The board for drawing, by pointer or by keyboard. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Coordinates } from "../board/coordinates";
import { keyOf, outline, type Square } from "../board/geometry";
import { Nest } from "../board/nest";
import { Piece, UNIT } from "../board/piece";
import { LINES, SIDE, SQUARES, squareAt } from "../board/squares";
import { squareName, suitName, suitOf, t } from "../words";
import { brushing } from "./brush_strokes";
import { take, TOOLS } from "./brushes";
import type { Bird } from "../types.gen";
import type { Drawing, Verdict } from "./drawing";
import { colourAt, coloured, edgesBeside, painted, type Side } from "./sketch";
import { birdName, letterOf, t as studio } from "./words";

export function Easel({ drawing }: { readonly drawing: Drawing }) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useSignal(5 * SIDE + 5);
  useEffect(() => (box.current ? brushing(box.current, drawing) : undefined), [drawing]);
  const { birds, mission, verdict, shown } = drawing;
  const said = verdict.value;
  const solution = said.kind === "told" && shown.value ? said.studied.checked.solution : [];
  return (
    <div ref={box} class="field easel" data-testid="easel" role="group" aria-label={t("board")}>
      <svg viewBox={`-1 -1 ${SIDE * UNIT + 2} ${SIDE * UNIT + 2}`} aria-hidden="true">
        <rect width={SIDE * UNIT} height={SIDE * UNIT} class="field-ground" />
        <path d={LINES} class="field-lines" />
        <Coordinates />
        <rect x={UNIT} y={UNIT} width={(SIDE - 2) * UNIT} height={(SIDE - 2) * UNIT} class="keep-inside" />
        <g class="solution">
          {solution.map(({ piece, cells }) => (
            <Piece key={piece} suit={suitOf(piece)} squares={cells.map(squareAt)} />
          ))}
        </g>
        {birds.value.map((bird, at) => (
          <g key={at}>
            <Nest bird={bird} facing={["open"]} />
            <Letter text={mission.value?.must.includes(at) ? `${letterOf(at)}!` : letterOf(at)} square={bird.cells.at(-1) ?? [0, 0]} />
          </g>
        ))}
        <g transform={`scale(${UNIT})`}>
          {faulty(said, birds.value).map((squares, at) => (
            <path key={at} d={outline(squares)} class="faulty" />
          ))}
        </g>
        <rect width={SIDE * UNIT} height={SIDE * UNIT} class="field-rim" />
      </svg>
      <div class="squares">
        {SQUARES.map((square, at) => (
          <button
            key={at}
            type="button"
            class="square"
            data-square={squareName(square[0], square[1])}
            tabIndex={focus.value === at ? 0 : -1}
            aria-label={named(drawing, square)}
            onFocus={() => (focus.value = at)}
            onKeyDown={(event) => press(event, drawing, at)}
          />
        ))}
      </div>
    </div>
  );
}

/** Return the birds and squares that the flaws name. */
function faulty(said: Verdict, birds: readonly Bird[]): readonly (readonly Square[])[] {
  const flaws = said.kind === "told" ? said.studied.checked.flaws : [];
  const named = new Set(flaws.flatMap(({ facts: { bird, one, other, cell } }) => [bird, one, other, cell]));
  const squares = SQUARES.filter(([row, column]) => named.has(squareName(row, column))).map((square) => [square]);
  return [...birds.filter((_, at) => named.has(letterOf(at))).map(({ cells }) => cells), ...squares];
}

/** The letter by which flaws name a bird, in the corner of its last square, with a mark if it must be scanned. */
function Letter({ text, square: [row, column] }: { readonly text: string; readonly square: Square }) {
  return (
    <text x={(column + 1) * UNIT - 4} y={(row + 1) * UNIT - 4} class="bird-label">
      {text}
    </text>
  );
}

function named({ birds, mission }: Drawing, [row, column]: Square): string {
  const at = birds.value.findIndex(({ cells }) => cells.some((cell) => cell[0] === row && cell[1] === column));
  const bird = birds.value[at];
  const name = squareName(row, column);
  if (bird === undefined) return t("square", { name, what: t("square.free") });
  const must = mission.value?.must.includes(at) ? studio("studio.square.must") : "";
  const edges = bird.edges
    .filter((edge) => edge.row === row && edge.column === column)
    .map((edge) => t("square.edge", { side: t(`side.${edge.side}`), suit: suitName(edge.suit) }));
  return t("square", { name, what: [birdName(at), must, ...edges].join("") });
}

const ARROWS: Readonly<Record<string, readonly [side: Side, down: number, right: number]>> = {
  ArrowUp: ["N", -1, 0],
  ArrowRight: ["E", 0, 1],
  ArrowDown: ["S", 1, 0],
  ArrowLeft: ["W", 0, -1],
};

/** Handle a key: arrows move the focus, Space paints, a number picks a brush, Shift with an arrow colours that edge. */
function press(event: KeyboardEvent, drawing: Drawing, at: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const square = squareAt(at);
  const arrow = ARROWS[event.key];
  const tool = drawing.tool.peek();
  const sketch = drawing.sketch.peek();
  const brush = TOOLS[Number(event.key) - 1];
  if (event.key === " " || event.key === "Enter") {
    if (tool === "bird") drawing.change(painted(sketch, square, !sketch.cells.has(keyOf(square))));
    else drawing.missed.value = true;
  } else if (brush) {
    take(drawing, brush);
  } else if (arrow && event.shiftKey) {
    const side = arrow[0];
    if (tool === "bird" || !edgesBeside(sketch, square).includes(side)) drawing.missed.value = true;
    else drawing.change(coloured(sketch, square, side, colourAt(sketch, square, side) === tool ? null : tool));
  } else if (arrow) {
    const row = Math.max(0, Math.min(SIDE - 1, square[0] + arrow[1]));
    const column = Math.max(0, Math.min(SIDE - 1, square[1] + arrow[2]));
    const buttons = (event.currentTarget as HTMLElement).parentElement?.children;
    (buttons?.[SIDE * row + column] as HTMLElement | undefined)?.focus();
  } else return;
  event.preventDefault();
}
