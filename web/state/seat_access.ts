/** The calls that give this browser a seat at a table. */
import { signal } from "@preact/signals";
import { isNamed, madeUp, myName } from "../i18n/names";
import { Failure, fetchJson } from "../net/api";
import type { Join, NewDaily, NewTable, PlayOn, Seated } from "../net/types.gen";
import { keepsCookies } from "../platform/cookies";

/** Make a call that gives this browser a seat. If the reader's name is refused at this table, it uses a generated one.
 * Throws before sending anything if the browser would forget the seat. */
async function takeSeat(path: string, order: object): Promise<Seated> {
  if (!keepsCookies) throw new Failure("no-cookies", "This browser refuses cookies.");
  try {
    return await fetchJson(path, order);
  } catch (failure) {
    if (!(failure instanceof Failure && failure.code.startsWith("name-"))) throw failure;
    return fetchJson(path, { ...order, name: madeUp() });
  }
}

export const newTable = (table: NewTable): Promise<Seated> => takeSeat("/api/tables", table);

/** The table that the reader has just joined without having chosen a name. */
export const unnamed = signal<string | null>(null);

/** The request that led the reader to a table without getting a seat there. */
export const wish = signal<{ readonly table: string; readonly request: Join } | null>(null);

/** Return the request for a seat at a table: that by the link or code that led here, or that of a member. */
export const wayIn = (table: string): Join => (wish.value?.table === table ? wish.value.request : { name: myName(), table });

/** Take a seat by a link or code. */
export async function join(request: Join): Promise<Seated> {
  const seated = await takeSeat("/api/join", request);
  if (seated.seat === null) wish.value = { table: seated.table, request };
  if (seated.seat !== null && !isNamed()) unnamed.value = seated.table;
  return seated;
}

export const newDaily = (order: NewDaily): Promise<Seated> => takeSeat("/api/daily", order);

/** Open a new table that continues from a step of a finished game. */
export const playOn = (table: string, from: PlayOn): Promise<Seated> => takeSeat(`/api/tables/${encodeURIComponent(table)}/play-on`, from);
