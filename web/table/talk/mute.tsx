/** A button to mute a player: the reader no longer sees that player's signs, in this browser. */
import type { Table } from "../../state/table";
import { person } from "../seating/people";
import { isMuted, mute } from "./hearing";
import { say } from "./words";

export function Mute({ table, seat }: { readonly table: Table; readonly seat: number }) {
  const is = isMuted(table, seat);
  const name = person(table.chairs.value[seat]?.name ?? "");
  return (
    <button type="button" aria-pressed={is} data-testid={`mute-${seat}`} onClick={() => mute(table, seat, !is)}>
      {say(is ? "muted" : "mute", { name })}
    </button>
  );
}
