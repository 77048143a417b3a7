/** The HTTP calls that start a job on the server and wait for its result. The game knows what the result holds. */
import { fetchJson } from "./api";
import type { Report, Steps } from "./types.gen";

/** What the server finds out about a board that was drawn in the game's studio. */
export const study = (game: string, document: unknown): Promise<unknown> => fetchJson(`/api/studio/${game}`, document);

/** The review of a game that is over. */
export const lookBack = (table: string): Promise<unknown> => fetchJson(`/api/tables/${encodeURIComponent(table)}/review`);

/** The same in sentences. */
export const reportOn = (table: string): Promise<Report> => fetchJson(`/api/tables/${encodeURIComponent(table)}/report`);

/** A finished game step by step, as a seat saw it. */
export async function stepsOf(table: string, seat: number | null, from: number): Promise<Steps> {
  const eyes = seat === null ? "" : `&seat=${seat}`;
  return fetchJson(`/api/tables/${encodeURIComponent(table)}/steps?from=${from}${eyes}`);
}

/** The board that a file of a game holds. */
export async function openFile(game: string, bytes: ArrayBuffer): Promise<unknown> {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return fetchJson(`/api/studio/${game}/open`, btoa(letters.join("")));
}
