/** What is fetched with the screen of a table: why bots moved so, a button for advice among those of the game, and the strip under the status. */
import { ToAdvice } from "../advice/advice_button";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { AtBubble } from "./reason_bubble";

export { Idle } from "../seating/idle";
export { Strip } from "../seating/strip";
export { Why } from "./reason_line";

export function AtBar({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  return (
    <>
      {table.again !== true && table.guided.value === null && <ToAdvice table={table} />}
      <AtBubble table={table} screen={screen} />
    </>
  );
}
