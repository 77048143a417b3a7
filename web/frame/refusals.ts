/** A refusal of the server as a sentence of the reader's language. */
import { t } from "../language";
import type { Room } from "../room";
import type { Refused } from "../types.gen";

export function refusalText(room: Room, refused: Refused): string {
  if (refused.code === "illegal") return room.translate(refused.text, refused.facts);
  return t(`problem.${refused.code}`);
}
