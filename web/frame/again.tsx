/** After the game: rematch, back to the front page, transcript. */
import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { transcriptPath } from "../api";
import { t } from "../language";
import { go, tablePath } from "../routes";
import type { Table } from "../table";

interface Props {
  readonly table: Table;
  /** How the rematch looks: not primary if the game offers something else to go on with. */
  readonly look?: "primary" | "";
}

export function Again({ table, look = "primary" }: Props) {
  const asked = useRef(false);
  const next = table.lobby.value?.next ?? null;
  useSignalEffect(() => {
    const ready = table.lobby.value?.next ?? null;
    if (asked.current && ready !== null) go(tablePath(ready));
  });
  // What was refused may be asked again.
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
  return (
    <div class="again">
      {next !== null && <p class="note">{t("again.waiting")}</p>}
      <div class="again-buttons">
        {(seated || next !== null) && (
          <button type="button" class={look} data-testid="rematch" onClick={rematch}>
            {t(next === null ? "again" : "again.join")}
          </button>
        )}
        <button type="button" data-testid="back" onClick={() => go("/")}>
          {t("back")}
        </button>
        <a class="button" href={transcriptPath(table.id)} download={`${table.id}.jsonl`} data-testid="transcript">
          {t("transcript")}
        </a>
      </div>
    </div>
  );
}
