/** The levels of bots, and the invitation that a host holds. */
import { invitePath } from "./routes";
import type { Level, Seated } from "./types.gen";

export const LEVELS: readonly Level[] = ["easy", "normal", "hard", "expert"];

/** The server gives the secret of the link once, when the table is made. It must survive a reload. */
export function keepInvite({ table, invite }: Seated): void {
  if (invite !== null) localStorage.setItem(`chabudai.invite.${table}`, invite);
}

export function inviteLink(table: string): string | null {
  const secret = localStorage.getItem(`chabudai.invite.${table}`);
  return secret === null ? null : invitePath(table, secret);
}
