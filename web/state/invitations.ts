/** Invitations to tables, as stored by this browser. */
import { codePath, invitePath, watchPath } from "./routes";
import { lasting } from "../platform/storage";
import type { Invitation, Lobby, Seated } from "../net/types.gen";

/** A replaced link is never read again, because its number differs. */
const keyOf = (table: string, number: number): string =>
  `chabudai.invite.${table}${number === 0 ? "" : `.${number}`}`;

/** Store the secret of a new table's link. The server sends it only once, and it must survive a reload. */
export function keepInvite({ table, invite }: Seated): void {
  if (invite !== null) lasting.set(keyOf(table, 0), invite);
}

/** Store the secret of a link that replaces the previous one. The server sends it only once. */
export function keepInvitation(table: string, { secret, number }: Invitation): void {
  lasting.set(keyOf(table, number), secret);
}

/** Return the best link to a table that the reader can give: the host's, one by code, or one to watch. */
export function linkFor(table: string, lobby: Pick<Lobby, "code" | "invitation"> | null): string {
  const { code = null, invitation = null } = lobby ?? {};
  const secret = lasting.get(keyOf(table, invitation ?? 0));
  if (secret) return invitePath(table, secret);
  return code === null ? watchPath(table) : codePath(code);
}
