/** The log: everything that has happened, in sentences, the newest first. */
import { t } from "../language";
import type { Room } from "../room";
import type { Table } from "../table";

export function Log({ table, room }: { readonly table: Table; readonly room: Room }) {
  const lines = table.story.value
    .map((told) => ({ seq: told.seq, text: room.tell(table, told.events) }))
    .filter((line) => line.text !== "")
    .reverse();
  return (
    <section class="story" aria-labelledby="story-title">
      <h2 id="story-title">{t("log")}</h2>
      <ol reversed class="story-lines">
        {lines.map((line) => (
          <li key={line.seq}>{line.text}</li>
        ))}
      </ol>
    </section>
  );
}
