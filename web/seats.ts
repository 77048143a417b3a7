/** The levels of bots, and the invitation that a host holds. */
import { codePath, invitePath, watchPath } from "./routes";
import { lasting } from "./storage";
import type { Table } from "./table";
import type { Level, Seated } from "./types.gen";

export const LEVELS: readonly Level[] = ["easy", "normal", "hard", "expert"];
/** The level of a bot that plays for somebody, or where nobody has chosen one. */
export const STAND_IN: Level = "normal";

export const isLevel = (value: string): value is Level => LEVELS.some((level) => level === value);

/** The server gives the secret of the link once, when the table is made. It must survive a reload. */
export function keepInvite({ table, invite }: Seated): void {
  if (invite !== null) lasting.set(`chabudai.invite.${table}`, invite);
}

/** Frees a seat. Where a guest loses it, the link that they may know ends. */
export function freeSeat(table: Table, seat: number): void {
  if (table.chairs.value[seat]?.kind === "guest") lasting.set(`chabudai.invite.${table.id}`, "");
  table.send({ type: "vacate", seat });
}

/** The best link to a table that the reader can give: the host's, one by code, or one to watch. */
export function linkFor(table: string, code: string | null): string {
  const secret = lasting.get(`chabudai.invite.${table}`);
  if (secret) return invitePath(table, secret);
  return code === null ? watchPath(table) : codePath(code);
}
