/** The missions of the book, as the lobby offers them. */
import type { Mission } from "../types.gen";
import book from "../missions.json";

export interface Entry {
  /** Difficulty, from 1 to 5. */
  readonly stars: number;
  readonly mission: Mission;
}

const BOOK = book as unknown as Readonly<Record<Mission["mode"], readonly Entry[]>>;

export const missionsOf = (mode: Mission["mode"]): readonly Entry[] => BOOK[mode];
