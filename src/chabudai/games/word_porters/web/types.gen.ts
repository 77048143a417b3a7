// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Put a porter on a hint word: hint card `card` on the table, from 0, its word 0 or 1 (WP-18).
 *
 * The rules decide which porters it takes (WP-21, WP-22). */
export interface Place {
  readonly type: "place";
  readonly card: number;
  readonly word: number;
}

/** Place nothing this turn, as children may (WP-47). */
export interface Pass {
  readonly type: "pass";
}

/** Confirm one's votes, all of them at once: by seat, a number, 0 for oneself (WP-32, WP-35).
 *
 * Moving tiles before that is no action, so nobody hears of it. */
export interface Vote {
  readonly type: "vote";
  readonly votes: readonly number[];
}

/** Go on to the next round. */
export interface Ready {
  readonly type: "ready";
}

/** A round begins: the words and hint cards on the table, and who starts. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly words: readonly number[];
  readonly hints: readonly number[];
  readonly first: number;
}

/** `seat` was dealt this identity; nobody else hears it. */
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

/** `seat` put porters on word `word` of hint card `card`: one, or one upon its 3. */
export interface Placed {
  readonly type: "placed";
  readonly seat: number;
  readonly card: number;
  readonly word: number;
  readonly tokens: readonly number[];
}

/** `seat` placed nothing; `forced`: it had no choice (WP-25). */
export interface Passed {
  readonly type: "passed";
  readonly seat: number;
  readonly forced: boolean;
}

/** `seat` has confirmed its votes; they are revealed once all seats have. */
export interface Voted {
  readonly type: "voted";
  readonly seat: number;
}

/** Blank votes were filled in for `seat`, which score for nobody (WP-A17). */
export interface Filled {
  readonly type: "filled";
  readonly seat: number;
}

/** WP-37: the identity of `seat`, and by seat the number voted for it; 0 by itself, and by those
 * whose votes were filled in (WP-A17). */
export interface Revealed {
  readonly type: "revealed";
  readonly seat: number;
  readonly number: number;
  readonly votes: readonly number[];
}

/** By seat, the points of a round and of the game so far. */
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

/** The result of a finished game: `scores` by seat, in the game's own unit, and one or more
 * `winners`. */
export interface Outcome {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

/** Which of my porters would each hint word take, if it were my turn? */
export interface Survey {
  readonly type: "survey";
}

/** Can these votes be confirmed, and is one of them certainly wrong? */
export interface Weigh {
  readonly type: "weigh";
  readonly vote: Vote;
}

/** How much did the hints of this round say, and how good were the votes? */
export interface Review {
  readonly type: "review";
  readonly round: number;
}

/** Every hint word on the table, card by card. */
export interface Surveyed {
  readonly type: "surveyed";
  readonly spots: readonly Spot[];
}

/** A hint word: the porters it would take, or why none may be placed there. */
export interface Spot {
  readonly card: number;
  readonly word: number;
  readonly tokens: readonly number[];
  readonly against: Why | null;
}

/** A reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Why votes cannot be confirmed, and a warning if one is certainly wrong (WP-36). */
export interface Weighed {
  readonly type: "weighed";
  readonly against: Why | null;
  readonly warning: Why | null;
}

/** The review of a round: the placements, oldest first, and the votes, seat by seat.
 *
 * Both are empty while the round has not been scored. */
export interface Reviewed {
  readonly type: "reviewed";
  readonly round: number;
  readonly hints: readonly HintReview[];
  readonly votes: readonly VoteReview[];
}

/** One placement: `before` and `after` are the probabilities of the right word.
 *
 * `hint` is the one that was taken, its `chance` the one `after` it. `others` are those that were
 * open, too, by descending `chance`. */
export interface HintReview {
  readonly seat: number;
  readonly hint: Considered;
  readonly before: number;
  readonly after: number;
  readonly others: readonly Considered[];
}

/** A hint word that could have been taken: `word` of hint card `card`.
 *
 * `chance`: the probability of the right word, had it been taken then. `moved`: the change in the
 * probability of the right word because it was passed over. `by_elimination`: with it, the right
 * word is likelier than before or than with the hint taken, but only as it fits others less:
 * nobody would say it of the word. */
export interface Considered {
  readonly card: number;
  readonly word: number;
  readonly chance: number;
  readonly moved: number;
  readonly by_elimination: boolean;
}

/** One vote: `seat` voted `guess` for `target`, whose word was `number`.
 *
 * `chances`: the probabilities of the words 1 … 10 to somebody with the identity of `seat`; they
 * add up to about 1000. `best` is the number for `target` in the likeliest votes of that seat. */
export interface VoteReview {
  readonly seat: number;
  readonly target: number;
  readonly guess: number;
  readonly number: number;
  readonly best: number;
  readonly chances: readonly number[];
}

/** The options of a table. The defaults are the rules of the box.
 *
 * `own_words` and `own_hints` replace those of the box, if there are any: one word a card, two
 * hint words a card (WP-A19). */
export interface Options {
  readonly children: boolean;
  readonly first_player: "random" | number;
  readonly shared_hint_words: boolean;
  readonly kids_pass_final: boolean;
  readonly turn_clock: "off" | number;
  readonly own_words: readonly string[];
  readonly own_hints: readonly (readonly [string, string])[];
}

/** The table as one seat sees it. As State, but decks are only counted.
 *
 * `identities` are () before they are dealt; then one's own and 0 for hidden ones; once the round
 * is scored, all of them. `first` is -1 until it is drawn. */
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

/** The hint deck ran out while cards were drawn; the discards are being shuffled. */
export interface Reshuffling {
  readonly type: "reshuffling";
}

/** The identity cards are being dealt. */
export interface Dealing {
  readonly type: "dealing";
}

/** `seat` is to place a porter.
 *
 * `passed`: the seats that hold porters and had to pass or chose to, in order; they have no more
 * turns in this round, unless somebody places and WP-48 gives children another turn. */
export interface Hinting {
  readonly type: "hinting";
  readonly seat: number;
  readonly passed: readonly number[];
}

/** All vote. By seat, who has confirmed; and one's own votes, () while there are none. */
export interface Polling {
  readonly type: "voting";
  readonly confirmed: readonly boolean[];
  readonly own: readonly number[];
}

/** A round has been scored; the next begins when all are ready, by seat. */
export interface Resting {
  readonly type: "resting";
  readonly ready: readonly boolean[];
}

/** The game has ended. */
export interface Over {
  readonly type: "over";
}

/** A round that has been scored. Tuples by seat: identities, votes of that seat, points. */
export interface Finished {
  readonly first: number;
  readonly words: readonly number[];
  readonly hints: readonly number[];
  readonly placed: readonly Placed[];
  readonly identities: readonly number[];
  readonly votes: readonly (readonly number[])[];
  readonly points: readonly number[];
}

/** The accounts by seat, and the rounds. */
export interface Looked {
  readonly accounts: readonly Account[];
  readonly rounds: readonly Reviewed[];
}

/** A seat's game: `hints` + `votes` + `luck` = `margin`, in thousandths of a point; `moments`
 * are the costliest, the costliest first. */
export interface Account {
  readonly seat: number;
  readonly margin: number;
  readonly hints: number;
  readonly votes: number;
  readonly luck: number;
  readonly moments: readonly Moment[];
}

/** A hint or a vote that cost something: number `at` of those of round `round`, from 0; `cost`
 * is in thousandths of a point. */
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
