/** The seats that are played on this device. */
import type { Table } from "../../state/table";

/** Return the seats of the players on this device, or none if there is only one. */
export const handsOf = (table: Table): readonly number[] => table.hello.value?.hands ?? [];

/** Return the player on this device who should look next, other than the one who looks now. */
export function nextHand(table: Table, toAct: readonly number[]): number | undefined {
  const looking = table.seat.value;
  return looking !== null && toAct.includes(looking) ? undefined : handsOf(table).find((seat) => seat !== looking && toAct.includes(seat));
}
