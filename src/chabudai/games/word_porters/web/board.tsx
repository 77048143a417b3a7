/** The board: ten words, and the hint cards with the porters on them. */
import type { ComponentChildren } from "preact";
import { nameAt } from "@shell/state/player_names";
import { openWords } from "@shell/ui/open_sheet";
import { Token } from "@shell/ui/tokens";
import { joined, listed } from "@shell/i18n/language";
import { wide } from "@shell/state/settings";
import { Face, Seen, englishOn, hintOn, isChick, plain, wordOn } from "./faces";
import { Chick, HintToken, Standing } from "./porter";
import type { Screen } from "./screen";
import { placedOn, type Play } from "./table";
import { t } from "./words";

export const CARD_LETTERS = "ABCDEFGHIJKL";
/** Minimum number of hint cards for rows of six. */
const MANY = 11;

export function Words({ screen }: { readonly screen: Screen }) {
  const { words } = screen.play.view.value;
  return (
    <ol class="words" aria-label={t("words")} data-stops>
      {words.map((face, at) => (
        <li key={face}>
          <Word screen={screen} face={face} number={at + 1} />
        </li>
      ))}
    </ol>
  );
}

/** In a replay the word belongs to the seat whose view is shown. */
function whose({ table, seat }: Play): string {
  return seat.value === table.reader.value ? t("word.mine") : t("word.seen", { name: nameAt(table, seat.value ?? 0) });
}

function Word({ screen, face, number }: { readonly screen: Screen; readonly face: number; readonly number: number }) {
  const { play, secret, voting } = screen;
  const { options } = play.view.value;
  const mine = secret.shown.value && play.identity.value === number;
  const seen = (
    <>
      <span class="disc">{number}</span>
      <Face text={wordOn(face, options)} />
      {options.children && isChick(face, options) && <Chick />}
    </>
  );
  const look = mine ? "word-card mine" : "word-card";
  const active = voting.active.value;
  if (play.step.value !== "vote" || play.seat.value === null) {
    return (
      <Meant play={play} face={face} look={look}>
        {seen}
        {mine && <span class="unseen">{whose(play)}</span>}
      </Meant>
    );
  }
  const taken = voting.votes.value.flatMap((each, seat) => (each === number ? [seat] : []));
  const names = taken.map((seat) => nameAt(play.table, seat));
  const worn = taken.length > 0 ? `${look} taken` : look;
  const marks = (
    <span class="word-marks">
      {taken.map((seat) => (
        <Token key={seat} seat={seat} />
      ))}
    </span>
  );
  if (voting.confirmed.value || active === null) {
    return (
      <div class={worn}>
        {seen}
        {marks}
        {names.length > 0 && <span class="unseen">{t("word.for", { names: listed(names) })}</span>}
      </div>
    );
  }
  const word = plain(wordOn(face, options));
  const label = [
    t("vote.number", { n: number, word, name: nameAt(play.table, active) }),
    names.length > 0 ? t("word.for", { names: listed(names) }) : "",
    mine ? whose(play) : "",
  ];
  return (
    <button
      type="button"
      class={worn}
      data-testid={`word-${number}`}
      aria-pressed={voting.votes.value[active] === number}
      onClick={() => voting.lay(active, number)}
    >
      <span class="unseen">{joined(label)}</span>
      <Seen>
        {seen}
        {marks}
      </Seen>
    </button>
  );
}

interface MeantProps {
  readonly play: Play;
  readonly face: number;
  readonly look: string;
  readonly children: ComponentChildren;
}

/** A word card. A tap shows the word's meaning. */
export function Meant({ play, face, look, children }: MeantProps) {
  const text = englishOn(face, play.view.value.options);
  if (play.table.guided.value !== null || !/[a-z]/i.test(text)) return <span class={look}>{children}</span>;
  return (
    <button type="button" class={`${look} meant`} data-testid={`meaning-of-${face}`} onClick={() => openWords(text)}>
      {children}
      <span class="unseen">{t("word.meaning")}</span>
    </button>
  );
}

