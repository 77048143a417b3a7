/** What was done at a table while its reader was away and something else moved for them. */
import { Sheet } from "../kit/sheet";
import { t } from "../language";
import type { Room } from "../room";
import type { Table } from "../table";

const MOST_TOLD = 12;

export function Meanwhile({ table, room }: { readonly table: Table; readonly room: Room }) {
  const lines = table.missed.value.flatMap((told) => room.tell(table, told.events) || []);
  if (lines.length === 0) return null;
  return (
    <Sheet name="meanwhile" title={t("meanwhile")} onClose={table.clearMissed}>
      <ol class="story-lines">
        {lines.slice(-MOST_TOLD).map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ol>
    </Sheet>
  );
}
