// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Take the top card of the draw pile or of the discard pile (QD-9). */
export interface Draw {
  readonly type: "draw";
  readonly source: "discards" | "pile";
}

/** End the turn with a card, face up (QD-13). */
export interface Discard {
  readonly type: "discard";
  readonly card: string;
}

/** Lay all cards but one in words, and discard that one (QD-12). */
export interface GoOut {
  readonly type: "go-out";
  readonly words: readonly (readonly string[])[];
  readonly discard: string;
}

/** In the last lap, lay any words, or none, and discard a card (QD-15). */
export interface Last {
  readonly type: "last";
  readonly words: readonly (readonly string[])[];
  readonly discard: string;
}

/** Challenge a word of somebody else; `word` is its index in that round (QD-24). */
export interface Challenge {
  readonly type: "challenge";
  readonly round: number;
  readonly word: number;
}

/** Challenge no more in this round (QD-A7). */
export interface Ready {
  readonly type: "ready";
}

/** The game for one: lay a word of the open cards of these columns, numbered from 0 (QD-A18). */
export interface Spell {
  readonly type: "spell";
  readonly columns: readonly number[];
}

/** The game for one: end the game (QD-A18). */
export interface Stop {
  readonly type: "stop";
}

/** A round begins: `dealer` has dealt, `first` starts, `discard` was turned up. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly dealer: number;
  readonly first: number;
  readonly discard: string;
}

/** `seat` was dealt these cards; nobody else hears it. */
export interface Received {
  readonly type: "received";
  readonly seat: number;
  readonly cards: readonly string[];
}

/** The discards were shuffled into a new draw pile of `count` cards. */
export interface Refilled {
  readonly type: "refilled";
  readonly count: number;
}

/** `seat` drew from the pile; only `seat` hears which card. */
export interface Drew {
  readonly type: "drew";
  readonly seat: number;
  readonly card: string | null;
}

/** `seat` took the top card of the discard pile. */
export interface Took {
  readonly type: "took";
  readonly seat: number;
  readonly card: string;
}

/** `seat` laid all but one card; the others have one more turn. */
export interface WentOut {
  readonly type: "went-out";
  readonly seat: number;
  readonly words: readonly (readonly string[])[];
}

/** `seat` laid words in its last turn. */
export interface Added {
  readonly type: "added";
  readonly seat: number;
  readonly words: readonly (readonly string[])[];
}

/** `seat` ended its turn with this card. */
export interface Discarded {
  readonly type: "discarded";
  readonly seat: number;
  readonly card: string;
}

/** Nobody has gone out in the turns agreed; everybody has one more (QD-A21). */
export interface Capped {
  readonly type: "capped";
}

/** The last lap is over; by seat, the cards kept. */
export interface Shown {
  readonly type: "shown";
  readonly hands: readonly (readonly string[])[];
}

/** `seat` challenged a word of `owner`, and `loser` loses `loss` points. */
export interface Challenged {
  readonly type: "challenged";
  readonly seat: number;
  readonly owner: number;
  readonly cards: readonly string[];
  readonly allowed: boolean;
  readonly loser: number;
  readonly loss: number;
}

/** `seat` will challenge no more in this round. */
export interface Readied {
  readonly type: "readied";
  readonly seat: number;
}

/** A round was scored, by seat. `most` and `longest` won the bonuses, if anybody did.
 *
 * `words` and `letters` say who was first in them, and with how many; None: not in the game. */
export interface Scored {
  readonly type: "scored";
  readonly round: number;
  readonly lines: readonly Line[];
  readonly most: number | null;
  readonly longest: number | null;
  readonly words: Top | null;
  readonly letters: Top | null;
}

/** A seat's round on the score sheet.
 *
 * `words` and `left` are points of words that stood and of cards kept; `most` and `longest` are
 * bonuses, `lost` what challenges cost, `points` the round, `total` the game so far. */
export interface Line {
  readonly words: number;
  readonly left: number;
  readonly most: number;
  readonly longest: number;
  readonly lost: number;
  readonly points: number;
  readonly total: number;
}

/** QD-30 to QD-32: the seats that have the most of what a bonus counts, and how many it is. */
export interface Top {
  readonly count: number;
  readonly seats: readonly number[];
}

/** The game for one: the columns are laid out, with these cards open. */
export interface Spread {
  readonly type: "spread";
  readonly open: readonly string[];
}

