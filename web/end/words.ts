/** The sentences for the end of a game, and friendly words to each seat. */
import { phrases } from "../i18n/language";
import type { Ending } from "../state/game_screen";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

/** The largest difference in score that counts as close: two points, or a twentieth of the best score. */
const CLOSE = 2;
const CLOSE_PART = 0.05;

/** Return what a friend at a real table would say to this seat. */
export function kindWord({ winners, scores }: Ending, seat: number): string {
  if (scores.length === 0) return t(winners.includes(seat) ? "kind.together" : "kind.again");
  if (winners.includes(seat)) return t(winners.length > 1 ? "kind.shared" : "kind.won");
  const best = scores[winners[0] ?? -1];
  const mine = scores[seat];
  if (best === undefined || mine === undefined) return t("kind.lost");
  return t(Math.abs(best - mine) <= Math.max(CLOSE, Math.abs(best) * CLOSE_PART) ? "kind.close" : "kind.lost");
}
