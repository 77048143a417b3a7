/** What was done at a table while its reader was away and something else moved for them. */
import { linesOf } from "../frame/log";
import type { Room } from "../room";
import type { Table } from "../table";

const MOST_TOLD = 12;

export function Meanwhile({ table, room }: { readonly table: Table; readonly room: Room }) {
  return <ol class="story-lines">{linesOf(table, room, table.missed.value).slice(-MOST_TOLD)}</ol>;
}
