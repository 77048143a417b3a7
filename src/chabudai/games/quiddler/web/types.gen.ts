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

/** Confirm being ready. A ready seat makes no further challenges in this round (QD-A7). */
export interface Ready {
  readonly type: "ready";
}

/** Solo game: lay a word from the open cards of these columns, numbered from 0 (QD-A18). */
export interface Spell {
  readonly type: "spell";
  readonly columns: readonly number[];
}

/** Solo game: end the game (QD-A18). */
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

/** `seat` was dealt these cards. Only that seat receives this event. */
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

/** The last lap is over. `hands` holds each seat's remaining cards. */
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

/** `seat` is ready and makes no further challenges in this round. */
export interface Readied {
  readonly type: "readied";
  readonly seat: number;
}

/** A round was scored. `most` and `longest` are the seats that won the bonuses, or None. `words`
 * and `letters` hold the leaders and their counts, or None if the bonus is not in the game. */
export interface Scored {
  readonly type: "scored";
  readonly round: number;
  readonly lines: readonly Line[];
  readonly most: number | null;
  readonly longest: number | null;
  readonly words: Top | null;
  readonly letters: Top | null;
}

/** A seat's round on the score sheet. `words` holds the points of words that stood, and `left`
 * the points of cards kept. `most` and `longest` are bonuses, `lost` the cost of challenges,
 * `points` the round's score, and `total` the game's. */
export interface Line {
  readonly words: number;
  readonly left: number;
  readonly most: number;
  readonly longest: number;
  readonly lost: number;
  readonly points: number;
  readonly total: number;
}

/** QD-30 to QD-32: the seats with the highest count for a bonus, and that count. */
export interface Top {
  readonly count: number;
  readonly seats: readonly number[];
}

/** Solo game: the columns were set up with these open cards. */
export interface Spread {
  readonly type: "spread";
  readonly open: readonly string[];
}

/** Solo game: a word was laid. `opened` lists the open cards, "" for empty columns. */
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

/** Question: how can this word be spelled with some of these `cards` of the hand? */
export interface Pick {
  readonly type: "pick";
  readonly word: string;
  readonly cards: readonly string[];
}

/** Question: how many points would these words earn? `discard` is None while the player has not
 * chosen one. */
export interface Plan {
  readonly type: "plan";
  readonly words: readonly (readonly string[])[];
  readonly discard: string | null;
}

/** Question: how many points could challenging this word of the round cost? */
export interface Stake {
  readonly type: "stake";
  readonly word: number;
}

/** Whether the dictionary has the word, or the reason why it cannot be looked up. */
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

/** Every way to spell `word`, including those with a single card.
 *
 * Ways that leave more points in the hand come first, then ways with fewer cards. */
export interface Picked {
  readonly type: "picked";
  readonly word: string;
  readonly ways: readonly (readonly string[])[];
}

/** The points of cards laid and kept, and the resulting points for the round (QD-29).
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

/** Points that the challenger loses if the word is allowed, and that its owner loses if it is
 * not. `against` is the reason why the word cannot be challenged. */
export interface Staked {
  readonly type: "staked";
  readonly owner: number | null;
  readonly if_allowed: number;
  readonly if_not: number;
  readonly against: Why | null;
}

/** The options of a table. The defaults are the printed rules. `first_dealer` is a seat of the
 * table (QD-A1). A table for one needs `solo` set to "columns" (QD-A18), and a table for two
 * cannot have "both" bonuses (QD-33). For other numbers of seats these two options have no effect.
 * All other combinations are allowed. */
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

/** The table as one seat sees it. Like State, but hides the pile and other hands.
 *
 * Hidden cards are only counted. `tally` is the last finished round with its scores, or with
 * preliminary scores until all seats are ready. */
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

/** The round is over. `ready` is True for each seat that has no further challenges. */
export interface Settling {
  readonly type: "settling";
  readonly ready: readonly boolean[];
}

/** The solo game as its player sees it. */
export interface Columns {
  readonly type: "solo";
  readonly columns: readonly Column[];
}

/** A column of the solo game: its open card, or "" if it is empty, and the number of cards below
 * it. */
export interface Column {
  readonly open: string;
  readonly under: number;
}

/** The game has ended. In the solo game, `columns` holds the cards left. */
export interface Over {
  readonly type: "over";
  readonly columns: readonly (readonly string[])[];
}

/** One more turn for each player. `out` went out, or is None if `turn_cap` was reached. `left`
 * lists the seats whose last turn is not over, beginning with the seat whose turn it is. */
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

/** A challenge's result: who made it, whether the word is allowed, and who lost how much. */
export interface Verdict {
  readonly by: number;
  readonly allowed: boolean;
  readonly loser: number;
  readonly loss: number;
}

/** The table when a round was scored: the words laid, and each seat's remaining cards. */
export interface Finished {
  readonly laid: readonly Laid[];
  readonly hands: readonly (readonly string[])[];
}

/** `seat` openly took `card` in this round, and has not openly given up an equal card since. */
export interface Held {
  readonly seat: number;
  readonly card: string;
}

/** A round on the score sheet: a line for each seat, and the leaders for each bonus. `most`
 * counts words, and `longest` letters. Each is None if that bonus is not in the game (QD-33). */
export interface Tally {
  readonly lines: readonly Line[];
  readonly most: Top | null;
  readonly longest: Top | null;
}

/** The accounts by seat (none in a solo game), and the reviewed moves in order. */
export interface Looked {
  readonly accounts: readonly Account[];
  readonly lays: readonly Weighed[];
  readonly challenges: readonly Doubted[];
  readonly fed: readonly Fed[];
}

/** A seat's game: `words` + `choices` + `challenges` + `luck` = `margin`, in thousandths of a
 * point.
 *
 * `level` is the SCOWL level of the rarest word that it laid, which serves as an estimate of its
 * vocabulary. */
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

/** A lay or challenge that cost `cost` points. `at` is its index in `lays` or `challenges`.
 *
 * A challenge out of turn is not a moment, since the seat had no other move to make. */
export interface Moment {
  readonly kind: "challenge" | "lay";
  readonly at: number;
  readonly cost: number;
}

/** A turn in which words could be laid. `at` is the number of moves before it.
 *
 * `hand` includes the drawn card. `words` lists the words laid, and `wrong` those that are
 * invalid. `worth` is the value of `words` in points. `known` and `best` are better layouts, or
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

/** A way to lay a hand: the words as lists of cards, the discard, and the cards left.
 *
 * `points` is the total of the words, and `net` is `points` minus the points left (QD-29), which
 * may be negative. */
export interface Layout {
  readonly words: readonly (readonly string[])[];
  readonly discard: string | null;
  readonly left: readonly string[];
  readonly points: number;
  readonly net: number;
}

/** A challenge. `seat` lost `loss` points if the word was allowed, and otherwise its `owner`
 * lost them. `odds` is the probability, in hundredths, that the word was invalid, as judged by a
 * player who did not know it. If it is at least `needed`, a challenge should on average gain
 * points relative to the other players. `in_turn` is true if the challenger owed a move. */
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
  readonly in_turn: boolean;
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
