/** The transcript of a finished game, as a file. */
import { t } from "../i18n/language";
import { transcriptPath } from "../net/api";
import type { Table } from "../state/table";
import { aids } from "./lazy_aids";

export function Transcript({ table }: { readonly table: Table }) {
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
