/** Drawing with a mouse or a finger: the bird's brush paints or wipes squares, a colour's brush paints or wipes edges. */
import { keyOf, type Square } from "../board/geometry";
import { SIDE, SQUARES } from "../board/squares";
import type { Suit } from "../words";
import { squareName } from "../words";
import type { Drawing } from "./drawing";
import { colourAt, coloured, edgesBeside, painted, type Side, type Sketch } from "./sketch";

/** A point on the board, in squares from the top left. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The effect of a stroke on everything it passes. */
type Go = { readonly bird: boolean } | { readonly suit: Suit | null };

/** The maximum distance in squares between a stroke and an edge that it paints. */
const NEAR = 0.3;
/** The number of points per square that are interpolated between two events of a stroke. */
const STEPS = 4;

export function brushing(box: HTMLElement, drawing: Drawing): () => void {
  let go: Go | null = null;
  let stroke = 0;
  let last: Point = { x: 0, y: 0 };

  function under(event: PointerEvent): Point {
    const { left, top, width, height } = box.getBoundingClientRect();
    return { x: (SIDE * (event.clientX - left)) / width, y: (SIDE * (event.clientY - top)) / height };
  }

  /** Start a stroke. It paints if the first thing it touches is unpainted, and wipes otherwise. */
  function begun(point: Point): Go | null {
    const tool = drawing.tool.peek();
    const sketch = drawing.sketch.peek();
    const square = squareUnder(point);
    if (square === null) return null;
    if (tool === "bird") return { bird: !sketch.cells.has(keyOf(square)) };
    const side = nearest(sketch, square, point, 1);
    if (side === null) return null;
    return { suit: colourAt(sketch, square, side) === tool ? null : tool };
  }

  function touch(point: Point, near: number): void {
    const square = squareUnder(point);
    if (go === null || square === null) return;
    const sketch = drawing.sketch.peek();
    if ("bird" in go) {
      if (sketch.cells.has(keyOf(square)) !== go.bird) drawing.change(painted(sketch, square, go.bird), stroke);
      return;
    }
    const side = nearest(sketch, square, point, near);
    if (side === null || colourAt(sketch, square, side) === go.suit) return;
    drawing.change(coloured(sketch, square, side, go.suit), stroke);
  }

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    last = under(event);
    go = begun(last);
    stroke += 1;
    box.setPointerCapture(event.pointerId);
    drawing.missed.value = go === null;
    touch(last, 1);
  };
  /** A fast pointer sends few events, so also cover the points between them. */
  const move = (event: PointerEvent): void => {
    if (go === null || !event.isPrimary) return;
    const from = last;
    last = under(event);
    const steps = Math.ceil(STEPS * Math.hypot(last.x - from.x, last.y - from.y));
    for (let at = 1; at <= steps; at++) {
      touch({ x: from.x + ((last.x - from.x) * at) / steps, y: from.y + ((last.y - from.y) * at) / steps }, NEAR);
    }
  };
  const up = (): void => {
    go = null;
  };
  /** A screen reader or the keyboard presses the button of a square. */
  const click = (event: MouseEvent): void => {
    const name = event.target instanceof HTMLElement ? event.target.dataset["square"] : undefined;
    const square = SQUARES.find(([row, column]) => squareName(row, column) === name);
    if (event.detail !== 0 || square === undefined || drawing.tool.peek() !== "bird") return;
    const sketch = drawing.sketch.peek();
    drawing.change(painted(sketch, square, !sketch.cells.has(keyOf(square))));
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

function squareUnder({ x, y }: Point): Square | null {
  return Math.min(x, y) < 0 || Math.max(x, y) >= SIDE ? null : [Math.floor(y), Math.floor(x)];
}

/** Return the side of a square that has a bird's edge and is nearest to a point in it, or null if none is within `near`. */
function nearest(sketch: Sketch, square: Square, point: Point, near: number): Side | null {
  const [x, y] = [point.x - square[1], point.y - square[0]];
  const far: Readonly<Record<Side, number>> = { N: y, E: 1 - x, S: 1 - y, W: x };
  const sides = [...edgesBeside(sketch, square)].sort((one, other) => far[one] - far[other]);
  return sides.find((side) => far[side] <= near) ?? null;
}
