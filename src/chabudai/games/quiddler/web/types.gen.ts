// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Draw the top card of the draw pile or of the discard pile (QD-9). */
export interface Draw {
  readonly type: "draw";
  readonly source: "discards" | "pile";
}

/** End the turn by discarding a card face up (QD-13). */
export interface Discard {
  readonly type: "discard";
  readonly card: string;
}

/** Lay all cards except one in words, and discard that one (QD-12). */
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

/** Challenge another player's word. `word` is its index in the round (QD-24). */
export interface Challenge {
  readonly type: "challenge";
  readonly round: number;
  readonly word: number;
}

/** Be ready, without further challenges in this round (QD-A7). */
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

/** A round begins: `dealer` has dealt, `first` starts, and `discard` was turned up. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly dealer: number;
  readonly first: number;
  readonly discard: string;
}

/** `seat` was dealt these cards. No other seat is notified. */
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

/** `seat` drew from the pile. `card` is None for other seats. */
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

/** `seat` laid all cards except one. The others have one more turn. */
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

/** `seat` discarded this card at the end of its turn. */
export interface Discarded {
  readonly type: "discarded";
  readonly seat: number;
  readonly card: string;
}

/** No player went out within the agreed turns. All players have one more turn (QD-A21). */
export interface Capped {
  readonly type: "capped";
}

/** The last lap is over. `hands` are the cards kept, by seat. */
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

/** `seat` is ready, without further challenges in this round. */
export interface Readied {
  readonly type: "readied";
  readonly seat: number;
}

/** A round was scored, by seat. `most` and `longest` won the bonuses, or are None.
 *
 * `words` and `letters` are the seats that were first in them, and their counts, or None if the
 * bonus is not in the game. */
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
 * `words` and `left` are the points of words that stood and of cards kept. `most` and `longest`
 * are bonuses, `lost` is the cost of challenges, `points` the round, and `total` the game so far. */
export interface Line {
  readonly words: number;
  readonly left: number;
  readonly most: number;
  readonly longest: number;
  readonly lost: number;
  readonly points: number;
  readonly total: number;
}

/** QD-30 to QD-32: the seats that are first in the count for a bonus, and that count. */
export interface Top {
  readonly count: number;
  readonly seats: readonly number[];
}

/** The game for one: the columns are set up with these open cards. */
export interface Spread {
  readonly type: "spread";
  readonly open: readonly string[];
}

/** The game for one: a word was laid. `opened` are the open cards, "" for empty columns. */
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

