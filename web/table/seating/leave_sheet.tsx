/** The sheet for leaving a game in progress: should a bot finish it? */
import { say } from "../words";
import { close } from "../../ui/open_sheet";
import { go } from "../../state/routes";
import { STAND_IN } from "../../state/bot_levels";
import type { Table } from "../../state/table";
import { said } from "./words";

export function Leaving({ table }: { readonly table: Table }) {
  // Another player on this device stays.
  const away = (): void => {
    if (table.hello.value?.hands[0] === undefined) return go("/");
    close();
    table.look(null);
  };
  const leave = async (): Promise<void> => {
    if (await table.request({ type: "leave", level: STAND_IN })) away();
  };
  return (
    <div class="menu">
      <p>{said("leave.ask")}</p>
      <button type="button" class="primary" data-testid="leave-bot" onClick={() => void leave()}>
        {said("leave.bot")}
      </button>
      <button type="button" data-testid="leave-wait" onClick={away}>
        {said("leave.wait")}
      </button>
      <button type="button" data-testid="leave-stay" onClick={close}>
        {said("leave.stay")}
      </button>
      <p class="note">{say("leave.note")}</p>
    </div>
  );
}
