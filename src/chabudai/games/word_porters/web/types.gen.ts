// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Put a porter on a hint word: word 0 or 1 of hint card `card`, from 0 (WP-18).
 *
 * The rules decide which porters it takes (WP-21, WP-22). */
export interface Place {
  readonly type: "place";
  readonly card: number;
  readonly word: number;
}

/** Place no porter this turn. Children may do so (WP-47). */
export interface Pass {
  readonly type: "pass";
}

/** Confirm all votes: a number for each seat, 0 for the voter's own (WP-32, WP-35).
 *
 * Moving tiles before that is not an action, so other players are not notified. */
export interface Vote {
  readonly type: "vote";
  readonly votes: readonly number[];
}

/** Confirm readiness for the next round. */
export interface Ready {
  readonly type: "ready";
}

/** A round begins with these words and hint cards on the table. `first` starts. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly words: readonly number[];
  readonly hints: readonly number[];
  readonly first: number;
}

/** `seat` was dealt this identity. Only `seat` is notified. */
export interface Received {
  readonly type: "received";
  readonly seat: number;
  readonly number: number;
}

/** `count` hint cards were shuffled into a new deck. */
export interface Reshuffled {
  readonly type: "reshuffled";
  readonly count: number;
}

/** `seat` put porters on word `word` of hint card `card`: one porter, or one on top of its
 * porter 3. */
export interface Placed {
  readonly type: "placed";
  readonly seat: number;
  readonly card: number;
  readonly word: number;
  readonly tokens: readonly number[];
}

/** `seat` placed no porter. If `forced`, it could not place one (WP-25). */
export interface Passed {
  readonly type: "passed";
  readonly seat: number;
  readonly forced: boolean;
}

/** `seat` has confirmed its votes. They are revealed once all seats have confirmed. */
export interface Voted {
  readonly type: "voted";
  readonly seat: number;
}

/** Blank votes were filled in for `seat`. They score no points (WP-A17). */
export interface Filled {
  readonly type: "filled";
  readonly seat: number;
}

/** WP-37: the identity of `seat`, and the number that each seat voted for it.
 *
 * A number is 0 for `seat` itself and for seats whose votes were filled in (WP-A17). */
export interface Revealed {
  readonly type: "revealed";
  readonly seat: number;
  readonly number: number;
  readonly votes: readonly number[];
}

/** The points of a round and of the game so far, by seat. */
export interface Scored {
  readonly type: "scored";
  readonly round: number;
  readonly points: readonly number[];
  readonly scores: readonly number[];
}

/** `seat` is ready for the next round. */
export interface Readied {
  readonly type: "readied";
  readonly seat: number;
}

/** The game is over. */
export interface Ended {
  readonly type: "ended";
  readonly outcome: Outcome;
}

