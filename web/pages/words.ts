/** The sentences for the pages, and dates in the reader's format. */
import { lang, phrases } from "../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

export const DAY_MS = 24 * 3600 * 1000;

/** Return the start of a day, given as YYYY-MM-DD, in UTC, or NaN if the day does not exist. */
export const startOf = (day: string): number =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && nameOf(Date.parse(day)) === day ? Date.parse(day) : NaN;

/** Return the UTC day of a time, as YYYY-MM-DD, or an empty string if the time is invalid. */
export const nameOf = (at: number): string => (Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 10));

const written = (options: Intl.DateTimeFormatOptions) => (day: string): string =>
  new Intl.DateTimeFormat(lang.value === "en" ? "en-GB" : lang.value, { timeZone: "UTC", ...options }).format(startOf(day));

/** Format a day in full, such as 24 November 2026. */
export const dayInFull = written({ dateStyle: "long" });

/** Format a day with its weekday, such as Tuesday 24 November. */
export const dayOfWeek = written({ weekday: "long", day: "numeric", month: "long" });

export const monthInFull = written({ month: "long", year: "numeric" });

export const weekday = written({ weekday: "short" });
export const weekdayLetter = written({ weekday: "narrow" });
