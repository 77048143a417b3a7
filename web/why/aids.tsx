/** What is fetched with the room of a table: why bots moved so, and a button for advice among those of the game. */
import { ToAdvice } from "../advice/at_bar";
import type { Room } from "../room";
import type { Table } from "../table";
import { AtBubble } from "./bubble";

export { Why } from "./line";

export function AtBar({ table, room }: { readonly table: Table; readonly room: Room }) {
  return (
    <>
      {table.again !== true && table.guided.value === null && <ToAdvice table={table} />}
      <AtBubble table={table} room={room} />
    </>
  );
}
