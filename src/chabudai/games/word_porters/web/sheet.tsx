/** A round's result: each player's word, the players who found it, and the points. */
import { useEffect, useRef } from "preact/hooks";
import { nameAt } from "@shell/state/player_names";
import { Icon } from "@shell/ui/icons";
import { Token } from "@shell/ui/tokens";
import { Trail } from "./ballots";
import { Meant } from "./board";
import { Face, plain, wordOn } from "./faces";
import { Porter } from "./porter";
import { clockwise, type Play } from "./table";
import type { Finished, Placed, Revealed } from "./types.gen";
import { t } from "./words";

/** The part of a round that has been shown. */
export interface Shown {
  readonly words: readonly number[];
  readonly hints: readonly number[];
  readonly placed: readonly Placed[];
  /** Each player's word and the votes for it, in display order. */
  readonly results: readonly Revealed[];
  /** The number of results that are shown. Room is reserved for the others. */
  readonly known: number;
  /** The points that the seats gained, or none while the result is being revealed. */
  readonly gains: readonly Gain[];
}

export function finished(round: Finished): Shown {
  const { words, hints, placed, identities, votes } = round;
  const gains = identities.flatMap((_, seat) => gainOf(round, seat) ?? []);
  const results = clockwise(round.first, identities.length).map((seat): Revealed => ({
    type: "revealed",
    seat,
    number: identities[seat] ?? 0,
    votes: votes.map((own) => own[seat] ?? 0),
  }));
  return { words, hints, placed, results, known: results.length, gains };
}

/** Return a seat's points in a round: one for each player who found its word, and for each word that it guessed. Null
 * if there is no such seat. */
export function gainOf({ points, identities, votes }: Finished, seat: number): Gain | null {
  const n = points[seat];
  if (n === undefined) return null;
  const guessed = identities.filter((number, other) => votes[seat]?.[other] === number).length;
  return { n, found: n - guessed, guessed };
}

// A type, not an interface, because the facts of a sentence are indexed.
type Gain = { readonly n: number; readonly found: number; readonly guessed: number };

export function RoundSheet({ play, shown }: { readonly play: Play; readonly shown: Shown }) {
  const list = useRef<HTMLOListElement>(null);
  const revealing = shown.gains.length === 0;
  // If not all results fit, scroll to the newest.
  useEffect(() => {
    if (revealing) list.current?.children[shown.known - 1]?.scrollIntoView({ block: "nearest" });
  }, [revealing, shown.known]);
  return (
    <ol class="round-sheet" aria-label={t("sheet")} data-testid="round-sheet" ref={list}>
      {shown.results.map((result, at) => (
        <Result key={result.seat} play={play} shown={shown} result={result} look={lookOf(at + 1 - shown.known)} />
      ))}
    </ol>
  );
}

/** Return the class of a result. `later` is its distance from the one shown last. */
const lookOf = (later: number): string => (later < 0 ? "result" : later === 0 ? "result newest" : "result coming");

interface ResultProps {
  readonly play: Play;
  readonly shown: Shown;
  readonly result: Revealed;
  readonly look: string;
}

function Result({ play, shown, result, look }: ResultProps) {
  const { options } = play.view.value;
  const { seat, number, votes } = result;
  const voters = votes.flatMap((vote, voter) => (voter === seat ? [] : [{ voter, vote }]));
  const gain = shown.gains[seat];
  return (
    <li class={look} data-testid={`result-${seat}`}>
      <Porter seat={seat} number={number} />
      <div class="result-who">
        <p>
          <b>{nameAt(play.table, seat)}</b> <span class="disc">{number}</span>{" "}
          <Word play={play} shown={shown} number={number} />
        </p>
        <Trail placed={shown.placed.filter((each) => each.seat === seat)} hints={shown.hints} options={options} />
      </div>
      <ul class="guesses">
        {voters.map(({ voter, vote }) => (
          <Guess key={voter} play={play} shown={shown} voter={voter} vote={vote} right={vote === number} />
        ))}
      </ul>
      {gain && (
        <p class={gain.n > 0 ? "gain" : "gain none"}>
          <span class="unseen">{t("gain", gain)}</span>
          <span aria-hidden="true">
            <b>+{gain.n}</b> <small>{t("gain.parts", gain)}</small>
          </span>
        </p>
      )}
    </li>
  );
}

/** A player's word. While the result is being revealed, a key or tap ends this, and opens no meaning. */
function Word({ play, shown, number }: { readonly play: Play; readonly shown: Shown; readonly number: number }) {
  const face = shown.words[number - 1];
  const text = <Face text={wordOn(face, play.view.value.options)} />;
  if (shown.gains.length === 0) return text;
  return (
    <Meant play={play} face={face ?? 0} look="in-text">
      {text}
    </Meant>
  );
}

interface GuessProps {
  readonly play: Play;
  readonly shown: Shown;
  readonly voter: number;
  readonly vote: number;
  readonly right: boolean;
}

function Guess({ play, shown, voter, vote, right }: GuessProps) {
  if (vote === 0) return <Filled play={play} voter={voter} />;
  const text = wordOn(shown.words[vote - 1], play.view.value.options);
  const facts = { name: nameAt(play.table, voter), n: vote, word: plain(text) };
  return (
    <li class={right ? "guess hit" : "guess miss"}>
      <span class="unseen">{t(right ? "guess.right" : "guess.wrong", facts)}</span>
      <span class="guess-seen" aria-hidden="true">
        <Token seat={voter} />
        <b>{vote}</b>
        <Face text={text} />
        <Icon name={right ? "check" : "close"} />
      </span>
    </li>
  );
}

/** A blank vote that was filled in. */
function Filled({ play, voter }: { readonly play: Play; readonly voter: number }) {
  return (
    <li class="guess miss">
      <span class="unseen">{t("guess.filled", { name: nameAt(play.table, voter) })}</span>
      <span class="guess-seen" aria-hidden="true">
        <Token seat={voter} />
        <b>–</b>
        <span>{t("ballot.filled")}</span>
      </span>
    </li>
  );
}
