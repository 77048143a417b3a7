/** The eight looks of a seat: a colour, a shape and a letter each, so that they differ without colour too. */
import { signal } from "@preact/signals";

const LETTERS = "ABCDEFGH";

/** The look of each seat at the table that is shown: people keep theirs in a rematch, in which they sit elsewhere. */
export const looks = signal<readonly number[]>([]);

export const lookOf = (seat: number): number => looks.value[seat] ?? seat;
export const letterOf = (seat: number): string => LETTERS.charAt(lookOf(seat));
