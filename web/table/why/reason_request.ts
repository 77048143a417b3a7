/** Requests for the reason for a bot's move. */
import { fetchJson, Failure } from "../../net/api";
import { nameAt } from "../../state/player_names";
import { failureText } from "../../state/refusals";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { reader } from "../../state/telling";
import type { Reason, Told } from "../../net/types.gen";
import { say } from "./words";

/** Return the seat that made a step, if its events name it. */
export function madeBy({ events }: Told): number | null {
  for (const event of events) {
    if (typeof event === "object" && event !== null && "seat" in event && typeof event.seat === "number") return event.seat;
  }
  return null;
}

/** Return the seat whose bot can now be asked about a step, or null. */
export function askedAbout(table: Table, told: Told): number | null {
  const seat = madeBy(told);
  if (seat === null || !table.lobby.value?.says_why) return null;
  const chair = table.chairs.value[seat];
  // In a replay, all reasons are open, but the replay does not say what made a step.
  if (table.again === true) return chair && chair.kind !== "guest" ? seat : null;
  const open = told.why === "open" || (told.why === "kept" && table.story.value.some(({ seq, opens }) => opens && seq >= told.seq));
  return open ? seat : null;
}

/** Return the reason for a step, or why it is not available: a sentence. */
export async function reasonFor(table: Table, screen: Pick<GameScreen, "translate">, step: number): Promise<string> {
  const counted = table.again === true ? "step" : "seq";
  try {
    const { seat, said } = await fetchJson<Reason>(`/api/tables/${encodeURIComponent(table.id)}/why?${counted}=${step}`);
    return said === null ? say("hidden") : say("said", { name: nameAt(table, seat), why: reader(table, screen.translate)(said) });
  } catch (failure) {
    if (failure instanceof Failure && failure.code === "not-now") return say("hidden");
    if (failure instanceof Failure && failure.code === "malformed") return say("nobody");
    return failureText(failure);
  }
}
