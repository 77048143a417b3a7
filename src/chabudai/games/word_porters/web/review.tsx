/** The review of a round: each hint's information about the right word, and the probability of each vote. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { nameAt } from "@shell/state/player_names";
import { Token } from "@shell/ui/tokens";
import { Face, hintOn, plain, wordOn } from "./faces";
import { HintToken } from "./porter";
import type { Screen } from "./screen";
import { isBlank } from "./ballot_draft";
import type { Considered, Finished, HintReview, Reviewed, VoteReview } from "./types.gen";
import { t } from "./words";

/** The maximum numbers of other open hints that are shown, and of those that only work by elimination. */
const OTHERS = 3;
const ELIMINATING = 1;
/** The scale of chances, which are in thousandths. */
const WHOLE = 1000;
const percent = (chance: number): string => `${Math.round((100 * chance) / WHOLE)}%`;
/** The minimum chance for each phrase. Figures would mislead, as the model is overconfident. */
const LIKELY = [
  [800, "chance.very-likely"],
  [500, "chance.likely"],
  [200, "chance.possible"],
  [50, "chance.unlikely"],
] as const;

const shown = (chance: number): string => t(LIKELY.find(([least]) => chance >= least)?.[1] ?? "chance.very-unlikely");

interface Props {
  readonly screen: Screen;
  /** The round, counted from 0. */
  readonly round: number;
}

