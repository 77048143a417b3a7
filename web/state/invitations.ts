/** Invitations to tables, as stored by this browser. */
import { codePath, invitePath, watchPath } from "./routes";
import { lasting } from "../platform/storage";
import type { Invitation, Lobby, Seated } from "../net/types.gen";

/** A replaced link is never read again, because its number differs. */
const keyOf = (party: string, number: number): string =>
  `chabudai.invite.${party}${number === 0 ? "" : `.${number}`}`;

/** Store the secret of a new table's link, which is that of its party. The server sends it only once, and it must survive
 * a reload. */
export function keepInvite({ table, invite }: Seated): void {
  if (invite !== null) lasting.set(keyOf(table, 0), invite);
}

/** Store the secret of a link that replaces the previous one. The server sends it only once. */
export function keepInvitation(party: string, { secret, number }: Invitation): void {
  lasting.set(keyOf(party, number), secret);
}

/** Return the best link that the reader can give: the host's to the party, one by code, or one to watch the table. */
export function linkFor(table: string, lobby: (Pick<Lobby, "code" | "invitation"> & Partial<Pick<Lobby, "party">>) | null): string {
  const { code = null, invitation = null } = lobby ?? {};
  const party = lobby?.party ?? table;
  const secret = lasting.get(keyOf(party, invitation ?? 0));
  if (secret) return invitePath(party, secret);
  return code === null ? watchPath(table) : codePath(code);
}
