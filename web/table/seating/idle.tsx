/** Guests who are present and owe a move but have given no command for a minute: the others may nudge them. Fetched with
 * the screen. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Kept } from "../unbroken_names";
import { nameAt } from "../../state/player_names";
import { people } from "../../i18n/language";
import { announce } from "../../ui/announcements";
import { nudge as vibrate, play } from "../../stage/sound";
import { said } from "./words";
import type { Table } from "../../state/table";
import { NUDGE_AFTER_MS, NUDGE_AGAIN_MS } from "../../net/types.gen";
import { pageTime } from "../../platform/clock";

const MINUTE_MS = 60_000;

interface Owing {
  readonly seat: number;
  /** When the guest began to owe the move or gave the last command, on the clock of pageTime. */
  readonly since: number;
  /** When the guest may be nudged again, on that clock. */
  readonly ready: number;
}

/** Return the guests who play themselves and owe a move. */
function owing(table: Table): readonly Owing[] {
  const { toAct = [], since = [] } = table.shown.value ?? {};
  return toAct.flatMap((seat, at) => {
    const chair = table.chairs.value[seat];
    const known = since[at];
    if (chair?.kind !== "guest" || chair.level !== null || known === undefined) return [];
    const { nudged } = chair;
    return [{ seat, since: known, ready: nudged === null ? 0 : table.onPage(nudged.at) + NUDGE_AGAIN_MS }];
  });
}

/** Return the other guests who are present and owe a move. */
const others = (table: Table): readonly Owing[] =>
  owing(table).filter(({ seat }) => seat !== table.reader.value && typeof table.gone.value[seat] !== "number");

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
  if (idle.length === 0) return <Nudged table={table} />;
  const last = Math.max(...idle.map(({ since }) => since));
  const names = people(idle.map(({ seat }) => nameAt(table, seat)));
  const n = Math.floor((now.value - last) / MINUTE_MS);
  const mayNudge = table.seat.value !== null && table.lobby.value?.nudges === true;
  return (
    <>
      <Nudged table={table} />
      <div class="strip" role="group" aria-label={said("idle.what")} data-testid="idle">
        <span>
          <Kept table={table} text={said(idle.length === 1 ? "idle" : "idle.several", { names, n })} />
        </span>
        {mayNudge && idle.map(({ seat, ready }) => <Nudge key={seat} table={table} seat={seat} done={ready > now.value} />)}
      </div>
    </>
  );
}

interface NudgeProps {
  readonly table: Table;
  readonly seat: number;
  /** Whether the guest was nudged a moment ago. */
  readonly done: boolean;
}

function Nudge({ table, seat, done }: NudgeProps) {
  return (
    <button
      type="button"
      data-testid={`nudge-${seat}`}
      aria-disabled={done}
      onClick={() => !done && table.send({ type: "nudge", seat })}
    >
      {said(done ? "nudge.done" : "nudge", { name: nameAt(table, seat) })}
    </button>
  );
}

/** The question of another guest to the reader, who has been silent, until the reader's next command. */
function Nudged({ table }: { readonly table: Table }) {
  const seat = table.seat.value;
  const nudged = seat === null ? null : (table.chairs.value[seat]?.nudged ?? null);
  const since = owing(table).find((each) => each.seat === seat)?.since ?? Infinity;
  const at = nudged !== null && table.onPage(nudged.at) > since ? nudged.at : 0;
  const text = nudged === null || at === 0 ? "" : said("nudged", { name: nameAt(table, nudged.by) });
  useEffect(() => {
    if (text === "") return;
    announce("now", text);
    play("turn");
    vibrate();
    document.title = `${text} ${document.title}`;
    return () => {
      document.title = document.title.replace(`${text} `, "");
    };
  }, [at, text]);
  if (text === "") return null;
  return (
    <div class="strip" role="group" aria-label={said("nudged.what")} data-testid="nudged">
      <span>
        <Kept table={table} text={text} />
      </span>
      <button type="button" class="primary" data-testid="here" onClick={() => table.send({ type: "return" })}>
        {said("nudged.here")}
      </button>
    </div>
  );
}
