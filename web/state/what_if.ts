/** A new table with bots that continues from a step of a finished game. */
import { playOn } from "./seat_access";
import { myName } from "../i18n/names";
import { go, tablePath } from "./routes";
import { keepInvite } from "./invitations";
import { lasting } from "../platform/storage";

const key = (table: string): string => `chabudai.what-if.${table}`;

/** Return whether a table continues from a step that this reader chose. Such games do not count as the reader's own. */
export const isWhatIf = (table: string): boolean => lasting.get(key(table)) !== null;

/** Create the table, take `seat` there, and show it. Throws a `Failure`. */
export async function goOn(table: string, step: number, seat: number): Promise<void> {
  const seated = await playOn(table, { step, seat, name: myName() });
  keepInvite(seated);
  lasting.set(key(seated.table), "");
  go(tablePath(seated.table));
}
