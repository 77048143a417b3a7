/** A round's result: bonuses or the reason why there are none, and each player's laid, kept and scored points. */
import { nameAt } from "@shell/state/player_names";
import { Token } from "@shell/ui/tokens";
import { listed } from "@shell/i18n/language";
import { cardsOf } from "@shell/state/typed_table";
import { CardArt } from "./card";
import { worth } from "./faces";
import { LaidWords } from "./laid_words";
import type { Overlays } from "./overlays";
import type { Screen } from "./status";
import type { Play } from "./table";
import type { Finished, Line, Tally, Top } from "./types.gen";
import { signed, t, translate } from "./words";

interface Props {
  readonly screen: Screen;
  readonly overlays: Overlays;
}

/** The round that is being settled, or the one that was scored last. */
export function RoundResult({ screen, overlays }: Props) {
  const { play } = screen;
  const { tally, previous, laid, hands, phase, sheet } = play.view.value;
  if (tally === null) return null;
  const here = phase.type === "settling" || phase.type === "over";
  const round: Finished = here || previous === null ? { laid, hands: hands.map(cardsOf) } : previous;
  const before = phase.type === "settling" ? sheet.at(-1) : sheet.at(-2);
  return (
    <section class="round-result" aria-label={t("laid")} data-testid="round-result">
      <p class="bonuses" data-testid="bonuses">
        {bonuses(play, tally).map((told) => (
          <span key={told}>{told} </span>
        ))}
      </p>
      <ul>
        {tally.lines.map((line, seat) => (
          <li key={seat} data-testid={`result-${seat}`}>
            <Token seat={seat} />
            <div class="result-words">
              <p>
                <b class="result-name">{nameAt(play.table, seat)}</b>
                {t("sum.colon")}
                <span data-testid={`sum-${seat}`}>{sum(line, before?.[seat]?.total ?? 0)}</span>
              </p>
              <div class="result-cards">
                <LaidWords screen={screen} overlays={overlays} laid={round.laid} seat={seat} />
                <Kept cards={round.hands[seat] ?? []} />
              </div>
            </div>
            <b class="result-points">{signed(line.points)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Return a line's points as a sum: "words 28, left −7, longest word +10", and any points added by a floor. */
function sum({ words, left, most, longest, lost, points, total }: Line, before: number): string {
  const parts = [
    t("sum.words", { n: words }),
    left > 0 ? t("sum.left", { n: left }) : "",
    points > words - left + most + longest - lost ? t("sum.floor") : "",
    most > 0 ? t("sum.most") : "",
    longest > 0 ? t("sum.longest") : "",
    lost > 0 ? t("sum.lost", { n: lost }) : "",
    total > before + points ? t("sum.total.floor") : "",
  ];
  return parts.filter((part) => part !== "").join(t("sum.and"));
}

function Kept({ cards }: { readonly cards: readonly string[] }) {
  if (cards.length === 0) return null;
  return (
    <span class="mini-cards" role="img" aria-label={t("kept", { cards: cards.join(" "), n: worth(cards) })}>
      {cards.map((face, at) => (
        <CardArt key={at} face={face} />
      ))}
    </span>
  );
}

/** Return the game's own sentences about the two bonuses. */
function bonuses(play: Play, { most, longest }: Tally): readonly string[] {
  const told = (top: Top | null, alone: string, tied: string): string => {
    if (top === null) return "";
    const seats = listed(top.seats.map((seat) => nameAt(play.table, seat)));
    return translate(top.seats.length === 1 ? alone : tied, { seats, n: top.count });
  };
  if (![most, longest].some((top) => top !== null && top.count > 0)) return [translate("No words count, so nobody gets a bonus.", {})];
  return [
    told(most, "Most words, +10: {seats} with {n}.", "Most words: {seats} tie with {n} and get no bonus."),
    told(
      longest,
      "Longest word, +10: {seats} with {n} letters.",
      "Longest word: {seats} tie with {n} letters and get no bonus.",
    ),
  ];
}