export function Hints({ screen }: { readonly screen: Screen }) {
  const { hints } = screen.play.view.value;
  return (
    <ul class={hints.length < MANY ? "hints" : "hints many"} aria-label={t("hints")} data-testid="hints" data-stops>
      {hints.map((face, card) => (
        <HintCard key={face} screen={screen} card={card} />
      ))}
    </ul>
  );
}

function HintCard({ screen, card }: { readonly screen: Screen; readonly card: number }) {
  const { play, voting } = screen;
  const active = play.step.value === "vote" && !voting.confirmed.value ? voting.active.value : null;
  const used = play.view.value.placed.some((each) => each.card === card && each.seat === active);
  return (
    <li class={active !== null && !used ? "hint-card dim" : "hint-card"}>
      <span class="card-letter" aria-hidden="true">
        {CARD_LETTERS.charAt(card)}
      </span>
      {[0, 1].map((word) => (
        <Half key={word} screen={screen} card={card} word={word} active={active} />
      ))}
    </li>
  );
}

interface HalfProps {
  readonly screen: Screen;
  readonly card: number;
  readonly word: number;
  /** The player whose porters are highlighted. */
  readonly active: number | null;
}

function Half({ screen, card, word, active }: HalfProps) {
  const { play, placing, stage } = screen;
  const { hints, placed, options } = play.view.value;
  const text = hintOn(hints[card], word, options);
  const here = placed.filter((each) => each.card === card && each.word === word);
  const chosen = placing.chosen.value?.card === card && placing.chosen.value.word === word ? placing.chosen.value : null;
  // Figures are shown while hints are given. During votes there is no room for them.
  const Piece = wide.value && play.step.value === "hint" ? Standing : HintToken;
  const tokens = here.map((each) => <Piece key={each.seat} seat={each.seat} stack={each.tokens} />);
  const labels = here.map((each) => t("hint.porter", { name: nameAt(play.table, each.seat), n: each.tokens.join("+") }));
  const newest = stage.recalled.value?.at(-1) ?? stage.changed.value;
  const fresh = newest?.card === card && newest.word === word;
  const look = fresh ? "half fresh" : "half";
  if (play.step.value !== "hint" || play.seat.value === null) {
    const worn = here.some((each) => each.seat === active) ? `${look} lit` : look;
    const seen = (
      <>
        <Face text={text} />
        <span class="half-tokens">{tokens}</span>
      </>
    );
    const address = `${card}-${word}`;
    if (here.length === 0) {
      return (
        <div class={worn} data-half={address}>
          {seen}
        </div>
      );
    }
    return (
      <button type="button" class={worn} data-half={address} onClick={() => stage.recall(placedOn(play, card, word))}>
        <span class="unseen">{joined([t("hint", { hint: plain(text) }), ...labels])}</span>
        <Seen>{seen}</Seen>
      </button>
    );
  }
  const free = chosen !== null && chosen.against === null;
  return (
    <button
      type="button"
      class={chosen === null ? look : free ? "half chosen" : "half chosen refused"}
      data-testid={`hint-${card}-${word}`}
      data-half={`${card}-${word}`}
      data-tokens={here.map((each) => each.tokens.join("")).join(" ")}
      aria-pressed={chosen !== null}
      aria-disabled={placing.isBarred(card, word)}
      onClick={() => placing.choose(card, word)}
    >
      <span class="unseen">{joined([t("hint", { hint: plain(text) }), ...labels])}</span>
      <Seen>
        <Face text={text} />
        <span class="half-tokens">
          {tokens}
          {free && (
            <span class="ghost">
              <Piece seat={play.seat.value} stack={chosen.tokens} />
            </span>
          )}
        </span>
      </Seen>
    </button>
  );
}
