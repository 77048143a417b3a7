/** The HTTP calls about daily deals. */
import { fetchJson } from "./api";
import type { Compared, DailyDeals } from "./types.gen";

/** Fetch the daily deals for a date, by default today's. */
export const dealsOf = (day?: string): Promise<DailyDeals> => fetchJson(`/api/daily${day === undefined ? "" : `?day=${day}`}`);

/** Fetch the result of the daily deal at a table, compared with par. */
export const comparedAt = (table: string): Promise<Compared> => fetchJson(`/api/tables/${encodeURIComponent(table)}/daily`);
