/** Totals of the reader's own games. */
import { DAY_MS, nameOf, startOf } from "../words";
import type { Level } from "../../net/types.gen";
import type { GameRecord } from "./records";

/** The number of games of one kind, and how many of them were won. */
export interface Tally {
  readonly n: number;
  readonly won: number;
}

export const tally = (games: readonly GameRecord[]): Tally => ({ n: games.length, won: games.filter(({ won }) => won).length });

/** The kind of the other players in a game. */
export type Company = "people" | "alone" | "mixed" | Level;

export function companyOf({ people, seats, level }: GameRecord): Company {
  if (people > 0) return "people";
  return seats === 1 ? "alone" : (level ?? "mixed");
}

/** Return the best score, or null if no game has one. */
export function best(games: readonly GameRecord[]): number | null {
  const scores = games.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return null;
  return games.some(({ fewer }) => fewer) ? Math.min(...scores) : Math.max(...scores);
}

export function mean(games: readonly GameRecord[]): number | null {
  const scores = games.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? null : scores.reduce((sum, each) => sum + each, 0) / scores.length;
}

/** Return the current and the longest run of wins. */
export function inARow(games: readonly GameRecord[]): { readonly now: number; readonly most: number } {
  let [now, most] = [0, 0];
  for (const { won } of games) {
    now = won ? now + 1 : 0;
    most = Math.max(most, now);
  }
  return { now, most };
}

/** Count the daily deals, by their first games, and the run of days with a deal played, up to today or yesterday. */
export function deals(all: readonly GameRecord[], today: string): Tally & { readonly row: number } {
  const first = new Map<string, number>();
  for (const { game, deal } of all) {
    if (deal && !first.has(`${game} ${deal.day}`)) first.set(`${game} ${deal.day}`, deal.against);
  }
  const days = new Set([...first.keys()].map((each) => each.split(" ")[1]));
  const before = (day: string): string => nameOf(startOf(day) - DAY_MS);
  let row = 0;
  for (let day = days.has(today) ? today : before(today); days.has(day); day = before(day)) row += 1;
  return { n: first.size, won: [...first.values()].filter((against) => against >= 0).length, row };
}
