/** The overlays: the dictionary, the score sheet, laid words. */
import { nameAt } from "@shell/state/player_names";
import { LazyPart } from "@shell/ui/lazy_part";
import { Sheet } from "@shell/ui/sheet";
import { listed } from "@shell/i18n/language";
import { CardArt } from "./card";
import { Lookup } from "./lookup";
import type { Overlays } from "./overlays";
import { RoundResult } from "./result";
import { ScoreTable } from "./score";
import type { Screen } from "./status";
import type { Laid } from "./types.gen";
import { Verdict } from "./verdict";
import { spelled, t, translate } from "./words";

const loadMeaning = async () => (await import("@shell/table/lazy_dialogs")).loadMeaning();
const letters = ({ cards }: Laid): string => cards.join("");

export function Overlay({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const { play } = screen;
  const shown = overlays.shown.value;
  switch (shown?.kind) {
    case "lookup":
      return (
        <Sheet name="lookup" title={t("lookup")} onClose={overlays.close}>
          <Lookup play={play} />
        </Sheet>
      );
    case "score":
      return (
        <Sheet name="score" title={t("sheet")} onClose={overlays.close}>
          <RoundResult screen={screen} overlays={overlays} />
          <ScoreTable play={play} />
        </Sheet>
      );
    case "words":
      return (
        <Sheet name="words" title={listed(shown.words.map((word) => spelled(word.cards)))} onClose={overlays.close}>
          {shown.words.map((word, at) => (
            <Word key={at} screen={screen} word={word} />
          ))}
          {play.table.guided.value === null && (
            <LazyPart load={loadMeaning} props={{ table: play.table, screen: { translate }, text: shown.words.map(letters).join(" ") }} />
          )}
        </Sheet>
      );
    case undefined:
      return null;
  }
}

/** Details of a laid word: its cards, points, owner and verdict. */
function Word({ screen: { play }, word }: { readonly screen: Screen; readonly word: Laid }) {
  return (
    <div class="word-again">
      <div class="big-cards">
        {word.cards.map((face, at) => (
          <CardArt key={at} face={face} />
        ))}
      </div>
      <p data-testid="word-again">{t("word.again", { name: nameAt(play.table, word.seat), word: spelled(word.cards), n: word.points })}</p>
      <Verdict play={play} word={word} />
    </div>
  );
}
