/** The names of the players. */
import { t } from "../language";
import { letterOf } from "../kit/seats";
import { apart } from "../names";
import type { Table } from "../table";

export function nameAt(table: Table, seat: number): string {
  if (seat === table.reader.value) return t("you");
  return apart(table.chairs.value[seat]?.name || t("seat", { letter: letterOf(seat) }));
}
