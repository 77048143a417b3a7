/** The last steps that this browser has seen of its latest tables, to show later what it missed. */
import { lasting } from "../platform/storage";

const KEPT = "chabudai.seen";
const MOST = 20;
type Seen = readonly (readonly [table: string, seq: number])[];

const read = (): Seen => lasting.getList(KEPT) as Seen;

/** Return the last step of a table that this browser has shown, or null if there is none. */
export function lastSeen(table: string): number | null {
  return read().find(([id]) => id === table)?.[1] ?? null;
}

export function rememberSeen(table: string, seq: number): void {
  const others = read().filter(([id]) => id !== table);
  lasting.set(KEPT, JSON.stringify([[table, seq], ...others].slice(0, MOST)));
}
