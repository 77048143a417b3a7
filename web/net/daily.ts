/** The HTTP calls about daily deals. */
import { fetchJson } from "./api";
import type { Compared, DailyDeals } from "./types.gen";

/** The deals of a day, of today without one. */
export const dealsOf = (day?: string): Promise<DailyDeals> => fetchJson(`/api/daily${day === undefined ? "" : `?day=${day}`}`);

/** What was made of the deal of a day at a table, beside par. */
export const comparedAt = (table: string): Promise<Compared> => fetchJson(`/api/tables/${encodeURIComponent(table)}/daily`);
