/** Who is away from a table that waits for them, and what the others can do about it. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../language";
import { nameAt } from "../frame/people";
import { AWAY_MS, type Chair } from "../types.gen";
import { STAND_IN } from "../seats";
import type { Table } from "../table";
import { SitDown, useRemoved } from "./sit";

const now = signal(performance.now());

/** Moves the clock of absences on while somebody is away. */
export function useAwayClock(table: Table): void {
  const any = table.gone.value.some((since) => since !== null);
  useEffect(() => {
    if (!any) return;
    const tick = (): void => {
      now.value = performance.now();
    };
    tick();
    const timer = window.setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [any]);
}

/** For how long a guest has been away, as "1:20"; null: here. */
export function awayFor(table: Table, seat: number): string | null {
  const since = table.gone.value[seat];
  if (typeof since !== "number") return null;
  const seconds = Math.max(0, Math.floor((now.value - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The seats that the table waits for although nobody is there to move. */
export function awaited(table: Table): readonly number[] {
  const toAct = table.shown.value?.toAct ?? [];
  const gone = (seat: number): boolean => typeof table.gone.value[seat] === "number";
  const idle = toAct.filter((seat) => gone(seat) && !standsIn(table.chairs.value[seat]));
  return idle.length === toAct.length ? idle : [];
}

/** Whether a bot plays for the guest of a chair. */
export const standsIn = (chair: Chair | undefined): boolean => chair?.kind === "guest" && chair.level !== null;


/** The absences, by when they began, that the reader wants to wait for. */
const waitedFor = signal<readonly number[]>([]);

const offered = (table: Table): number | undefined =>
  awaited(table).find((seat) => {
    const since = table.gone.value[seat] ?? now.value;
    return now.value - since >= AWAY_MS && !waitedFor.value.includes(since);
  });

/** A line under the status: for an absence that lasts, or a seat that whoever looks on may take. */
export function Strip({ table }: { readonly table: Table }) {
  const removed = useRemoved(table);
  if (table.lobby.value?.status !== "playing") return null;
  const code = table.lobby.value.code;
  if (table.seat.value === null) {
    const open = code !== null && table.chairs.value.some((chair) => chair.kind === "open");
    if (!removed && !open) return null;
    return (
      <div class="strip" role="group" data-testid="strip">
        {removed && <span>{t("removed")}</span>}
        {open && <SitDown table={table} code={code} />}
      </div>
    );
  }
  const seat = offered(table);
  if (seat === undefined) return null;
  const name = nameAt(table, seat);
  const since = table.gone.value[seat] ?? 0;
  return (
    <div class="strip" role="group" aria-label={t("away.what", { name })} data-testid="strip">
      <button
        type="button"
        data-testid="substitute"
        onClick={() => table.send({ type: "substitute", seat, level: STAND_IN })}
      >
        {t("away.bot")}
      </button>
      <button
        type="button"
        data-testid="skip"
        onClick={() => table.send({ type: "skip", seat, head: table.shown.value?.seq ?? 0 })}
      >
        {t("away.skip")}
      </button>
      <button type="button" data-testid="wait" onClick={() => (waitedFor.value = [...waitedFor.value, since])}>
        {t("away.wait")}
      </button>
    </div>
  );
}
