/** The review below the result. The server computes it when it is opened. */
import { useSignal } from "@preact/signals";
import sheet from "../css/report.css";
import { LazyPart } from "../ui/lazy_part";
import type { GameScreen } from "../state/game_screen";
import { withMoreStyle } from "../platform/stylesheets";
import type { Table } from "../state/table";
import { t } from "./words";

const load = async () => (await withMoreStyle(sheet, import("./report"))).Look;

export function LookBack({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  const open = useSignal(false);
  return (
    <details class="look-back" data-testid="look-back" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("look-back")}</summary>
      {open.value && <LazyPart load={load} props={{ table, screen }} />}
    </details>
  );
}
