/** The board's squares and lines. */
import type { Square } from "./geometry";
import { UNIT } from "./piece";

export const SIDE = 12;

const between = Array.from({ length: SIDE - 1 }, (_, at) => at + 1);

/** The lines between the squares, as a path. */
export const LINES = between.map((at) => `M${at * UNIT} 0V${SIDE * UNIT}M0 ${at * UNIT}H${SIDE * UNIT}`).join("");

export const squareAt = (cell: number): Square => [Math.floor(cell / SIDE), cell % SIDE];
export const SQUARES: readonly Square[] = Array.from({ length: SIDE * SIDE }, (_, cell) => squareAt(cell));
