/** How far this browser has seen its latest tables, so that what it missed can be told when it comes back. */
import { lasting } from "../platform/storage";

const KEPT = "chabudai.seen";
const MOST = 20;
type Seen = readonly (readonly [table: string, seq: number])[];

const read = (): Seen => lasting.getList(KEPT) as Seen;

/** The last step this browser has shown of a table; null if it has shown none. */
export function lastSeen(table: string): number | null {
  return read().find(([id]) => id === table)?.[1] ?? null;
}

export function rememberSeen(table: string, seq: number): void {
  const others = read().filter(([id]) => id !== table);
  lasting.set(KEPT, JSON.stringify([[table, seq], ...others].slice(0, MOST)));
}
