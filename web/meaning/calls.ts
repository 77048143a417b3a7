/** The HTTP calls about the words of a table. */
import { call } from "../api";
import type { TableWord } from "../types.gen";

const path = (table: string): string => `/api/tables/${encodeURIComponent(table)}/words`;

/** Every word that was said or laid, or is on a card, the first one first. */
export async function wordsAt(table: string): Promise<readonly TableWord[]> {
  return (await call(path(table))).json() as Promise<readonly TableWord[]>;
}

/** One of them. */
export async function wordAt(table: string, word: string): Promise<TableWord> {
  return (await call(`${path(table)}/${encodeURIComponent(word)}`)).json() as Promise<TableWord>;
}
