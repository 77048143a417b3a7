/** After the game: rematch, back to the front page, transcript. */
import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { transcriptPath } from "../net/api";
import { t } from "../i18n/language";
import { go, tablePath } from "../state/routes";
import type { Table } from "../state/table";
import { aids } from "./lazy_aids";

interface Props {
  readonly table: Table;
  /** The game's own alternatives to a rematch. */
  readonly children?: ComponentChildren;
}

export function Again({ table, children }: Props) {
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
  const { Taken } = aids.value ?? {};
  return (
    <div class="again">
      {Taken && <Taken table={table} />}
      <div class="again-buttons">
        {children}
        {(seated || next) && (
          <button type="button" class={children ? "" : "primary"} data-testid="rematch" onClick={rematch}>
            {t(next ? "again.join" : "again")}
          </button>
        )}
        <button type="button" data-testid="back" onClick={() => go("/")}>
          {t("home")}
        </button>
        <a class="button" href={transcriptPath(table.id)} download={`${table.id}.jsonl`} data-testid="transcript">
          {t("transcript")}
        </a>
      </div>
    </div>
  );
}
