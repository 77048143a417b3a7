/** What is fetched with the room of a table: why bots moved so, a button for advice among those of the game, and the strip under the status. */
import { ToAdvice } from "../advice/at_bar";
import type { Room } from "../room";
import type { Table } from "../table";
import { AtBubble } from "./bubble";

export { Idle } from "../seating/idle";
export { Strip } from "../seating/strip";
export { Why } from "./line";

export function AtBar({ table, room }: { readonly table: Table; readonly room: Room }) {
  return (
    <>
      {table.again !== true && table.guided.value === null && <ToAdvice table={table} />}
      <AtBubble table={table} room={room} />
    </>
  );
}
