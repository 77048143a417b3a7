/** The words laid in this round. A tap shows a word again. Words that this seat may challenge have a flag. */
import { nameAt } from "@shell/state/player_names";
import { Icon } from "@shell/ui/icons";
import { Token } from "@shell/ui/tokens";
import { CardArt } from "./card";
import type { Overlays } from "./overlays";
import type { Screen } from "./status";
import type { Laid as Word } from "./types.gen";
import { Verdict } from "./verdict";
import { spelled, t } from "./words";

interface Props {
  readonly screen: Screen;
  readonly overlays: Overlays;
}

export function Laid({ screen, overlays }: Props) {
  const { play } = screen;
  const { laid, hands, last } = play.view.value;
  const seats = hands.map((_, seat) => seat).filter((seat) => laid.some((word) => word.seat === seat));
  return (
    <section class="laid" aria-label={t("laid")} data-stops>
      {seats.length === 0 && last === null && <p class="note">{t("laid.none")}</p>}
      {seats.map((seat) => (
        <div key={seat} class="laid-seat">
          {hands.length > 1 && (
            <p class="laid-name">
              <Token seat={seat} />
              <span>{nameAt(play.table, seat)}</span>
            </p>
          )}
          <LaidWords screen={screen} overlays={overlays} laid={laid} seat={seat} />
        </div>
      ))}
    </section>
  );
}

/** The words that a seat has laid. With many players they are printed as letters, since cards would be too small. */
export function LaidBefore({ screen, overlays, seat }: Props & { readonly seat: number }) {
  const { laid, phase, hands } = screen.play.view.value;
  if (phase.type === "settling") return null;
  return <LaidWords screen={screen} overlays={overlays} laid={laid} seat={seat} cards={hands.length <= MOST_WITH_CARDS} />;
}

const MOST_WITH_CARDS = 5;
/** If a seat has at least this number of words, they are drawn smaller. */
const MANY_WORDS = 4;

interface WordsProps extends Props {
  readonly laid: readonly Word[];
  readonly seat: number;
  /** Whether the words are drawn as cards. */
  readonly cards?: boolean;
}

/** One seat's words among those laid in a round. */
export function LaidWords({ screen, overlays, laid, seat, cards }: WordsProps) {
  const own = laid.filter((word) => word.seat === seat).length;
  if (own === 0) return null;
  return (
    <ul class={`laid-words${cards ? " as-cards" : ""}${own < MANY_WORDS ? "" : " many"}`}>
      {laid.map(
        (word, at) =>
          word.seat === seat && <LaidWord key={at} screen={screen} overlays={overlays} word={word} at={at} cards={cards} />,
      )}
    </ul>
  );
}

interface WordProps extends Props {
  readonly word: Word;
  readonly at: number;
  readonly cards: boolean | undefined;
}

function LaidWord({ screen, overlays, word, at, cards }: WordProps) {
  const { play, challenging } = screen;
  const text = spelled(word.cards);
  const name = nameAt(play.table, word.seat);
  const open = play.view.value.laid[at] === word && play.challengeable.value.includes(at);
  const { verdict } = word;
  const look = verdict === null ? "laid-word" : verdict.allowed ? "laid-word stands" : "laid-word struck";
  return (
    <li class={look} data-testid={`laid-${at}`} data-word={text}>
      <button
        type="button"
        class="plain laid-letters"
        style={{ "--n": word.cards.length }}
        onClick={() => overlays.open({ kind: "words", words: [word] })}
      >
        <span class="unseen">{t("word.again", { name, word: text, n: word.points })}</span>
        {word.cards.map((face, place) =>
          cards ? (
            <CardArt key={place} face={face} />
          ) : (
            <span key={place} class="tile" lang="en" aria-hidden="true">
              {face}
            </span>
          ),
        )}
        <b class="laid-points" aria-hidden="true">
          {word.points}
        </b>
      </button>
      <Verdict play={play} word={word} />
      {open && (
        <button
          type="button"
          class="flag"
          data-testid={`challenge-${at}`}
          data-challenge={at}
          aria-label={t("challenge.word", { word: text, name, n: word.points })}
          aria-pressed={challenging.word.value === at}
          aria-keyshortcuts="C"
          onClick={() => challenging.raise(at)}
        >
          <Icon name="flag" />
        </button>
      )}
    </li>
  );
}
