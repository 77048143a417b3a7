/** The last board of a game that the host has ended. */
import { Places } from "../stage/places";
import type { Sitting } from "../state/game_screen";
import type { Table } from "../state/table";
import { Transcript } from "./transcript";

export function EndedBoard({ table, sitting }: { readonly table: Table; readonly sitting: Sitting }) {
  return (
    <section data-testid="ended">
      <Places table={table} sitting={sitting} laid={false} />
      <div class="stage last-board">
        <div class="board">
          <sitting.Board />
        </div>
      </div>
      <Transcript table={table} />
    </section>
  );
}
