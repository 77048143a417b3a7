/** The missions of the book, for the lobby. */
import type { Mission } from "../types.gen";
import book from "../missions.json";

export interface Entry {
  readonly mission: Mission;
  /** Difficulty, from 1 to 5, for the players at the table. */
  readonly stars: number;
}

interface Listed {
  readonly mission: Mission;
  /** Stars by number of players. */
  readonly stars: Readonly<Record<string, number>>;
}

const BOOK = book as unknown as Readonly<Record<Mission["mode"], readonly Listed[]>>;

/** Return the book's missions for a number of players. */
export const missionsOf = (seats: number): readonly Entry[] =>
  BOOK[seats === 2 ? "buddy" : "party"].map(({ mission, stars }) => ({ mission, stars: stars[seats] ?? 0 }));