/** The result of a finished game: `scores` by seat, in the game's unit, and the `winners`. */
export interface Outcome {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

/** Question: is this word in the dictionary? */
export interface Lookup {
  readonly type: "lookup";
  readonly word: string;
}

/** Question: how do some of these `cards` of the hand spell this word? */
export interface Pick {
  readonly type: "pick";
  readonly word: string;
  readonly cards: readonly string[];
}

/** Question: how many points would these words count? `discard` is None if it is undecided. */
export interface Plan {
  readonly type: "plan";
  readonly words: readonly (readonly string[])[];
  readonly discard: string | null;
}

/** Question: what would a challenge of this word of the round cost? */
export interface Stake {
  readonly type: "stake";
  readonly word: number;
}

/** Whether the dictionary has the word, or the reason why it may not be looked up. */
export interface Found {
  readonly type: "found";
  readonly word: string;
  readonly allowed: boolean | null;
  readonly against: Why | null;
}

/** The reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Every way to spell `word`, even with a single card.
 *
 * The way that leaves the most points in the hand comes first, then the one with the fewest cards. */
export interface Picked {
  readonly type: "picked";
  readonly word: string;
  readonly ways: readonly (readonly string[])[];
}

/** The points laid and kept, and the round's points for both (QD-29).
 *
 * `against` is the reason why the words cannot be laid. The dictionary is not consulted, since it
 * is closed during the player's own turn (QD-23). */
export interface Planned {
  readonly type: "planned";
  readonly words: number;
  readonly left: number;
  readonly points: number;
  readonly against: Why | null;
}

/** Points that the challenger loses if the word is allowed, and its owner if it is not.
 *
 * `against` is the reason why it cannot be challenged. */
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

/** The table as one seat sees it. Like State, but the pile and hidden hands are only counted.
 *
 * `tally` is the round that is over, as it would be written down now or as it was. */
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

/** The discards are being shuffled. Then `seat` draws. */
export interface Refilling {
  readonly type: "refilling";
  readonly seat: number;
}

/** `seat` must draw. */
export interface Drawing {
  readonly type: "drawing";
  readonly seat: number;
}

/** `seat` has drawn and must discard. `card` is None if the viewer did not see it. */
export interface Choosing {
  readonly type: "acting";
  readonly seat: number;
  readonly card: string | null;
  readonly source: "discards" | "pile";
}

/** All players have had their last turn. `ready` are the seats without further challenges. */
export interface Settling {
  readonly type: "settling";
  readonly ready: readonly boolean[];
}

/** The game for one as its player sees it. */
export interface Columns {
  readonly type: "solo";
  readonly columns: readonly Column[];
}

/** A column of the game for one: its open card, or "" if it is empty, and the cards below it. */
export interface Column {
  readonly open: string;
  readonly under: number;
}

/** The game has ended. In the game for one, `columns` are the cards left. */
export interface Over {
  readonly type: "over";
  readonly columns: readonly (readonly string[])[];
}

/** One more turn for each player. `out` went out, or is None if `turn_cap` was reached. `left`
 * are the seats whose last turn is not over, in order, starting with the seat on turn. */
export interface LastLap {
  readonly out: number | null;
  readonly left: readonly number[];
}

/** A word on the table with its owner. `verdict` is None until it has been challenged. */
export interface Laid {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly points: number;
  readonly verdict: Verdict | null;
}

/** A settled challenge: the challenger, whether the word is allowed, the loser, and the loss. */
export interface Verdict {
  readonly by: number;
  readonly allowed: boolean;
  readonly loser: number;
  readonly loss: number;
}

/** The table when a round was scored: the words laid, and the cards kept by seat. */
export interface Finished {
  readonly laid: readonly Laid[];
  readonly hands: readonly (readonly string[])[];
}

/** `seat` openly took `card` in this round and has not openly given up such a card since. */
export interface Held {
  readonly seat: number;
  readonly card: string;
}

/** A round as it is written down: a line by seat, and the first in each bonus. `most` counts
 * words, and `longest` letters. Each is None if that bonus is not in the game (QD-33). */
export interface Tally {
  readonly lines: readonly Line[];
  readonly most: Top | null;
  readonly longest: Top | null;
}

/** The accounts by seat, or none in the game for one, and their parts in order. */
export interface Looked {
  readonly accounts: readonly Account[];
  readonly lays: readonly Weighed[];
  readonly challenges: readonly Doubted[];
  readonly fed: readonly Fed[];
}

/** A seat's game: `words` + `choices` + `challenges` + `luck` = `margin`, in thousandths of a
 * point.
 *
 * `level` is the SCOWL level of the rarest word that it laid, which serves as an estimate of the
 * words it knows. */
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

/** A turn in which words could be laid. `at` is the number of moves before it.
 *
 * `hand` are the cards including the drawn one. `words` were laid; those in `wrong` are in no
 * dictionary. `worth` is the value of `words` in points. `known` and `best` are better layouts, or
 * None if there are none. `vocabulary` and `decision` are the costs in points, at least 0, of not
 * knowing `best` and of not laying `known`. */
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
 * `points` are those of the words, and `net` is `points` minus the points left (QD-29, without
 * floor). */
export interface Layout {
  readonly words: readonly (readonly string[])[];
  readonly discard: string | null;
  readonly left: readonly string[];
  readonly points: number;
  readonly net: number;
}

/** A challenge. If the word was allowed, `seat` lost `loss` points; otherwise its `owner` did.
 *
 * `odds` is the probability, in hundredths, that the word was invalid, to a player who did not
 * know it. If it is at least `needed`, a challenge gains on the other players. */
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

/** A card that `seat` discarded, and that `taker`, the next player, laid in `word`. */
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
