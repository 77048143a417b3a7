/** A refusal of the server as a sentence of the reader's language. */
import { t } from "../language";
import type { Room } from "../room";
import type { Refused } from "../types.gen";

/** The heading of the rulebook that a refusal stands on; null where it is not the game that refuses. */
export function ruleOf(refused: Refused): string | null {
  return refused.rule !== null && /^[A-Z]{2}-/.test(refused.rule) ? refused.rule : null;
}

export function refusalText(room: Room, refused: Refused): string {
  if (refused.code === "illegal") return room.translate(refused.text, refused.facts);
  return t(`problem.${refused.code}`);
}
