/** The end: the mission after a loss, and the review with all hands open. */
import { listed } from "@shell/i18n/language";
import { NextMission } from "./next";
import { nextOf } from "./onward";
import { Review } from "./review";
import type { Play } from "../table";
import { cardName, t } from "../words";

export function End({ play }: { readonly play: Play }) {
  const { phase, board } = play.view.value;
  if (phase.type !== "over") return null;
  const won = phase.reason === "scanned";
  const next = nextOf(play);
  return (
    <div class={won ? "kakapo-end won" : "kakapo-end lost"} data-testid="end-table" data-won={won}>
      {won && <p>{t("end.pieces", { cards: listed(board.map(({ piece }) => cardName(piece))) })}</p>}
      {!won && next !== null && <NextMission play={play} next={next} look="" />}
      <Review play={play} />
    </div>
  );
}
