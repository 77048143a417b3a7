/** The eight looks of seats: a colour, a shape and a letter each, so that they also differ without colour. */
import { signal } from "@preact/signals";

const LETTERS = "ABCDEFGH";

/** The look of each seat at the current table. People keep theirs in a rematch, although they change seats. */
export const looks = signal<readonly number[]>([]);

/** Set the look of each seat, unless nothing changes. */
export function setLooks(chairs: readonly { readonly look: number }[]): void {
  const next = chairs.map(({ look }) => look);
  if (String(next) !== String(looks.peek())) looks.value = next;
}

export const lookOf = (seat: number): number => looks.value[seat] ?? seat;
export const letterOf = (seat: number): string => LETTERS.charAt(lookOf(seat));
