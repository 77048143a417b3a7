/** After the game: the next one with the same people, or the other daily deals; back to the front page. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n/language";
import { go, partyPath } from "../../state/routes";
import { stepPath } from "../../state/replay_address";
import type { Table } from "../../state/table";
import { announce } from "../../ui/announcements";
import { Link } from "../../ui/link";
import { openerOf, openNext, useFollowing } from "./following";
import { told } from "./words";

interface Props {
  readonly table: Table;
  /** The game's own alternative to the same game. */
  readonly onward: VNode | null;
}

export function Again({ table, onward }: Props) {
  useFollowing(table, table.lobby.peek()?.next ?? null);
  const { next = null, party = null, daily: day = null, ended = false } = table.lobby.value ?? {};
  const seat = table.reader.value;
  return (
    <>
      {next === null && onward}
      {/* The cards of the next game are not those of the day. */}
      {day !== null && (
        <Link to={`/daily/${day}`} look="button primary" testid="to-daily">
          {t("deals.of.day")}
        </Link>
      )}
      {day === null && next !== null && <ToNext table={table} />}
      {day === null && next === null && seat !== null && (
        <button type="button" class={onward ? "" : "primary"} data-testid="rematch" onClick={() => openNext(table)}>
          {told("again")}
        </button>
      )}
      {next === null && party !== null && <Another party={party} text={told("other")} />}
      {/* The final picture of other games has this button. */}
      {ended && (
        <button type="button" data-testid="replay-open" onClick={() => go(stepPath(table.id, 0, seat))}>
          {told("replay")}
        </button>
      )}
      <button type="button" data-testid="back" onClick={() => go("/")}>
        {t("home")}
      </button>
    </>
  );
}

/** The way to the party's page, where another game can be chosen. */
export function Another({ party, text }: { readonly party: string; readonly text: string }) {
  return (
    <button type="button" data-testid="another-game" onClick={() => go(partyPath(party))}>
      {text}
    </button>
  );
}

export function ToNext({ table }: { readonly table: Table }) {
  return (
    <button type="button" class="primary" data-testid="to-next" onClick={() => openNext(table)}>
      {told("go")}
    </button>
  );
}

/** A button for a reader who is replaying or trying again while the party's next table opens. */
export function MeanwhileOpened({ table }: { readonly table: Table }) {
  const before = useRef(table.lobby.peek()?.next ?? null);
  const name = openerOf(table);
  const late = name !== null && before.current === null;
  useEffect(() => {
    if (late) announce("now", told("opened", { name }));
  }, [late]);
  return late ? <ToNext table={table} /> : null;
}

/** Return the status once the next table is open, or null. */
export function nextStatus(table: Table): string | null {
  const name = openerOf(table);
  return name === null ? null : told("opened", { name });
}
