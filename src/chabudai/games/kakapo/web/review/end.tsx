/** The end: whether the mission was won, and its review with all hands open. */
import { Again } from "@shell/table/rematch";
import { Heading } from "@shell/ui/heading";
import { listed } from "@shell/i18n/language";
import { NextMission, nextOf } from "./next";
import { Review } from "./review";
import type { Play } from "../table";
import { cardName, t } from "../words";

export function End({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const { phase, board, round, lacking } = view;
  if (phase.type !== "over") return null;
  const won = phase.reason === "scanned";
  const next = nextOf(play);
  // After a win, offer the next mission first. After a loss, offer another try first.
  const onward = won && next !== null;
  const further = next !== null && <NextMission play={play} next={next} look={onward ? "primary" : ""} />;
  return (
    <div class={won ? "kakapo-end won" : "kakapo-end lost"} data-testid="end-table" data-won={won}>
      <Heading level="h2">{t(won ? "end.won" : "end.lost")}</Heading>
      <p>{won ? t("end.pieces", { cards: listed(board.map(({ piece }) => cardName(piece))), rounds: round }) : t("end.missing", { n: lacking ?? 0 })}</p>
      <Again table={play.table}>{onward && further}</Again>
      {!onward && further}
      <Review play={play} />
    </div>
  );
}
