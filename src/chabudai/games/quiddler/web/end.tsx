/** The end: the winners, the last round, and the whole score sheet. */
import { Again } from "@shell/table/rematch";
import { Heading } from "@shell/ui/heading";
import { endedIn } from "@shell/state/typed_table";
import { CardArt } from "./card";
import type { Overlays } from "./overlays";
import { RoundResult } from "./result";
import { ScoreTable } from "./score";
import { Overlay } from "./sheets";
import type { Screen } from "./status";
import { t, tell } from "./words";

export function End({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const { play } = screen;
  const end = endedIn(play.story.value);
  const { phase, hands } = play.view.value;
  if (end === null || phase.type !== "over") return null;
  const result = <Heading level="h2">{tell(play.table, [end], 1)}</Heading>;
  if (hands.length === 1) {
    return (
      <div class="quiddler-end" data-testid="end-table">
        {result}
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
      {result}
      <ScoreTable play={play} />
      <Again table={play.table} />
      <h3>{t("round", { n: play.view.value.sheet.length })}</h3>
      <RoundResult screen={screen} overlays={overlays} />
      <Overlay screen={screen} overlays={overlays} />
    </div>
  );
}
