/** The review below the result; it is fetched, and worked out by the server, when it is opened. */
import { useSignal } from "@preact/signals";
import sheet from "../css/report.css";
import { Fetched } from "../kit/fetched";
import type { Room } from "../room";
import { withMoreStyle } from "../stylesheet";
import type { Table } from "../table";
import { t } from "./words";

const load = async () => (await withMoreStyle(sheet, import("./report"))).Look;

export function LookBack({ table, room }: { readonly table: Table; readonly room: Room }) {
  const open = useSignal(false);
  return (
    <details class="look-back" data-testid="look-back" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("look-back")}</summary>
      {open.value && <Fetched load={load} props={{ table, room }} />}
    </details>
  );
}
