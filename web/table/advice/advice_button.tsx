/** A button for advice among the game's buttons, while the reader owes a move at a table that allows advice. */
import { sheet } from "../../ui/open_sheet";
import type { Table } from "../../state/table";
import { say } from "./words";

export function ToAdvice({ table }: { readonly table: Table }) {
  const seat = table.seat.value;
  const mine = seat !== null && table.shown.value?.toAct.includes(seat) === true;
  if (!mine || table.lobby.value?.advice !== "on") return null;
  return (
    <button type="button" class="quiet to-advice" data-testid="bar-advice" aria-label={say("advice")} title={say("advice")} onClick={() => (sheet.value = { kind: "help" })}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 17.5c0-2.5-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5-3 7.5zM9.5 20.5h5" />
      </svg>
    </button>
  );
}
