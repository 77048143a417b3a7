/** The end: another mission, or the same one again, and the review with all hands open. */
import { Again } from "@shell/table/rematch";
import { listed } from "@shell/i18n/language";
import { NextMission, nextOf } from "./next";
import { Review } from "./review";
import type { Play } from "../table";
import { cardName, t } from "../words";

export function End({ play }: { readonly play: Play }) {
  const { phase, board } = play.view.value;
  if (phase.type !== "over") return null;
  const won = phase.reason === "scanned";
  const next = nextOf(play);
  // After a win, offer the next mission first. After a loss, offer another try first.
  const onward = won && next !== null;
  const further = next !== null && <NextMission play={play} next={next} look={onward ? "primary" : ""} />;
  return (
    <div class={won ? "kakapo-end won" : "kakapo-end lost"} data-testid="end-table" data-won={won}>
      {won && <p>{t("end.pieces", { cards: listed(board.map(({ piece }) => cardName(piece))) })}</p>}
      <Again table={play.table}>{onward && further}</Again>
      {!onward && further}
      <Review play={play} />
    </div>
  );
}
