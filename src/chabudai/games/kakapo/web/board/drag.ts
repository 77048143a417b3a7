/** Dragging the piece with a mouse or a finger. A tap on a square moves the piece there. */
import { keyOf, type Square } from "./geometry";
import { SIDE } from "./squares";
import type { Screen } from "../status";

const FAR = 10;
/** Pixels of wheel movement for a quarter turn of the piece. */
const NOTCH = 60;

interface Held {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly onPiece: boolean;
  /** The number of squares by which the piece has been moved since the pointer went down. */
  readonly down: number;
  readonly right: number;
  readonly moved: boolean;
}

export function handling(box: HTMLElement, { play, draft }: Screen): () => void {
  let held: Held | null = null;
  const placing = (): boolean => play.task.peek() === "place";

  function squareUnder(event: PointerEvent | MouseEvent): Square {
    const { left, top, width, height } = box.getBoundingClientRect();
    const line = (at: number, length: number): number => Math.max(0, Math.min(SIDE - 1, Math.floor((SIDE * at) / length)));
    return [line(event.clientY - top, height), line(event.clientX - left, width)];
  }

  const covers = (square: Square): boolean => draft.squares.peek().some((each) => keyOf(each) === keyOf(square));

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !placing()) return;
    const onPiece = covers(squareUnder(event));
    held = { pointer: event.pointerId, x: event.clientX, y: event.clientY, onPiece, down: 0, right: 0, moved: false };
  };

  const move = (event: PointerEvent): void => {
    if (held === null || event.pointerId !== held.pointer || !placing()) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!held.moved && Math.hypot(x, y) < FAR) return;
    if (!held.moved) box.setPointerCapture(event.pointerId);
    // Move the piece by the same distance as the finger. A finger may start anywhere, so it need not hide the piece.
    const unit = box.getBoundingClientRect().width / SIDE;
    const steps = { down: Math.round(y / unit), right: Math.round(x / unit) };
    const more = { down: steps.down - held.down, right: steps.right - held.right };
    held = { ...held, ...steps, moved: true };
    if (more.down !== 0 || more.right !== 0) draft.nudge(more.down, more.right);
  };

  const up = (event: PointerEvent): void => {
    const dropped = held;
    held = null;
    if (dropped === null || event.pointerId !== dropped.pointer) return;
    // As after a tap, the next keys go to the table: Enter places the piece.
    if (dropped.moved) box.closest<HTMLElement>(".board")?.focus({ preventScroll: true });
    else if (placing() && !dropped.onPiece) draft.cover(squareUnder(event));
  };

  /** Placing is final, so it takes a double click. */
  const twice = (event: MouseEvent): void => {
    if (placing() && covers(squareUnder(event)) && draft.legal.peek()) draft.place();
  };

  const drop = (): void => {
    held = null;
  };

  /** A screen reader presses a square's button without a pointer. */
  const press = (event: MouseEvent): void => {
    const name = event.target instanceof HTMLElement ? event.target.dataset["square"] : undefined;
    if (event.detail !== 0 || name === undefined || !placing()) return;
    draft.cover([Number(name.slice(1)) - 1, name.charCodeAt(0) - "A".charCodeAt(0)]);
  };

  let rolled = 0;
  const wheel = (event: WheelEvent): void => {
    if (!placing()) return;
    event.preventDefault();
    rolled += event.deltaY;
    if (Math.abs(rolled) < NOTCH) return;
    draft.turn(rolled > 0 ? 1 : -1);
    rolled = 0;
  };

  box.addEventListener("pointerdown", down);
  box.addEventListener("pointermove", move);
  box.addEventListener("pointerup", up);
  box.addEventListener("pointercancel", drop);
  box.addEventListener("dblclick", twice);
  box.addEventListener("click", press);
  box.addEventListener("wheel", wheel, { passive: false });
  return () => {
    box.removeEventListener("pointerdown", down);
    box.removeEventListener("pointermove", move);
    box.removeEventListener("pointerup", up);
    box.removeEventListener("pointercancel", drop);
    box.removeEventListener("dblclick", twice);
    box.removeEventListener("click", press);
    box.removeEventListener("wheel", wheel);
  };
}
