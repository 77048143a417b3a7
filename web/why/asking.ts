/** Asks the server why a bot moved as it did. */
import { call, Failure } from "../api";
import { nameAt } from "../frame/people";
import { failureText } from "../frame/refusals";
import type { Room } from "../room";
import type { Table } from "../table";
import { reader } from "../telling";
import type { Reason, Told } from "../types.gen";
import { say } from "./words";

/** The seat whose bot made a step, as far as its events tell; null: no bot did. */
export function botOf(table: Table, { events, instead }: Told): number | null {
  for (const event of events) {
    if (typeof event !== "object" || event === null || !("seat" in event) || typeof event.seat !== "number") continue;
    const kind = table.chairs.value[event.seat]?.kind;
    return instead === "bot" || (kind !== undefined && kind !== "guest") ? event.seat : null;
  }
  return null;
}

/** The seat whose bot may be asked now why it made a step; null: nobody. In a game that is seen again all is open. */
export function askedAbout(table: Table, room: Room, told: Told): number | null {
  if (!table.lobby.value?.says_why || (table.again !== true && room.untold?.(table, told))) return null;
  return botOf(table, told);
}

/** Why the bot moved so that made a step, or why that is not told: a sentence. */
export async function reasonFor(table: Table, room: Pick<Room, "translate">, step: number): Promise<string> {
  const counted = table.again === true ? "step" : "seq";
  try {
    const answer = await call(`/api/tables/${encodeURIComponent(table.id)}/why?${counted}=${step}`);
    const { seat, said } = (await answer.json()) as Reason;
    return said === null ? say("hidden") : say("said", { name: nameAt(table, seat), why: reader(table, room.translate)(said) });
  } catch (failure) {
    if (failure instanceof Failure && failure.code === "not-now") return say("hidden");
    if (failure instanceof Failure && failure.code === "malformed") return say("nobody");
    return failureText(failure);
  }
}
