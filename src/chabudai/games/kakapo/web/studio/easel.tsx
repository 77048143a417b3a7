/** The board one draws on: tap or drag with the brush, or go about with the keys. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Drawing } from "./drawing";
import { Coordinates } from "../coordinates";
import type { Square } from "../geometry";
import { Nest, type Rim } from "../nest";
import { Piece, UNIT } from "../piece";
import { LINES, SIDE, SQUARES, squareAt } from "../squares";
import { squareName, suitName, suitOf, t } from "../words";
import { t as studio } from "./words";

type Side = Rim["side"];

export function Easel({ drawing }: { readonly drawing: Drawing }) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useSignal(5 * SIDE + 5);
  useEffect(() => (box.current ? brushing(box.current, drawing) : undefined), [drawing]);
  const { birds, verdict, shown } = drawing;
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
            <Letter bird={at} square={bird.cells.at(-1) ?? [0, 0]} />
          </g>
        ))}
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

/** The letter by which the house speaks of a bird, in the corner of its last square. */
function Letter({ bird, square: [row, column] }: { readonly bird: number; readonly square: Square }) {
  return (
    <text x={(column + 1) * UNIT - 4} y={(row + 1) * UNIT - 4} class="bird-letter">
      {"ABCDEFGH".charAt(bird)}
    </text>
  );
}

function named({ birds }: Drawing, [row, column]: Square): string {
  const at = birds.value.findIndex(({ cells }) => cells.some((cell) => cell[0] === row && cell[1] === column));
  const bird = birds.value[at];
  const name = squareName(row, column);
  if (bird === undefined) return t("square", { name, what: t("square.free") });
  const edges = bird.edges
    .filter((edge) => edge.row === row && edge.column === column)
    .map((edge) => t("square.edge", { side: t(`side.${edge.side}`), suit: suitName(edge.suit) }));
  return t("square", { name, what: [studio("studio.bird", { letter: "ABCDEFGH".charAt(at) }), ...edges].join("") });
}

const ARROWS: Readonly<Record<string, readonly [side: Side, down: number, right: number]>> = {
  ArrowUp: ["N", -1, 0],
  ArrowRight: ["E", 0, 1],
  ArrowDown: ["S", 1, 0],
  ArrowLeft: ["W", 0, -1],
};

/** Arrows walk, Space paints; with Shift an arrow colours the edge on its side. */
function press(event: KeyboardEvent, drawing: Drawing, at: number): void {
  const square = squareAt(at);
  const arrow = ARROWS[event.key];
  const tool = drawing.tool.peek();
  if (event.key === " " || event.key === "Enter") {
    if (tool === "bird") drawing.paint(square, !drawing.has(square));
  } else if (arrow && event.shiftKey) {
    if (tool !== "bird") drawing.colour(square, arrow[0], tool);
  } else if (arrow) {
    const row = Math.max(0, Math.min(SIDE - 1, square[0] + arrow[1]));
    const column = Math.max(0, Math.min(SIDE - 1, square[1] + arrow[2]));
    const buttons = (event.currentTarget as HTMLElement).parentElement?.children;
    (buttons?.[SIDE * row + column] as HTMLElement | undefined)?.focus();
  } else return;
  event.preventDefault();
}

/** Mouse and finger: the bird's brush paints or wipes squares as it goes, a colour's takes the nearest edge. */
function brushing(box: HTMLElement, drawing: Drawing): () => void {
  let painting: boolean | null = null;

  function under(event: PointerEvent): { readonly square: Square; readonly x: number; readonly y: number } | null {
    const { left, top, width, height } = box.getBoundingClientRect();
    const x = (SIDE * (event.clientX - left)) / width;
    const y = (SIDE * (event.clientY - top)) / height;
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) return null;
    return { square: [Math.floor(y), Math.floor(x)], x: x % 1, y: y % 1 };
  }

  const down = (event: PointerEvent): void => {
    const place = under(event);
    const tool = drawing.tool.peek();
    if (event.button !== 0 || place === null) return;
    if (tool === "bird") {
      painting = !drawing.has(place.square);
      box.setPointerCapture(event.pointerId);
      drawing.paint(place.square, painting);
    } else drawing.colour(place.square, nearest(place.x, place.y), tool);
  };
  const move = (event: PointerEvent): void => {
    const place = painting === null ? null : under(event);
    if (place !== null && painting !== null && drawing.has(place.square) !== painting) drawing.paint(place.square, painting);
  };
  const up = (): void => {
    painting = null;
  };
  /** Who cannot point presses the button of a square. */
  const click = (event: MouseEvent): void => {
    const name = event.target instanceof HTMLElement ? event.target.dataset["square"] : undefined;
    const at = SQUARES.findIndex(([row, column]) => squareName(row, column) === name);
    const square = SQUARES[at];
    if (event.detail === 0 && square && drawing.tool.peek() === "bird") drawing.paint(square, !drawing.has(square));
  };

  box.addEventListener("pointerdown", down);
  box.addEventListener("pointermove", move);
  box.addEventListener("pointerup", up);
  box.addEventListener("pointercancel", up);
  box.addEventListener("click", click);
  return () => {
    box.removeEventListener("pointerdown", down);
    box.removeEventListener("pointermove", move);
    box.removeEventListener("pointerup", up);
    box.removeEventListener("pointercancel", up);
    box.removeEventListener("click", click);
  };
}

/** The side of a square that a point in it is nearest to. */
function nearest(x: number, y: number): Side {
  const far: readonly (readonly [Side, number])[] = [
    ["N", y],
    ["E", 1 - x],
    ["S", 1 - y],
    ["W", x],
  ];
  return [...far].sort((one, other) => one[1] - other[1])[0]?.[0] ?? "N";
}
