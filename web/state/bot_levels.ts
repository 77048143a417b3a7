/** The levels of bots. */
import type { Level } from "../net/types.gen";

export const LEVELS: readonly Level[] = ["easy", "normal", "hard", "expert"];
/** The level of a bot that stands in for a guest, or that was added without a choice. */
export const STAND_IN: Level = "normal";

export const isLevel = (value: string): value is Level => LEVELS.some((level) => level === value);
