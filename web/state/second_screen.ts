/** Whether this page shows only the reader's hand, because the table is on a big screen. */
import { signal } from "@preact/signals";
import { remembered, wide, type Switch } from "./settings";
import type { Table } from "./table";

/** The reader's choice. The page asks when a party has its first big screen. */
export const secondScreen = remembered<Switch | "ask">("second-screen", ["ask", "off", "on"]);

/** Whether sounds are left to the big screen. */
export const silent = signal(false);

/** Return whether a big screen shows the reader's table, and this page is too small for all of it. */
export const hasScreen = (table: Table): boolean =>
  (table.lobby.value?.screens ?? 0) > 0 && table.seat.value !== null && table.again === undefined && !wide.value;

/** Return whether the game is running on the big screen, and the page shows only the reader's hand. */
export function isAlone(table: Table): boolean {
  const { status, ended } = table.lobby.value ?? {};
  return secondScreen.value === "on" && hasScreen(table) && status === "playing" && ended !== true;
}
