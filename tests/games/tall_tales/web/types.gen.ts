// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Say that one's own card is the higher one, true or not (TT-7). */
export interface Claim {
  readonly type: "claim";
}

/** Say that one's own card is the lower one, and pay (TT-6). */
export interface Admit {
  readonly type: "admit";
}

/** Let a claim stand, and pay (TT-8). */
export interface Believe {
  readonly type: "believe";
}

/** Have the two cards compared (TT-9). */
export interface Doubt {
  readonly type: "doubt";
}

/** A round begins; `teller` is to speak. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly teller: number;
}

/** `seat` has a card; None: which one, the others do not see (TT-4). */
export interface Drew {
  readonly type: "drew";
  readonly seat: number;
  readonly card: number | null;
}

/** `seat` said that its card is the higher one. */
export interface Claimed {
  readonly type: "claimed";
  readonly seat: number;
}

/** `seat` said that its card is the lower one, and paid `beans`. */
export interface Admitted {
  readonly type: "admitted";
  readonly seat: number;
  readonly beans: number;
}

/** `seat` let the claim stand and paid `beans`. */
export interface Believed {
  readonly type: "believed";
  readonly seat: number;
  readonly beans: number;
}

/** `seat` doubted; the two `cards` were turned up, and `payer` paid `beans`. */
export interface Compared {
  readonly type: "compared";
  readonly seat: number;
  readonly cards: readonly [number, number];
  readonly payer: number;
  readonly beans: number;
}

/** Both cards were turned up after the round (TT-A2). */
export interface Shown {
  readonly type: "shown";
  readonly cards: readonly [number, number];
}

/** The game is over. `out` has no bean left; None: the last round was played. */
export interface Ended {
  readonly type: "ended";
  readonly out: number | null;
  readonly outcome: Outcome;
}

/** The result of a finished game: `scores` by seat, in the game's unit, and the `winners`. */
export interface Outcome {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

/** How many of the cards that I do not see are higher than mine, and how many are lower? */
export interface Unseen {
  readonly type: "unseen";
}

/** So many are higher and so many lower; none for who has no card. */
export interface Counted {
  readonly type: "counted";
  readonly higher: number;
  readonly lower: number;
}

/** What a table may agree on before it starts. The defaults are the rules of the box. */
export interface Options {
  readonly rounds: 2 | 4 | 6;
  readonly bold: boolean;
  readonly shown: boolean;
  readonly turn_clock: "off" | number;
}

/** The table from one seat. As State, but `cards` are those of the two seats; None: hidden. */
export interface View {
  readonly options: Options;
  readonly phase: Dealing | Speaking | Hearing | Over;
  readonly round: number;
  readonly beans: readonly [number, number];
  readonly admitted: readonly [boolean, boolean];
  readonly compared: boolean;
  readonly cards: readonly [number | null, number | null];
}

/** The cards are being shuffled. */
export interface Dealing {
  readonly type: "dealing";
}

/** `seat` is to claim or to admit. */
export interface Speaking {
  readonly type: "speaking";
  readonly seat: number;
}

/** `seat` is to believe the claim of the other, or to doubt it. */
export interface Hearing {
  readonly type: "hearing";
  readonly seat: number;
}

/** The game has ended. */
export interface Over {
  readonly type: "over";
}

/** The moves of a game in order, except those of CHANCE. */
export interface Looked {
  readonly moves: readonly Judged[];
}

/** One move: `seat` held `card` and did `move`, which costs `cost` beans on average. */
export interface Judged {
  readonly round: number;
  readonly seat: number;
  readonly card: number;
  readonly move: Action;
  readonly cost: number;
}

export type Action = Claim | Admit | Believe | Doubt;

export type Event = Dealt | Drew | Claimed | Admitted | Believed | Compared | Shown | Ended;

export type Question = Unseen;

export type Answer = Counted;
