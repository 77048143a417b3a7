/** The low table: the players around it, the game in the middle, the reader's cards and pieces at the near edge. On a
 * small screen its parts are stacked. */
import type { Sitting } from "../state/game_screen";
import { others } from "./seating_plan";
import { Places, type Props, type Seated } from "./places";
import { TableTop } from "./wood";

/** The parts of a game that are drawn on the table. */
export interface Laid extends Seated, Pick<Sitting, "Board" | "Hand"> {}

export function Stage({ table, sitting, laid, won = [] }: Props<Laid>) {
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
