/** The HTTP calls for parties. */
import { call, fetchJson } from "./api";
import type { NextGame, Party, Seated } from "./types.gen";

const path = (party: string): string => `/api/parties/${encodeURIComponent(party)}`;

export const partyAt = (party: string): Promise<Party> => fetchJson(path(party));
export const nextGame = (party: string, order: NextGame): Promise<Seated> => fetchJson(`${path(party)}/next`, order);

export type Way = "leave" | "delete";

/** Leave a party, or delete it with its tables. */
export const quit = (party: string, way: Way): Promise<string> => call(`${path(party)}/${way}`, {});