/** The result of a finished game: `scores` by seat, in the game's unit, and the `winners`. */
export interface Outcome {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

/** Question: which porters would each hint word take if it were the seat's turn? */
export interface Survey {
  readonly type: "survey";
}

/** Question: can these votes be confirmed, and is one of them certainly wrong? */
export interface Weigh {
  readonly type: "weigh";
  readonly vote: Vote;
}

/** Question: how informative were this round's hints, and how good were the votes? */
export interface Review {
  readonly type: "review";
  readonly round: number;
}

/** Every hint word on the table, card by card. */
export interface Surveyed {
  readonly type: "surveyed";
  readonly spots: readonly Spot[];
}

/** A hint word: the porters that it would take, or the reason why it takes none. */
export interface Spot {
  readonly card: number;
  readonly word: number;
  readonly tokens: readonly number[];
  readonly against: Why | null;
}

/** The reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The reason why votes are illegal, and a warning if one is certainly wrong (WP-36). */
export interface Weighed {
  readonly type: "weighed";
  readonly against: Why | null;
  readonly warning: Why | null;
}

/** The review of a round: the placements, oldest first, and the votes, seat by seat.
 *
 * Both are empty until the round has been scored. `least_bad` has indices into `hints`. At these
 * placements, no open hint fitted the word by people's ratings, and the best of the open hints was
 * taken. */
export interface Reviewed {
  readonly type: "reviewed";
  readonly round: number;
  readonly hints: readonly HintReview[];
  readonly votes: readonly VoteReview[];
  readonly least_bad: readonly number[];
}

/** One placement. `before` and `after` are the probabilities of the right word.
 *
 * `hint` is the one that was taken, and its `chance` equals `after`. `others` lists the other open
 * hints, by descending `chance`. */
export interface HintReview {
  readonly seat: number;
  readonly hint: Considered;
  readonly before: number;
  readonly after: number;
  readonly others: readonly Considered[];
}

/** A hint word that could have been taken: `word` of hint card `card`.
 *
 * `chance` is the probability of the right word if this hint had been taken. `moved` is how much
 * the actual probability of the right word changed because this hint was not taken. A hint helps
 * if the right word is likelier with it than before the turn, or than with the hint that was
 * taken. `by_elimination` is true if this hint helps only because it fits other words even less. A
 * person would not use such a hint. */
export interface Considered {
  readonly card: number;
  readonly word: number;
  readonly chance: number;
  readonly moved: number;
  readonly by_elimination: boolean;
}

/** One vote: `seat` voted `guess` for `target`, whose word was `number`.
 *
 * `chances` has the probabilities of the words 1 … 10 for a player with the identity of `seat`.
 * They are in thousandths. `best` is the number for `target` in the likeliest votes of `seat`. */
export interface VoteReview {
  readonly seat: number;
  readonly target: number;
  readonly guess: number;
  readonly number: number;
  readonly best: number;
  readonly chances: readonly number[];
}

/** The options of a table. The defaults are the printed rules.
 *
 * `own_words` and `own_hints`, if not empty, replace the words and hints of the box: one word or
 * two hint words per card. If `own_share` is a number, that many of a game's words are the
 * table's, and the others are the box's (WP-A19). In that case, the table has `own_share` to 50
 * words of its own. Otherwise, it has 40 to 300. The minimum length of `own_hints` depends on
 * the number of seats (WP-13); the maximum is 106. `first_player` is a seat of the table (WP-A12).
 * `kids_pass_final` has an effect only with `children`, and `own_share` only with `own_words`. All
 * other combinations are allowed. */
export interface Options {
  readonly children: boolean;
  readonly first_player: "random" | number;
  readonly shared_hint_words: boolean;
  readonly kids_pass_final: boolean;
  readonly turn_clock: "off" | number;
  readonly own_words: readonly string[];
  readonly own_hints: readonly (readonly [string, string])[];
  readonly own_share: "all" | number;
}

/** The table as one seat sees it. Like State, but decks are only counted.
 *
 * `identities` is () before the deal. After the deal, only the viewer's own is visible, and the
 * others are 0. Once the round is scored, all are visible. `first` is -1 until it is drawn. */
export interface View {
  readonly options: Options;
  readonly phase: Shuffling | Reshuffling | Dealing | Hinting | Polling | Resting | Over;
  readonly scores: readonly number[];
  readonly round: number;
  readonly first: number;
  readonly words: readonly number[];
  readonly hints: readonly number[];
  readonly identities: readonly number[];
  readonly tokens: readonly (readonly number[])[];
  readonly placed: readonly Placed[];
  readonly rounds: readonly Finished[];
  readonly word_deck: number;
  readonly hint_deck: number;
  readonly hint_discards: readonly number[];
}

/** The decks are being shuffled. */
export interface Shuffling {
  readonly type: "shuffling";
}

/** The hint deck ran out during drawing. The discards are being shuffled. */
export interface Reshuffling {
  readonly type: "reshuffling";
}

/** The identity cards are being dealt. */
export interface Dealing {
  readonly type: "dealing";
}

/** `seat` must place a porter.
 *
 * `passed` lists, in order, the seats that still hold porters but passed, by choice or not. They
 * have no further turns in this round, unless a player places a porter and WP-48 gives children
 * another turn. */
export interface Hinting {
  readonly type: "hinting";
  readonly seat: number;
  readonly passed: readonly number[];
}

/** All players are voting. `confirmed` is indexed by seat. `own` has the viewer's votes, or is
 * () until they are confirmed. */
export interface Polling {
  readonly type: "voting";
  readonly confirmed: readonly boolean[];
  readonly own: readonly number[];
}

/** A round has been scored. The next begins when all seats are ready. */
export interface Resting {
  readonly type: "resting";
  readonly ready: readonly boolean[];
}

/** The game has ended. */
export interface Over {
  readonly type: "over";
}

/** A round that has been scored. Identities, votes and points are indexed by seat. */
export interface Finished {
  readonly first: number;
  readonly words: readonly number[];
  readonly hints: readonly number[];
  readonly placed: readonly Placed[];
  readonly identities: readonly number[];
  readonly votes: readonly (readonly number[])[];
  readonly points: readonly number[];
}

/** The accounts by seat, and the rounds.
 *
 * For each round, `placed` has the number of moves before each placement, oldest first. `voted`
 * has the number of moves before each seat's votes. */
export interface Looked {
  readonly accounts: readonly Account[];
  readonly rounds: readonly Reviewed[];
  readonly placed: readonly (readonly number[])[];
  readonly voted: readonly (readonly number[])[];
}

/** A seat's result: `hints` + `votes` + `luck` = `margin`, in thousandths of a point.
 *
 * `moments` lists the costliest hints and votes, in descending order of cost, except votes that
 * were right against the odds. */
export interface Account {
  readonly seat: number;
  readonly margin: number;
  readonly hints: number;
  readonly votes: number;
  readonly luck: number;
  readonly moments: readonly Moment[];
}

/** A costly hint (placement `at`, counted from 0), or the costly votes of seat `at`.
 *
 * `cost` is in thousandths of a point. `round` is counted from 1. */
export interface Moment {
  readonly round: number;
  readonly kind: "hint" | "vote";
  readonly at: number;
  readonly cost: number;
}

export type Action = Place | Pass | Vote | Ready;

export type Event = Dealt | Received | Reshuffled | Placed | Passed | Voted | Filled | Revealed | Scored | Readied | Ended;

export type Question = Survey | Weigh | Review;

export type Answer = Surveyed | Weighed | Reviewed;
