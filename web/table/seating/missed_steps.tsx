/** The moves made at a table while the reader was away and replaced. */
import { t } from "../../i18n/language";
import { Sheet } from "../../ui/sheet";
import { linesOf } from "../log";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";

const MOST_TOLD = 12;

export function Meanwhile({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  return (
    <Sheet name="meanwhile" title={t("meanwhile")} onClose={() => (table.missed.value = [])}>
      <ol class="story-lines">{linesOf(table, screen, table.missed.value).slice(-MOST_TOLD)}</ol>
    </Sheet>
  );
}
