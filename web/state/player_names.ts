/** The names of the players. */
import { t } from "../i18n/language";
import { letterOf } from "./looks";
import { apart } from "../i18n/names";
import type { Table } from "./table";

export function nameAt(table: Table, seat: number): string {
  if (seat === table.reader.value) return t("you");
  return apart(table.chairs.value[seat]?.name || t("seat", { letter: letterOf(seat) }));
}
