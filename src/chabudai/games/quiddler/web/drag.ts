/** Dragging cards: into a row, within it, back into the hand, into the slot for the discard, or onto the discards. */
import type { Draft, Spot } from "./draft";
import type { Turn } from "./turn";

const FAR = 8;

export function dragging(box: HTMLElement, draft: Draft, turn: Turn): () => void {
  let held: { readonly card: HTMLElement; readonly id: number; readonly x: number; readonly y: number } | null = null;
  let moving = false;

  const down = (event: PointerEvent): void => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>(".card") : null;
    if (card === null || event.button !== 0) return;
    held = { card, id: Number(card.dataset["id"]), x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent): void => {
    if (held === null) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!moving && Math.hypot(x, y) < FAR) return;
    if (!moving) held.card.setPointerCapture(event.pointerId);
    moving = true;
    held.card.classList.add("dragged");
    held.card.style.translate = `${x}px ${y}px`;
  };
  const up = (event: PointerEvent): void => {
    const dropped = held;
    const was = moving;
    release();
    if (dropped === null || !was) return;
    dropped.card.blur();
    // A drop is followed by a click, which must not count as a tap.
    box.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => box.removeEventListener("click", swallow, true));
    const place = placeAt(event.clientX, event.clientY);
    if (place === null) return;
    draft.move(dropped.id, spotIn(place, event.clientX, event.clientY, dropped.id));
    if (place.dataset["drop"] === "pile") turn.dropped();
  };
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  function release(): void {
    if (held !== null) {
      held.card.classList.remove("dragged");
      held.card.style.translate = "";
    }
    held = null;
    moving = false;
  }

  box.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", release);
  return () => {
    box.removeEventListener("pointerdown", down);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", release);
  };
}

function placeAt(x: number, y: number): HTMLElement | null {
  const places = document.elementsFromPoint(x, y).map((each) => each.closest<HTMLElement>("[data-drop]"));
  return places.find((each) => each !== null) ?? null;
}

/** Return the place for a card that is dropped here. */
function spotIn(place: HTMLElement, x: number, y: number, id: number): Spot {
  const others = [...place.querySelectorAll<HTMLElement>(".card")].filter((card) => Number(card.dataset["id"]) !== id);
  const after = others.findIndex((card) => {
    const box = card.getBoundingClientRect();
    return y < box.bottom && x < box.left + box.width / 2;
  });
  const at = after < 0 ? others.length : after;
  switch (place.dataset["drop"]) {
    case "row":
      return { kind: "row", row: Number(place.dataset["row"]), at };
    case "hand":
      return { kind: "hand", at };
    default:
      return { kind: "discard" };
  }
}
