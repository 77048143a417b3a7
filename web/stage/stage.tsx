/** The low table: the players around it, the game in the middle, the reader's own things at the near edge. On a small
 * screen its parts are stacked. */
import { others } from "./seating_plan";
import { Places, type Props } from "./places";
import { TableTop } from "./wood";

export function Stage({ table, sitting, laid, won = [] }: Props) {
  const seats = table.chairs.value.length;
  const mine = table.seat.value;
  return (
    <div class={`stage ${laid ? "low " : ""}${sitting.middle ?? "wide"} round-${others(seats, mine)}${mine === null ? " watched" : ""}`}>
      {laid && <TableTop />}
      <Places table={table} sitting={sitting} laid={laid} won={won} />
      <div class="board" tabIndex={-1}>
        <sitting.Board />
      </div>
      <div class="hand">
        <sitting.Hand />
      </div>
    </div>
  );
}
