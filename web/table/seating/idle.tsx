/** Shows the guests who are present and owe a move but have given no command for minutes. Fetched with the screen. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { Kept } from "../unbroken_names";
import { nameAt } from "../../state/player_names";
import { people } from "../../i18n/language";
import { said } from "./words";
import type { Table } from "../../state/table";
import { pageTime } from "../../platform/clock";

const MINUTE_MS = 60_000;
const IDLE_MS = 2 * MINUTE_MS;

interface Owing {
  readonly seat: number;
  readonly since: number;
}

/** Return the other guests who are present and owe a move. */
function owing(table: Table): readonly Owing[] {
  const { toAct = [], since = [] } = table.shown.value ?? {};
  return toAct.flatMap((seat, at) => {
    const chair = table.chairs.value[seat];
    const plays = chair?.kind === "guest" && chair.level === null && seat !== table.reader.value;
    const known = since[at];
    return plays && known !== undefined && typeof table.gone.value[seat] !== "number" ? [{ seat, since: known }] : [];
  });
}

/** Return the time at which the text about a guest changes. */
const changes = (since: number, now: number): number =>
  since + Math.max(IDLE_MS, (Math.floor((now - since) / MINUTE_MS) + 1) * MINUTE_MS);

export function Idle({ table }: { readonly table: Table }) {
  const now = useSignal(pageTime());
  useSignalEffect(() => {
    const next = Math.min(...owing(table).map(({ since }) => changes(since, now.value)));
    if (next === Infinity) return;
    const timer = window.setTimeout(() => (now.value = pageTime()), next - pageTime());
    return () => clearTimeout(timer);
  });
  const idle = owing(table).filter(({ since }) => now.value - since >= IDLE_MS);
  if (idle.length === 0) return null;
  const last = Math.max(...idle.map(({ since }) => since));
  const names = people(idle.map(({ seat }) => nameAt(table, seat)));
  const n = Math.floor((now.value - last) / MINUTE_MS);
  return (
    <span data-testid="idle">
      <Kept table={table} text={said(idle.length === 1 ? "idle" : "idle.several", { names, n })} />
    </span>
  );
}
