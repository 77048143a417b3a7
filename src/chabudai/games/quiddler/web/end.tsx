/** The end: who has won, the last round, and the whole score sheet. */
import { Again } from "@shell/frame/again";
import { nameAt } from "@shell/frame/people";
import { endedIn } from "@shell/typed";
import { CardArt } from "./card";
import { RoundResult, ScoreTable } from "./score";
import type { Play } from "./table";
import { alone, ended } from "./tell";
import { t } from "./words";

export function End({ play }: { readonly play: Play }) {
  const end = endedIn(play.story.value);
  const { phase, hands } = play.view.value;
  if (end === null || phase.type !== "over") return null;
  const { scores, winners } = end.outcome;
  if (hands.length === 1) {
    return (
      <div class="quiddler-end" data-testid="end-table">
        <h2>{alone(scores[0] ?? 0, winners.length > 0)}</h2>
        <p class="mini-cards">
          {phase.columns.flat().map((face, at) => (
            <CardArt key={at} face={face} />
          ))}
        </p>
        <Again table={play.table} />
      </div>
    );
  }
  return (
    <div class="quiddler-end" data-testid="end-table">
      <h2>{ended(winners, (seat) => nameAt(play.table, seat))}</h2>
      <p>{t("end.how")}</p>
      <ScoreTable play={play} />
      <Again table={play.table} />
      <h3>{t("sheet.after", { n: play.view.value.sheet.length })}</h3>
      <RoundResult play={play} />
    </div>
  );
}
