/** The HTTP calls about the words of a table. */
import { fetchJson } from "./api";
import type { TableWord } from "./types.gen";

const path = (table: string): string => `/api/tables/${encodeURIComponent(table)}/words`;

/** Fetch every word that was said or laid or is on a card, in order. */
export const wordsAt = (table: string): Promise<readonly TableWord[]> => fetchJson(path(table));

/** Fetch one word of a table. */
export const wordAt = (table: string, word: string): Promise<TableWord> => fetchJson(`${path(table)}/${encodeURIComponent(word)}`);
