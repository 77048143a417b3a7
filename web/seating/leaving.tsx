/** The sheet of whoever leaves a game that goes on: shall a bot finish it? */
import { say } from "../frame/words";
import { go } from "../routes";
import { STAND_IN } from "../seats";
import type { Table } from "../table";
import { said } from "./words";

export function Leaving({ table }: { readonly table: Table }) {
  const leave = async (): Promise<void> => {
    if (await table.request({ type: "leave", level: STAND_IN })) go("/");
  };
  return (
    <div class="menu">
      <p>{said("leave.ask")}</p>
      <button type="button" class="primary" data-testid="leave-bot" onClick={() => void leave()}>
        {said("leave.bot")}
      </button>
      <button type="button" data-testid="leave-wait" onClick={() => go("/")}>
        {said("leave.wait")}
      </button>
      <p class="note">{say("leave.note")}</p>
    </div>
  );
}
