/** The properties that the parts of a big screen share. */
import type { GameScreen } from "../state/game_screen";
import type { Table } from "../state/table";

export interface BigScreenProps {
  readonly table: Table;
  readonly screen: GameScreen;
}
