/** What several pages know about seats: bot levels, and the invitation a host holds. */
import { invitePath } from "./routes";
import type { Level, Seated } from "./types.gen";

export const LEVELS: readonly Level[] = ["easy", "normal", "hard", "expert"];

/** The secret of the link is told once, when the table is made; it must survive a reload. */
export function keepInvite({ table, invite }: Seated): void {
  if (invite !== null) localStorage.setItem(`chabudai.invite.${table}`, invite);
}

export function inviteLink(table: string): string | null {
  const secret = localStorage.getItem(`chabudai.invite.${table}`);
  return secret === null ? null : invitePath(table, secret);
}
