/** The sentences for the end of a game, and friendly words to each seat. */
import { people, phrases } from "../i18n/language";
import type { Ending } from "../state/game_screen";
import { nameAt } from "../state/player_names";
import type { Table } from "../state/table";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const t = phrases<keyof typeof en>({ en, ja });

/** Return who has won and by how much, in one sentence. */
export function verdictOf(table: Table, { winners, margin, verdict }: Ending): string {
  const [first] = winners;
  if (verdict !== undefined) return verdict;
  if (first === undefined) return t("verdict.nobody");
  if (winners.length > 1) return t("verdict.tie", { names: people(winners.map((seat) => nameAt(table, seat))) });
  const mine = first === table.seat.value ? "verdict.mine" : "verdict";
  return t(margin === undefined ? mine : `${mine}.by`, { name: nameAt(table, first), margin: margin ?? "" });
}

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
