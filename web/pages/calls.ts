/** The HTTP calls of these pages. */
import { call, takeSeat } from "../api";
import type { Compared, DailyDeals, NewDaily, Seated } from "../types.gen";

/** The deals of a day, of today without one. */
export async function dealsOf(day?: string): Promise<DailyDeals> {
  return (await call(`/api/daily${day === undefined ? "" : `?day=${day}`}`)).json() as Promise<DailyDeals>;
}

export const newDaily = (order: NewDaily): Promise<Seated> => takeSeat("/api/daily", order);

/** What was made of the deal of a day at a table, beside par. */
export async function comparedAt(table: string): Promise<Compared> {
  return (await call(`/api/tables/${encodeURIComponent(table)}/daily`)).json() as Promise<Compared>;
}
