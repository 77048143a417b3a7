/** The parts that are fetched with the screen of a table: reasons for bots' moves, a button for advice among the
 * game's buttons, and the strip below the status. */
import { ToAdvice } from "../advice/advice_button";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { useCalled } from "../party/following";
import { Pass } from "../sharing/pass";
import { AtBubble } from "./reason_bubble";

export { GivenStrip } from "../advice/advice_button";
export { Taken } from "../advice/advice_taken";
export { Again, nextStatus } from "../party/again";
export { Clock } from "../clock";
export { HeadAsides } from "../head_asides";
export { stageFor } from "../second_screen/second_stage";
export { Strip } from "../seating/strip";
export { Why } from "./reason_line";
export { SoundChoice } from "../sound_choice";
export { TurnLight } from "../turn_light";
export { skipByKeys } from "../../ui/skip_keys";

export function AtBar({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  useCalled(table, screen);
  return (
    <>
      <Pass table={table} screen={screen} />
      <ToAdvice table={table} screen={screen} />
      <AtBubble table={table} screen={screen} />
    </>
  );
}
