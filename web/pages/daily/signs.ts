/** The result of a deal as a row of signs, which does not reveal the cards. The terminal prints the same lines. */
import { SITE } from "../../platform/site";
import type { DealRecord } from "../stats/records";

/** The sign of each mark. */
const MARKS = "▁▃▅▆█";
/** The sign of a result that is at least as good as the expert's. */
const STAR = "★";

export function signs({ marks, against }: DealRecord): string {
  const row = marks.map((mark) => MARKS[mark] ?? "").join("");
  return [row, against >= 0 ? STAR : ""].filter((each) => each !== "").join(" ") || "–";
}

/** Return the text to share: the day, a line for each game, and the address of the day. */
export function sharedText(day: string, lines: readonly (readonly [game: string, deal: DealRecord])[]): string {
  const rows = lines.map(([game, deal]) => `${game} ${signs(deal)}`);
  return [`chabudai ${day}`, ...rows, `${SITE}/daily/${day}`].join("\n");
}
