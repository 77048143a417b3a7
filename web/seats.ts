/** The levels of bots, and the invitation that a host holds. */
import { codePath, invitePath, watchPath } from "./routes";
import { lasting } from "./storage";
import type { Table } from "./table";
import type { Invitation, Level, Seated } from "./types.gen";

export const LEVELS: readonly Level[] = ["easy", "normal", "hard", "expert"];
/** The level of a bot that plays for somebody, or where nobody has chosen one. */
export const STAND_IN: Level = "normal";

export const isLevel = (value: string): value is Level => LEVELS.some((level) => level === value);

/** A link that was replaced is never read again: its number is another. */
const keyOf = (table: string, number: number): string =>
  `chabudai.invite.${table}${number === 0 ? "" : `.${number}`}`;

/** The server gives the secret of the link once, when the table is made. It must survive a reload. */
export function keepInvite({ table, invite }: Seated): void {
  if (invite !== null) lasting.set(keyOf(table, 0), invite);
}

/** Keeps the secret of a link that replaces the one before. The server gives it once. */
export function keepInvitation(table: string, { secret, number }: Invitation): void {
  lasting.set(keyOf(table, number), secret);
}

/** The best link to a table that the reader can give: the host's, one by code, or one to watch. */
export function linkFor({ id, lobby }: Table): string {
  const { code = null, invitation = null } = lobby.value ?? {};
  const secret = lasting.get(keyOf(id, invitation ?? 0));
  if (secret) return invitePath(id, secret);
  return code === null ? watchPath(id) : codePath(code);
}
