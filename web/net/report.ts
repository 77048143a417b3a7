/** The report of a finished game. Like the calls in `jobs`, it starts a job on the server. */
import { fetchJson } from "./api";
import type { Report } from "./types.gen";

const reports = new Map<string, Promise<Report>>();

/** Fetch the review of a finished game in sentences, once unless it fails. */
export function reportOn(table: string): Promise<Report> {
  const known = reports.get(table);
  if (known) return known;
  const asked: Promise<Report> = fetchJson(`/api/tables/${encodeURIComponent(table)}/report`);
  reports.set(table, asked);
  asked.catch(() => reports.delete(table));
  return asked;
}
