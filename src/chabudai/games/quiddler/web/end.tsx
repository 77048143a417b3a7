/** The end: the whole score sheet and the last round, or the columns. */
import { CardArt } from "./card";
import type { Overlays } from "./overlays";
import { RoundResult } from "./result";
import { ScoreTable } from "./score";
import { Overlay } from "./sheets";
import type { Screen } from "./status";
import { t } from "./words";

export function End({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const { play } = screen;
  const { phase, hands } = play.view.value;
  if (phase.type !== "over") return null;
  if (hands.length === 1) {
    return (
      <div class="quiddler-end" data-testid="end-table">
        <h3>{t("columns.left")}</h3>
        <p class="mini-cards">
          {phase.columns.flat().map((face, at) => (
            <CardArt key={at} face={face} />
          ))}
        </p>
      </div>
    );
  }
  return (
    <div class="quiddler-end" data-testid="end-table">
      <ScoreTable play={play} />
      <h3>{t("round", { n: play.view.value.sheet.length })}</h3>
      <RoundResult screen={screen} overlays={overlays} />
      <Overlay screen={screen} overlays={overlays} />
    </div>
  );
}
