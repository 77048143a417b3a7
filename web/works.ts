/** The HTTP calls whose answers take long; what they say, only the game knows. */
import { call } from "./api";

/** What a board drawn for a game comes to. */
export async function study(game: string, document: unknown): Promise<unknown> {
  return (await call(`/api/studio/${game}`, document)).json();
}

/** What is seen when looking back on a game that is over. */
export async function lookBack(table: string): Promise<unknown> {
  return (await call(`/api/tables/${encodeURIComponent(table)}/review`)).json();
}

/** The board that a file of a game holds. */
export async function openFile(game: string, bytes: ArrayBuffer): Promise<unknown> {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return (await call(`/api/studio/${game}/open`, btoa(letters.join("")))).json();
}