/** The game for one: a word was laid; `opened` are the cards open now, "" for no card. */
export interface Spelled {
  readonly type: "spelled";
  readonly cards: readonly string[];
  readonly opened: readonly string[];
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

/** Is this word in the dictionary? */
export interface Lookup {
  readonly type: "lookup";
  readonly word: string;
}

/** How do some of these `cards` of my hand spell this word? */
export interface Pick {
  readonly type: "pick";
  readonly word: string;
  readonly cards: readonly string[];
}

/** What if I laid these words and discarded this card? None: that is not decided yet. */
export interface Plan {
  readonly type: "plan";
  readonly words: readonly (readonly string[])[];
  readonly discard: string | null;
}

/** What if I challenged this word of the round? */
export interface Stake {
  readonly type: "stake";
  readonly word: number;
}

/** Whether the dictionary has the word, or why it may not be looked up. */
export interface Found {
  readonly type: "found";
  readonly word: string;
  readonly allowed: boolean | null;
  readonly against: Why | null;
}

/** A reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Every way to spell `word`, a single card included.
 *
 * The way that leaves the most points in the hand comes first, then the one of fewest cards. */
export interface Picked {
  readonly type: "picked";
  readonly word: string;
  readonly ways: readonly (readonly string[])[];
}

/** The points laid and kept, what the round counts for both (QD-29), and why the words cannot be
 * laid. The dictionary is not consulted, as it is one's own turn (QD-23). */
export interface Planned {
  readonly type: "planned";
  readonly words: number;
  readonly left: number;
  readonly points: number;
  readonly against: Why | null;
}

/** Points that the challenger loses if the word is allowed, and its owner if it is not.
 *
 * `against` says why it cannot be challenged. */
export interface Staked {
  readonly type: "staked";
  readonly owner: number | null;
  readonly if_allowed: number;
  readonly if_not: number;
  readonly against: Why | null;
}

/** The options of a table. The defaults are the rules of the box. */
export interface Options {
  readonly lexicon: "casual" | "expert" | "standard";
  readonly first_dealer: "random" | number;
  readonly score_floor: "none" | "round" | "round+total" | "total";
  readonly struck_word: "minus" | "zero";
  readonly validation: "at-once" | "challenge" | "when-laid";
  readonly lookup: "none" | "off-turn" | "off-turn-not-table";
  readonly two_player_bonus: "both" | "longest" | "most";
  readonly no_first_turn_out: boolean;
  readonly turn_cap: "off" | number;
  readonly solo: "bots" | "columns";
  readonly turn_clock: "off" | number;
  readonly challenge_clock: "off" | number;
}

/** The table as one seat sees it. As State, but the pile and hidden hands are only counted.
 *
 * `tally` is the round that is over: as it would be written down now, or as it was. */
export interface View {
  readonly options: Options;
  readonly phase: Dealing | Refilling | Drawing | Choosing | Settling | Columns | Over;
  readonly hands: readonly (readonly string[] | number)[];
  readonly round: number;
  readonly dealer: number | null;
  readonly turns: number;
  readonly last: LastLap | null;
  readonly pile: number;
  readonly discards: readonly string[];
  readonly laid: readonly Laid[];
  readonly sheet: readonly (readonly Line[])[];
  readonly previous: Finished | null;
  readonly held: readonly Held[];
  readonly tally: Tally | null;
  readonly upheld: readonly string[];
}

/** The cards are being shuffled and dealt. */
export interface Dealing {
  readonly type: "dealing";
}

/** The discards are being shuffled; then `seat` draws. */
export interface Refilling {
  readonly type: "refilling";
  readonly seat: number;
}

/** `seat` is to draw. */
export interface Drawing {
  readonly type: "drawing";
  readonly seat: number;
}

/** `seat` has drawn and is to discard. `card` is None if the viewer did not see it. */
export interface Choosing {
  readonly type: "acting";
  readonly seat: number;
  readonly card: string | null;
  readonly source: "discards" | "pile";
}

/** All have had their last turn. `ready` by seat: who will challenge no more. */
export interface Settling {
  readonly type: "settling";
  readonly ready: readonly boolean[];
}

/** The game for one as its player sees it. */
export interface Columns {
  readonly type: "solo";
  readonly columns: readonly Column[];
}

/** A column of the game for one: its open card, "" if none is left, and how many lie under. */
export interface Column {
  readonly open: string;
  readonly under: number;
}

/** The game has ended; in the game for one, with these cards still in the columns. */
export interface Over {
  readonly type: "over";
  readonly columns: readonly (readonly string[])[];
}

/** One more turn each: `out` went out (None: the table's `turn_cap` was reached).
 *
 * `left` are the seats whose last turn is not over, in order, the one whose turn it is first. */
export interface LastLap {
  readonly out: number | null;
  readonly left: readonly number[];
}

/** A word on the table, and whose it is. `verdict` is None until it has been challenged. */
export interface Laid {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly points: number;
  readonly verdict: Verdict | null;
}

/** A challenge settled: who made it, whether the word is allowed, who lost how many points. */
export interface Verdict {
  readonly by: number;
  readonly allowed: boolean;
  readonly loser: number;
  readonly loss: number;
}

/** The table when a round was scored: the words laid, and by seat the cards kept. */
export interface Finished {
  readonly laid: readonly Laid[];
  readonly hands: readonly (readonly string[])[];
}

/** `seat` openly took `card` in this round and has not openly parted with such a card since. */
export interface Held {
  readonly seat: number;
  readonly card: string;
}

/** A round as it is written down: a line by seat, and who is first in each bonus.
 *
 * `most` counts words, `longest` letters; None: that bonus is not in the game (QD-33). */
export interface Tally {
  readonly lines: readonly Line[];
  readonly most: Top | null;
  readonly longest: Top | null;
}

/** The accounts by seat, none in the game for one, and all that they were made of, in order. */
export interface Looked {
  readonly accounts: readonly Account[];
  readonly lays: readonly Weighed[];
  readonly challenges: readonly Doubted[];
  readonly fed: readonly Fed[];
}

/** A seat's game: `words` + `choices` + `challenges` + `luck` = `margin`, in thousandths of a
 * point. `level` is the SCOWL level of the rarest word it laid, which stands for those it knows. */
export interface Account {
  readonly seat: number;
  readonly level: number;
  readonly margin: number;
  readonly words: number;
  readonly choices: number;
  readonly challenges: number;
  readonly luck: number;
  readonly moments: readonly Moment[];
}

/** A lay or a challenge that cost `cost` points: number `at` of `lays` or `challenges`. */
export interface Moment {
  readonly kind: "challenge" | "lay";
  readonly at: number;
  readonly cost: number;
}

/** A turn in which words could be laid. `at` is the number of moves before it, `hand` the cards
 * with the one drawn; `words` were laid, `wrong` of them are in no dictionary.
 *
 * `worth`, in points, is that of `words`; `known` and `best` are better layouts, None where there
 * is none. `vocabulary` and `decision` are the points that it cost not to know `best`, and not to
 * lay `known`; both are at least 0. */
export interface Weighed {
  readonly at: number;
  readonly round: number;
  readonly seat: number;
  readonly hand: readonly string[];
  readonly words: readonly (readonly string[])[];
  readonly wrong: readonly string[];
  readonly worth: number;
  readonly known: Layout | null;
  readonly best: Layout | null;
  readonly vocabulary: number;
  readonly decision: number;
}

/** Words as lists of cards, the discard and the cards left.
 *
 * `points` are those of the words, `net` is that less the points left (QD-29, without floor). */
export interface Layout {
  readonly words: readonly (readonly string[])[];
  readonly discard: string | null;
  readonly left: readonly string[];
  readonly points: number;
  readonly net: number;
}

/** A challenge. The word cost `loss` points: `seat`, if it is one, and else its `owner`.
 *
 * `odds` is how likely it was none to somebody who did not know it, in hundredths; from `needed`
 * on a challenge gains on the others. */
export interface Doubted {
  readonly at: number;
  readonly round: number;
  readonly seat: number;
  readonly owner: number;
  readonly word: string;
  readonly allowed: boolean;
  readonly loss: number;
  readonly odds: number;
  readonly needed: number;
}

/** A card that `seat` discarded, and that `taker`, who came next, laid in `word`. */
export interface Fed {
  readonly round: number;
  readonly seat: number;
  readonly card: string;
  readonly taker: number;
  readonly word: string;
}

export type Action = Draw | Discard | GoOut | Last | Challenge | Ready | Spell | Stop;

export type Event = Dealt | Received | Refilled | Drew | Took | WentOut | Added | Discarded | Capped | Shown | Challenged | Readied | Scored | Spread | Spelled | Ended;

export type Question = Lookup | Pick | Plan | Stake;

export type Answer = Found | Picked | Planned | Staked;
