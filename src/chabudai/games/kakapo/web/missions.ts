/** The missions of the book, as the lobby offers them. */
import { lang } from "@shell/language";
import type { Mission } from "./types.gen";
import book from "./missions.json";

interface Entry {
  readonly en: string;
  readonly ja: string;
  /** How hard, from 1 to 5. */
  readonly stars: number;
}

const BOOK: Readonly<Record<Mission["mode"], readonly Entry[]>> = book;

export const LAST = BOOK.buddy.length;

/** The missions of a mode in their order: number, name, stars. */
export const missionsOf = (mode: Mission["mode"]): readonly string[] =>
  BOOK[mode].map((entry, at) => `${at + 1} ${entry[lang.value]} ${"★".repeat(entry.stars)}${"☆".repeat(5 - entry.stars)}`);