export function Review({ screen, round }: Props) {
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [open, setOpen] = useState(false);
  const { play } = screen;
  useEffect(() => {
    if (!open || reviewed !== null || play.seat.peek() === null) return;
    void play.ask({ type: "review", round: round + 1 }, "reviewed").then(setReviewed);
  }, [open, round]);
  const finished = play.view.value.rounds[round];
  if (finished === undefined || play.seat.value === null) return null;
  return (
    <details class="review" data-testid={`review-${round}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("review")}</summary>
      {reviewed === null ? <p class="note">{t("review.wait")}</p> : <Pages screen={screen} reviewed={reviewed} finished={finished} />}
    </details>
  );
}

interface PagesProps {
  readonly screen: Screen;
  readonly reviewed: Reviewed;
  readonly finished: Finished;
}

function Pages({ screen, reviewed, finished }: PagesProps) {
  const me = screen.play.seat.value;
  const mine = reviewed.votes.filter((vote) => vote.seat === me);
  const others = reviewed.votes.filter((vote) => vote.seat !== me);
  const filled = finished.votes.flatMap((votes, seat) => (isBlank(votes) ? [seat] : []));
  const page = { screen, finished };
  const blank = (seat: number) => (
    <li key={seat} class="note">
      {t("guess.filled", { name: nameAt(screen.play.table, seat) })}
    </li>
  );
  return (
    <>
      <p class="note">{t("review.note")}</p>
      <h2>{t("review.votes")}</h2>
      <ul class="review-votes">
        {mine.map((vote) => (
          <VoteBars key={vote.target} {...page} vote={vote} />
        ))}
        {filled.filter((seat) => seat === me).map(blank)}
      </ul>
      <h2>{t("review.hints")}</h2>
      <p class="note">{t("review.bars")}</p>
      <ul class="review-hints">
        {reviewed.hints.map((hint, at) => (
          <HintBars key={at} {...page} review={hint} tokens={finished.placed[at]?.tokens ?? []}>
            {reviewed.least_bad.includes(at) && <LeastBad {...page} hint={hint.hint} />}
          </HintBars>
        ))}
      </ul>
      <details class="review-others">
        <summary>{t("review.others")}</summary>
        <ul class="review-votes">
          {others.map((vote) => (
            <VoteBars key={`${vote.seat} ${vote.target}`} {...page} vote={vote} />
          ))}
          {filled.filter((seat) => seat !== me).map(blank)}
        </ul>
      </details>
    </>
  );
}

interface PageProps {
  readonly screen: Screen;
  readonly finished: Finished;
}

/** The chances of the ten words as bars, with the right word filled and the guessed one marked. */
function VoteBars({ screen, finished, vote }: PageProps & { readonly vote: VoteReview }) {
  const { play } = screen;
  const { options } = play.view.value;
  const word = (number: number): string => plain(wordOn(finished.words[number - 1], options));
  const chance = (number: number): string => shown(vote.chances[number - 1] ?? 0);
  const most = Math.max(...vote.chances, 1);
  const facts = {
    name: nameAt(play.table, vote.seat),
    target: nameAt(play.table, vote.target),
    guess: word(vote.guess),
    guessed: chance(vote.guess),
    right: word(vote.number),
    chance: chance(vote.number),
  };
  return (
    <li class="vote-bars">
      <p>
        <Token seat={vote.seat} />
        <span aria-hidden="true">→</span>
        <Token seat={vote.target} />
        <span>{t(vote.guess === vote.number ? "review.hit" : "review.miss", facts)}</span>
      </p>
      <svg viewBox="0 0 200 50" aria-hidden="true">
        {vote.chances.map((each, at) => {
          const tall = (34 * each) / most;
          const number = at + 1;
          const look = number === vote.number ? "bar-right" : number === vote.guess ? "bar-wrong" : "bar-plain";
          return (
            <g key={at} transform={`translate(${20 * at + 10} 0)`}>
              <rect x="-7" y={36 - tall} width="14" height={tall} rx="2" class={look} />
              <text y="47" text-anchor="middle" class={number === vote.guess ? "bar-number guessed" : "bar-number"}>
                {number}
              </text>
            </g>
          );
        })}
      </svg>
    </li>
  );
}

interface HintProps extends PageProps {
  readonly review: HintReview;
  readonly tokens: readonly number[];
  readonly children: ComponentChildren;
}

/** The chance of the right word before and after a hint, and with the other open hints. */
function HintBars({ screen, finished, review, tokens, children }: HintProps) {
  const { play } = screen;
  const { options } = play.view.value;
  const number = finished.identities[review.seat] ?? 0;
  const facts = {
    name: nameAt(play.table, review.seat),
    right: plain(wordOn(finished.words[number - 1], options)),
    before: shown(review.before),
    after: shown(review.after),
  };
  const open = (eliminating: boolean) => review.others.filter((hint) => hint.by_elimination === eliminating);
  return (
    <li class="hint-bars">
      <p>
        <HintToken seat={review.seat} stack={tokens} />
        <span>{t("review.hint", facts)}</span>
      </p>
      {children}
      <ul>
        <HintBar screen={screen} finished={finished} hint={review.hint} before={review.before} taken />
        {[...open(false).slice(0, OTHERS), ...open(true).slice(0, ELIMINATING)].map((hint) => (
          <HintBar key={`${hint.card} ${hint.word}`} screen={screen} finished={finished} hint={hint} before={review.before} />
        ))}
      </ul>
    </li>
  );
}

function LeastBad({ screen, finished, hint }: PageProps & { readonly hint: Considered }) {
  const text = hintOn(finished.hints[hint.card], hint.word, screen.play.view.value.options);
  return <p class="note">{t("review.least_bad", { hint: plain(text) })}</p>;
}

interface BarProps extends PageProps {
  readonly hint: Considered;
  readonly before: number;
  readonly taken?: boolean;
}

function HintBar({ screen, finished, hint, before, taken }: BarProps) {
  const { options } = screen.play.view.value;
  return (
    <li class={taken === true ? "hint-bar taken" : "hint-bar"}>
      <Face text={hintOn(finished.hints[hint.card], hint.word, options)} />
      <span class="gauge" style={{ "--to": percent(hint.chance), "--from": percent(before) }} aria-hidden="true" />
      <b>{shown(hint.chance)}</b>
      {hint.by_elimination && <small class="elimination">{t("review.elimination")}</small>}
    </li>
  );
}
