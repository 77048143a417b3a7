/** The HTTP calls about the words of a table. */
import { fetchJson } from "./api";
import type { TableWord } from "./types.gen";

const path = (table: string): string => `/api/tables/${encodeURIComponent(table)}/words`;

/** Every word that was said or laid, or is on a card, the first one first. */
export const wordsAt = (table: string): Promise<readonly TableWord[]> => fetchJson(path(table));

/** One of them. */
export const wordAt = (table: string, word: string): Promise<TableWord> => fetchJson(`${path(table)}/${encodeURIComponent(word)}`);
