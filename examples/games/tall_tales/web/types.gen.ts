// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Claim, truthfully or not, that your card is the higher one (TT-7). */
export interface Claim {
  readonly type: "claim";
}

/** Admit that your card is the lower one, and pay (TT-6). */
export interface Admit {
  readonly type: "admit";
}

/** Believe a claim, and pay (TT-8). */
export interface Believe {
  readonly type: "believe";
}

/** Doubt a claim, so that the cards are compared (TT-9). */
export interface Doubt {
  readonly type: "doubt";
}

/** A round begins. `teller` speaks first. */
export interface Dealt {
  readonly type: "dealt";
  readonly round: number;
  readonly teller: number;
}

/** `seat` drew a card. `card` is None for the other player and spectators (TT-4). */
export interface Drew {
  readonly type: "drew";
  readonly seat: number;
  readonly card: number | null;
}

/** `seat` claimed to hold the higher card. */
export interface Claimed {
  readonly type: "claimed";
  readonly seat: number;
}

/** `seat` admitted to holding the lower card and paid `beans`. */
export interface Admitted {
  readonly type: "admitted";
  readonly seat: number;
  readonly beans: number;
}

/** `seat` believed the claim and paid `beans`. */
export interface Believed {
  readonly type: "believed";
  readonly seat: number;
  readonly beans: number;
}

/** `seat` doubted. Both `cards` were turned up, and `payer` paid `beans`. */
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

/** The game is over. `out` is the seat with no beans left, or None after the last round. */
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

/** Question: how many hidden cards are higher, and how many lower, than the seat's card? */
export interface Unseen {
  readonly type: "unseen";
}

/** The numbers of higher and lower hidden cards, both 0 for a seat without a card. */
export interface Counted {
  readonly type: "counted";
  readonly higher: number;
  readonly lower: number;
}

/** Options of a table, set before the game starts. The defaults are the printed rules. */
export interface Options {
  readonly rounds: 2 | 4 | 6;
  readonly bold: boolean;
  readonly shown: boolean;
  readonly turn_clock: "off" | number;
}

/** The table as a seat sees it. Like State, but `cards` has the seats' cards, None if hidden. */
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

/** `seat` must claim or admit. */
export interface Speaking {
  readonly type: "speaking";
  readonly seat: number;
}

/** `seat` must believe or doubt the other player's claim. */
export interface Hearing {
  readonly type: "hearing";
  readonly seat: number;
}

/** The game has ended. */
export interface Over {
  readonly type: "over";
}

/** A game's moves in order, except chance moves. */
export interface Looked {
  readonly moves: readonly Judged[];
}

/** A judged move: `seat` held `card` and made `move`, which costs `cost` beans on average. */
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
