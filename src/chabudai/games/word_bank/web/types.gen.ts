// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Say a password and put one stone on each of `positions`, in visiting order. */
export interface Say {
  readonly type: "say";
  readonly word: string;
  readonly direction: "anticlockwise" | "clockwise";
  readonly positions: readonly number[];
}

/** Say no password this turn (WB-A9). */
export interface Pass {
  readonly type: "pass";
}

/** Accept or reject a word that is not in the dictionary (WB-A18). */
export interface Vote {
  readonly type: "vote";
  readonly accept: boolean;
}

/** The circle has been dealt. `first` starts. */
export interface Dealt {
  readonly type: "dealt";
  readonly ring: readonly Safe[];
  readonly first: number;
}

/** A card: one letter A–Z and the number of spaces for stones (WB-2). */
export interface Safe {
  readonly letter: string;
  readonly spaces: number;
}

/** A password was said and its stones were placed. */
export interface Said {
  readonly type: "said";
  readonly seat: number;
  readonly word: string;
  readonly direction: "anticlockwise" | "clockwise";
  readonly positions: readonly number[];
}

/** A password refused by `rule`, which costs the turn (WB-24). `text` with `facts` says why. */
export interface Rejected {
  readonly type: "rejected";
  readonly seat: number;
  readonly word: string;
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** A word that is not in the dictionary was put to the vote (WB-A18). */
export interface Doubted {
  readonly type: "doubted";
  readonly seat: number;
  readonly word: string;
}

/** `seat` has voted. Votes are revealed once all seats have voted. */
export interface Voted {
  readonly type: "voted";
  readonly seat: number;
}

/** The votes are revealed. `votes` is indexed by seat, with None for the seat that said the
 * word. */
export interface Judged {
  readonly type: "judged";
  readonly seat: number;
  readonly word: string;
  readonly accepted: boolean;
  readonly votes: readonly (boolean | null)[];
}

/** `seat` passed. */
export interface Passed {
  readonly type: "passed";
  readonly seat: number;
}

/** A full safe was locked. Its stones, whose owners are in `stones`, go to the box.
 * Its card goes to `seat`. */
export interface Closed {
  readonly type: "closed";
  readonly seat: number;
  readonly position: number;
  readonly safe: Safe;
  readonly stones: readonly number[];
}

/** `safe` was put at `position`. It is None if the pile was empty (WB-A15). */
export interface Refilled {
  readonly type: "refilled";
  readonly position: number;
  readonly safe: Safe | null;
}

/** The game is over. `by` placed its last stone, or is None after a stalemate. */
export interface Ended {
  readonly type: "ended";
  readonly by: number | null;
  readonly outcome: Outcome;
}

/** The result of a finished game: `scores` by seat, in the game's unit, and the `winners`. */
export interface Outcome {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

/** Question: how can this word be placed? */
export interface Inputs {
  readonly type: "inputs";
  readonly word: string;
}

/** All ways to place `word`, most stones first, and the reason why it cannot be said.
 *
 * `against` does not depend on the dictionary, unless the table lets players try again (WB-A7). */
export interface Ways {
  readonly type: "ways";
  readonly word: string;
  readonly inputs: readonly Input[];
  readonly against: Why | null;
}

/** One way to place a word: `positions` in visiting order, and the safes that it would close. */
export interface Input {
  readonly direction: "anticlockwise" | "clockwise";
  readonly positions: readonly number[];
  readonly closes: readonly number[];
}

/** The reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The options of a table. The defaults are the printed rules.
 *
 * `first_player` is a seat of the table (WB-A14). All other combinations are allowed. If
 * `word_vote` is on, `retry_words` does not apply to words that are not in the dictionary
 * (WB-A18). */
export interface Options {
  readonly lexicon: "casual" | "expert" | "standard";
  readonly first_player: "random" | number;
  readonly balanced_start: boolean;
  readonly retry_words: boolean;
  readonly contains_rule: "literal" | "off" | number;
  readonly min_length: number;
  readonly root_rule: "derivation" | "inflection" | "off";
  readonly stalemate_rounds: number;
  readonly word_vote: boolean;
  readonly turn_clock: "off" | number;
}

/** The table as one seat sees it. Like State, but with only the size of the pile. */
export interface View {
  readonly options: Options;
  readonly phase: Dealing | Turn | Doubt | Over;
  readonly stones: readonly number[];
  readonly boxed: readonly number[];
  readonly won: readonly (readonly Safe[])[];
  readonly ring: readonly Slot[];
  readonly used: readonly string[];
  readonly barren: number;
  readonly pile: number;
}

/** The safes are being shuffled. */
export interface Dealing {
  readonly type: "dealing";
}

/** `seat` must say a password. */
export interface Turn {
  readonly type: "turn";
  readonly seat: number;
}

/** A vote in progress on the word that `seat` said. `votes` is indexed by seat, with None for a
 * missing vote and "hidden" for another seat's vote. */
export interface Doubt {
  readonly type: "judging";
  readonly seat: number;
  readonly say: Say;
  readonly votes: readonly (boolean | "hidden" | null)[];
}

/** The game has ended. `by` placed its last stone, or is None after a stalemate (WB-A9). */
export interface Over {
  readonly type: "over";
  readonly by: number | null;
}

/** A position in the circle: its safe, and the owners of the stones on it, oldest first. */
export interface Slot {
  readonly safe: Safe;
  readonly stones: readonly number[];
}

/** The accounts by seat, and all turns in order. */
export interface Looked {
  readonly accounts: readonly Account[];
  readonly turns: readonly Weighed[];
}

/** A seat's game: `vocabulary` + `decisions` + `luck` = `margin`, in thousandths of a stone.
 *
 * `level` is the SCOWL level of the rarest word that it said, which serves as an estimate of its
 * vocabulary. `moments` lists its costliest turns as indices of `turns`, the costliest first. */
export interface Account {
  readonly seat: number;
  readonly level: number;
  readonly margin: number;
  readonly vocabulary: number;
  readonly decisions: number;
  readonly luck: number;
  readonly moments: readonly number[];
}

/** One turn. `at` is the number of moves before it, including chance moves.
 *
 * `ring` lists the letters of the circle, "" for an empty position. `word` is the word that was
 * said, or "" if the seat passed. Its stones were put on `positions` and locked `closes`. A wrong
 * word placed no stones. `best` is the best password in the dictionary, except crude words.
 * `known` is the best password that is not rarer than the words that its seat said. Either is None
 * if nothing was better.
 *
 * Costs are in thousandths of a stone, at least 0: `vocabulary` for not knowing `best`, `decision`
 * for not saying `known`. They assume that new safes have an average number of spaces. `least` and
 * `most` are the minimum and maximum of their sum in three cases: new safes with the smallest, the
 * average and the largest number of spaces. */
export interface Weighed {
  readonly at: number;
  readonly seat: number;
  readonly ring: readonly string[];
  readonly word: string;
  readonly positions: readonly number[];
  readonly closes: readonly number[];
  readonly known: Password | null;
  readonly best: Password | null;
  readonly vocabulary: number;
  readonly decision: number;
  readonly least: number;
  readonly most: number;
}

/** A word and the way to place it, with the positions that it locks and its SCOWL level. */
export interface Password {
  readonly word: string;
  readonly direction: "anticlockwise" | "clockwise";
  readonly positions: readonly number[];
  readonly closes: readonly number[];
  readonly level: number;
}

export type Action = Say | Pass | Vote;

export type Event = Dealt | Said | Rejected | Doubted | Voted | Judged | Passed | Closed | Refilled | Ended;

export type Question = Inputs;

export type Answer = Ways;
