/** A seat's last action, for the bubble at its cushion. */
import type { Story } from "../state/typed_table";
import type { Told } from "../net/types.gen";

/** Return the seat that moved last. */
export function lastToMove(story: readonly Told[]): number | null {
  for (const { events } of [...story].reverse()) {
    for (const event of events) {
      if (typeof event === "object" && event !== null && "seat" in event && typeof event.seat === "number") return event.seat;
    }
  }
  return null;
}

/** Describe a seat's newest event for which `say` returns text. The search ends at the beginning of a round, where
 * `say` returns null; the result is then empty. */
export function lastDone<Event extends object>(
  story: Story<Event>,
  seat: number,
  say: (event: Event) => string | null | undefined,
): string {
  for (const event of story.flat().reverse()) {
    const text = say(event);
    if (text === null) return "";
    if (text && "seat" in event && event.seat === seat) return text;
  }
  return "";
}
