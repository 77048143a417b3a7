/** After the game: rematch, or the other daily deals; back to the front page, transcript. */
import { useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { transcriptPath } from "../net/api";
import { t } from "../i18n/language";
import { go, tablePath } from "../state/routes";
import type { Table } from "../state/table";
import { Link } from "../ui/link";
import { aids } from "./lazy_aids";

interface Props {
  readonly table: Table;
  /** The game's own alternative to a rematch. */
  readonly onward: VNode | null;
}

export function Again({ table, onward }: Props) {
  const asked = useRef(false);
  const next = table.lobby.value?.next ?? null;
  useSignalEffect(() => {
    const ready = table.lobby.value?.next ?? null;
    if (asked.current && ready !== null) go(tablePath(ready));
  });
  // A refused request may be repeated.
  useSignalEffect(() => {
    if (table.refusal.value !== null) asked.current = false;
  });
  const rematch = (): void => {
    if (next !== null) go(tablePath(next));
    else if (!asked.current) {
      asked.current = true;
      table.send({ type: "again" });
    }
  };
  const seated = table.seat.value !== null;
  // The cards of a rematch are not those of the day.
  const day = table.lobby.value?.daily ?? null;
  return (
    <>
      {onward}
      {day !== null && (
        <Link to={`/daily/${day}`} look="button primary" testid="to-daily">
          {t("deals.of.day")}
        </Link>
      )}
      {day === null && (seated || next) && (
        <button type="button" class={onward ? "" : "primary"} data-testid="rematch" onClick={rematch}>
          {t(next ? "again.join" : "again")}
        </button>
      )}
      <button type="button" data-testid="back" onClick={() => go("/")}>
        {t("home")}
      </button>
    </>
  );
}

export function Transcript({ table }: Pick<Props, "table">) {
  const { Taken } = aids.value ?? {};
  return (
    <div class="transcript">
      {Taken && <Taken table={table} />}
      <a class="button" href={transcriptPath(table.id)} download={`${table.id}.jsonl`} data-testid="transcript">
        {t("transcript")}
      </a>
    </div>
  );
}
