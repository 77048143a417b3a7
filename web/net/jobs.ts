/** The HTTP calls that start a job on the server and wait for its result. The game knows the type of the result. */
import { fetchJson } from "./api";
import type { Steps } from "./types.gen";

/** Check a board that was drawn in the game's studio. */
export const study = (game: string, document: unknown): Promise<unknown> => fetchJson(`/api/studio/${game}`, document);

/** Fetch the review of a finished game. */
export const lookBack = (table: string): Promise<unknown> => fetchJson(`/api/tables/${encodeURIComponent(table)}/review`);

/** Fetch a finished game step by step, as a seat saw it. */
export async function stepsOf(table: string, seat: number | null, from: number): Promise<Steps> {
  const eyes = seat === null ? "" : `&seat=${seat}`;
  return fetchJson(`/api/tables/${encodeURIComponent(table)}/steps?from=${from}${eyes}`);
}

/** Read the board in a game's file. */
export async function openFile(game: string, bytes: ArrayBuffer): Promise<unknown> {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return fetchJson(`/api/studio/${game}/open`, btoa(letters.join("")));
}
