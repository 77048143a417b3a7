/** Guests who are present and owe a move but have given no command for a minute: the others may nudge them, and later ask
 * for a bot. Fetched with the screen. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { Kept } from "../unbroken_names";
import { people } from "../../i18n/language";
import { personAt } from "./people";
import { said } from "./words";
import type { Table } from "../../state/table";
import { NUDGE_AFTER_MS, NUDGE_AGAIN_MS, IDLE_MS } from "../../net/types.gen";
import { pageTime } from "../../platform/clock";

const MINUTE_MS = 60_000;
/** The maximum number of minutes that is counted. */
const MOST_MINUTES = 9;

interface Owing {
  readonly seat: number;
  /** When the guest began to owe the move or gave the last command, on the clock of pageTime. */
  readonly since: number;
  /** When the guest may be nudged again, on that clock. */
  readonly ready: number;
}

/** Return the guests who play themselves and owe a move. */
export function owing(table: Table): readonly Owing[] {
  const { toAct = [], since = [] } = table.shown.value ?? {};
  return toAct.flatMap((seat, at) => {
    const chair = table.chairs.value[seat];
    const known = since[at];
    if (chair?.kind !== "guest" || chair.level !== null || known === undefined) return [];
    const { nudged } = chair;
    return [{ seat, since: known, ready: nudged === null ? 0 : table.onPage(nudged.at) + NUDGE_AGAIN_MS }];
  });
}

/** Return the guests who are present and owe a move, or none if the reader also owes one. */
function others(table: Table): readonly Owing[] {
  const all = owing(table);
  if (all.some(({ seat }) => seat === table.reader.value)) return [];
  return all.filter(({ seat }) => typeof table.gone.value[seat] !== "number");
}

/** Return the times after `now` at which the text or the button about a guest changes. */
const changes = ({ since, ready }: Owing, now: number): readonly number[] =>
  [since + NUDGE_AFTER_MS, since + (Math.floor((now - since) / MINUTE_MS) + 1) * MINUTE_MS, ready].filter((at) => at > now);

export function Idle({ table }: { readonly table: Table }) {
  const now = useSignal(pageTime());
  useSignalEffect(() => {
    const next = Math.min(...others(table).flatMap((each) => changes(each, now.value)));
    if (next === Infinity) return;
    const timer = window.setTimeout(() => (now.value = pageTime()), next - pageTime());
    return () => clearTimeout(timer);
  });
  const idle = others(table).filter(({ since }) => now.value - since >= NUDGE_AFTER_MS);
  if (idle.length === 0) return null;
  const last = Math.max(...idle.map(({ since }) => since));
  const names = people(idle.map(({ seat }) => personAt(table, seat)));
  const n = Math.floor((now.value - last) / MINUTE_MS);
  const key = idle.length === 1 ? "idle" : "idle.several";
  return (
    <div class="strip" role="group" aria-label={said("idle.what")} data-testid="idle">
      <span>
        <Kept table={table} text={said(n > MOST_MINUTES ? `${key}.long` : key, { names, n })} />
      </span>
      {table.reader.value !== null && idle.map((each) => <Choices key={each.seat} table={table} owing={each} now={now.value} />)}
    </div>
  );
}

interface ChoicesProps {
  readonly table: Table;
  readonly owing: Owing;
  readonly now: number;
}

/** The reader's choices about an idle guest. */
function Choices({ table, owing: { seat, since, ready }, now }: ChoicesProps) {
  const name = personAt(table, seat);
  const done = ready > now;
  const asked = table.lobby.value?.requests.some((request) => request.kind === "move" && request.seat === seat) === true;
  return (
    <>
      {table.lobby.value?.nudges === true && (
        <button
          type="button"
          data-testid={`nudge-${seat}`}
          aria-disabled={done}
          onClick={() => !done && table.send({ type: "nudge", seat })}
        >
          {said(done ? "nudge.done" : "nudge", { name })}
        </button>
      )}
      {now - since >= IDLE_MS && !asked && (
        <button
          type="button"
          data-testid={`move-for-${seat}`}
          onClick={() => table.send({ type: "request", kind: "move", seat })}
        >
          {said("bot.ask", { name })}
        </button>
      )}
    </>
  );
}
