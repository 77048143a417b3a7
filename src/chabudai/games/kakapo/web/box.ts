/** Parts of the game's tables for pictures and counts. A test compares them with the Python tables. */
import type { Square } from "./board/geometry";
import type { Mission } from "./types.gen";
import { valueOf } from "./words";
import box from "./box.json";

const shapes: Readonly<Record<string, readonly (readonly number[])[]>> = box.shapes;

/** Return the squares of a card's piece as drawn on the card. */
export const shapeOf = (card: string): readonly Square[] =>
  (shapes[valueOf(card)] ?? []).map(([row = 0, column = 0]) => [row, column]);

export const roundsOf = (mode: Mission["mode"]): number => box.rounds[mode];
export const countersOf = (mode: Mission["mode"]): number => box.counters[mode];

/** The card that is left out with three players. */
export const ABSENT = box.absent;

/** The number of missions of each mode in the book. */
export const MISSIONS = box.missions;
