/** Invitations to tables, as this browser keeps them. */
import { codePath, invitePath, watchPath } from "./routes";
import { lasting } from "../platform/storage";
import type { Invitation, Lobby, Seated } from "../net/types.gen";

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
export function linkFor(table: string, lobby: Lobby | null): string {
  const { code = null, invitation = null } = lobby ?? {};
  const secret = lasting.get(keyOf(table, invitation ?? 0));
  if (secret) return invitePath(table, secret);
  return code === null ? watchPath(table) : codePath(code);
}
