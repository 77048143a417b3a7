/** Guests who are away while a table waits for them. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n/language";
import type { Chair } from "../net/types.gen";
import type { Table } from "./table";
import { pageTime } from "../platform/clock";

/** The current time for measuring absences, on the clock of pageTime. */
export const now = signal(pageTime());

/** Update the clock of absences while a guest is away. */
export function useAwayClock(table: Table): void {
  const any = table.gone.value.some((since) => since !== null);
  useEffect(() => {
    if (!any) return;
    const tick = (): void => {
      now.value = pageTime();
    };
    tick();
    const timer = window.setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [any]);
}

/** Return the time for which a guest has been away, such as "1:20", "" if it is unknown, or null if they are present. */
export function awayFor(table: Table, seat: number): string | null {
  const since = table.gone.value[seat];
  if (typeof since !== "number") return null;
  if (table.longer.value.includes(seat)) return "";
  const seconds = Math.max(0, Math.floor((now.value - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return a note on a guest's absence, or null if they are present. */
export function awayNote(table: Table, seat: number): string | null {
  const time = awayFor(table, seat);
  return time === null ? null : time === "" ? t("chair.away") : t("seating.away", { time });
}

/** Return the seats that the table waits for although their guests are away; no seats while a move is being shown. */
export function awaited(table: Table): readonly number[] {
  const toAct = table.shown.value?.toAct ?? [];
  if (table.behind.value) return [];
  const gone = (seat: number): boolean => typeof table.gone.value[seat] === "number";
  const idle = toAct.filter((seat) => gone(seat) && !standsIn(table.chairs.value[seat]));
  return idle.length === toAct.length ? idle : [];
}

/** Return whether a bot plays for the guest in a chair. */
export const standsIn = (chair: Chair | undefined): boolean => chair?.kind === "guest" && chair.level !== null;
