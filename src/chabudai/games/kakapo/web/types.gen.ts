// Written by tools/emit_types.py from the Python structs. Do not edit.

/** Play a card from the hand face up (KK-15). */
export interface Reveal {
  readonly type: "reveal";
  readonly card: string;
}

/** Take the decision card's piece, or the pieces that a skill selects instead (KK-21). */
export interface Select {
  readonly type: "select";
  readonly skill: Double | Wild | Shift | null;
}

/** The skill that also takes the lowest card's piece (KK-23). */
export interface Double {
  readonly type: "double";
}

/** The skill that takes the piece of another colour instead (KK-24). */
export interface Wild {
  readonly type: "wild";
  readonly suit: "B" | "G" | "O" | "P" | "Y";
}

/** The skill that takes the next larger or smaller piece instead (KK-25). */
export interface Shift {
  readonly type: "shift";
  readonly by: -1 | 1;
}

/** Put a selected piece on the board permanently (KK-32).
 *
 * `orientation` is an index into `Fitting.ways` (`board.WAYS`). `row` and `column` give the top
 * left cell of the piece's bounding box, even if the piece does not cover it. */
export interface Place {
  readonly type: "place";
  readonly piece: string;
  readonly orientation: number;
  readonly row: number;
  readonly column: number;
}

/** Express the wish to give up the mission, or withdraw it. The wish stays secret until all
 * players share it (KK-A21). */
export interface Concede {
  readonly type: "concede";
  readonly wish: boolean;
}

/** The cards have been dealt: `cards` to each player, and `boxed` to the box, unseen.
 *
 * `declared` is the seat with purple 8. If it is None, no seat has it and `start` was drawn
 * (KK-11, KK-12). */
export interface Dealt {
  readonly type: "dealt";
  readonly cards: number;
  readonly boxed: number;
  readonly declared: number | null;
  readonly start: number;
}

/** `seat` was dealt these cards. Only `seat` is notified. */
export interface Received {
  readonly type: "received";
  readonly seat: number;
  readonly cards: readonly string[];
}

/** `seat` revealed a card. */
export interface Revealed {
  readonly type: "revealed";
  readonly seat: number;
  readonly card: string;
}

/** The decision card of the round. `seat` revealed it and is in charge (KK-19). */
export interface Decided {
  readonly type: "decided";
  readonly seat: number;
  readonly card: string;
}

/** `seat` selected, with or without a skill. If `pieces` is empty, no piece can be placed
 * (KK-30). */
export interface Selected {
  readonly type: "selected";
  readonly seat: number;
  readonly skill: Double | Wild | Shift | null;
  readonly pieces: readonly string[];
}

/** `seat` placed a piece on these cells. */
export interface Placed {
  readonly type: "placed";
  readonly seat: number;
  readonly piece: string;
  readonly cells: readonly number[];
}

/** A bird, counted from 0, is scanned (KK-40). */
export interface Scanned {
  readonly type: "scanned";
  readonly bird: number;
}

/** A piece of a double scan fitted nowhere and was put back (`double_scan_forgiving`). */
export interface PutBack {
  readonly type: "put-back";
  readonly piece: string;
}

/** The next round begins. `start` reveals first (KK-44). */
export interface Began {
  readonly type: "began";
  readonly round: number;
  readonly start: number;
}

/** `seat` wishes to give up, or no longer does. Only `seat` is notified. */
export interface Wished {
  readonly type: "wished";
  readonly seat: number;
  readonly wish: boolean;
}

/** The mission has ended for `reason`. `piece` fitted nowhere if the reason is "no-place". */
export interface Ended {
  readonly type: "ended";
  readonly reason: "conceded" | "last-round" | "no-place" | "scanned";
  readonly piece: string | null;
  readonly outcome: Outcome;
}

/** The result of a finished game: `scores` by seat, in the game's unit, and the `winners`. */
export interface Outcome {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

/** Question: which pieces would be selected with `skill`? None means no skill. */
export interface Consider {
  readonly type: "consider";
  readonly skill: Double | Wild | Shift | null;
}

/** Question: where does this piece fit on the current board? The piece need not be selected. */
export interface Fits {
  readonly type: "fits";
  readonly piece: string;
}

/** Question: what would happen if this piece were placed here? The fields are as in `Place`.
 *
 * While the selection is open, `others` are the other pieces that would have to be placed. */
export interface Try {
  readonly type: "try";
  readonly piece: string;
  readonly orientation: number;
  readonly row: number;
  readonly column: number;
  readonly others: readonly string[];
}

/** The pieces that would be selected, and which of them fit nowhere (KK-A16).
 *
 * If the selection is illegal, `against` says why, and `pieces` and `stuck` are empty. */
export interface Considered {
  readonly type: "considered";
  readonly pieces: readonly string[];
  readonly stuck: readonly string[];
  readonly against: Why | null;
}

/** The reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** All orientations of a piece and its legal places. Distinct places cover distinct cells.
 *
 * A place consists of an index into `ways` and the cell, 12 × row + column, at the top left of the
 * piece's box. Places where the piece would face the fewest edges in a wrong colour come first.
 * Among these, the places where it would scan the most edges come first (KK-40). `still` says why
 * the piece must be placed although enough birds are scanned, and is None otherwise. */
export interface Fitting {
  readonly type: "fitting";
  readonly piece: string;
  readonly ways: readonly Way[];
  readonly places: readonly (readonly [number, number])[];
  readonly still: Why | null;
}

/** One orientation of a piece.
 *
 * `cells` has (row, column) pairs from the top left of the piece's bounding box. `turned` and
 * `flipped` are the orientations after a quarter turn clockwise and after turning the piece over. */
export interface Way {
  readonly orientation: number;
  readonly cells: readonly (readonly [number, number])[];
  readonly turned: number;
  readonly flipped: number;
}

/** The result of placing a piece.
 *
 * `cells` lists the covered cells that are on the board. `edges` has all birds' edges after the
 * placement, in the order of `View.edges`. `stuck` lists the other pieces to be placed that would
 * then fit nowhere (KK-A7). If the placement is illegal, `against` says why and `edges` is
 * unchanged. */
export interface Tried {
  readonly type: "tried";
  readonly cells: readonly number[];
  readonly edges: readonly (readonly ("open" | "right" | "wrong")[])[];
  readonly stuck: readonly string[];
  readonly against: Why | null;
}

/** The options of a table. The defaults are the printed rules.
 *
 * `mission` is a number in the book of the table's mode, a name such as "buddy/7", or a custom
 * mission (KK-A24). A named or custom mission must be for the table's number of seats: two in mode
 * "buddy", three or four in "party" (KK-6). All other combinations are allowed. */
export interface Options {
  readonly mission: number | string | Mission;
  readonly leader_free_second: boolean;
  readonly rescue_forced: boolean;
  readonly double_scan_forgiving: boolean;
  readonly void_tracker: boolean;
  readonly concession: boolean;
  readonly turn_clock: "off" | number;
}

/** Birds to scan (KK-6): at least `required` of them, including all of `must` (KK-A15).
 *
 * `must` lists indices of `birds`. `number` is the mission's number in the book, from 1, or 0 for
 * a custom mission. */
export interface Mission {
  readonly mode: "buddy" | "party";
  readonly title: Title;
  readonly birds: readonly Bird[];
  readonly required: number;
  readonly must: readonly number[];
  readonly number: number;
}

/** The name of a mission in both languages. */
export interface Title {
  readonly en: string;
  readonly ja: string;
}

/** A bird of a mission: its cells, and its coloured edges (KK-6). */
export interface Bird {
  readonly cells: readonly (readonly [number, number])[];
  readonly edges: readonly Edge[];
}

/** A unit edge, on `side` of the bird's cell, that only a piece of one colour can scan. */
export interface Edge {
  readonly row: number;
  readonly column: number;
  readonly side: "E" | "N" | "S" | "W";
  readonly suit: "B" | "G" | "O" | "P" | "Y";
}

/** The table as one seat sees it. Like State, but hidden cards are only counted.
 *
 * Once the mission is over, all hands are open. `moments` are then its rounds, oldest first, and
 * `lacking` is the number of edges that the birds lacked (KK-41). Before that, `moments` is empty
 * and `lacking` is None. `wish` is true if the viewer wishes to give up. If the table has agreed
 * on `void_tracker`, `voids` has the colours that each seat is known to lack. Otherwise, it is
 * empty. `top` is the top colour, which decides first (KK-18). */
export interface View {
  readonly options: Options;
  readonly mission: Mission;
  readonly phase: Dealing | Revealing | Selecting | Placing | Over;
  readonly hands: readonly (readonly string[] | number)[];
  readonly wish: boolean;
  readonly counters: number;
  readonly box: number;
  readonly declared: number | null;
  readonly start: number;
  readonly round: number;
  readonly revealed: readonly string[];
  readonly rounds: readonly Round[];
  readonly board: readonly Lying[];
  readonly edges: readonly (readonly ("open" | "right" | "wrong")[])[];
  readonly voids: readonly (readonly ("B" | "G" | "O" | "P" | "Y")[])[];
  readonly top: "B" | "G" | "O" | "P" | "Y";
  readonly lacking: number | null;
  readonly moments: readonly Moment[];
}

/** The cards are being shuffled and dealt. */
export interface Dealing {
  readonly type: "dealing";
}

/** `seat` must reveal a card. */
export interface Revealing {
  readonly type: "revealing";
  readonly seat: number;
}

/** `seat` revealed the decision card and must select. */
export interface Selecting {
  readonly type: "selecting";
  readonly seat: number;
  readonly decision: string;
}

/** `seat` must place these pieces, in any order. */
export interface Placing {
  readonly type: "placing";
  readonly seat: number;
  readonly pieces: readonly string[];
}

/** The mission has ended. If `reason` is "no-place", `piece` is the one that fitted nowhere. */
export interface Over {
  readonly type: "over";
  readonly reason: "conceded" | "last-round" | "no-place" | "scanned";
  readonly piece: string | null;
}

/** A round whose piece has been selected. All of it is public (KK-29).
 *
 * `cards` are in the order of revealing, beginning with seat `start` and continuing seat by seat.
 * `seat` was in charge. The decision cards of the rounds are the decision deck, oldest first.
 * `pieces` were selected and, once the round is over, placed. */
export interface Round {
  readonly start: number;
  readonly cards: readonly string[];
  readonly seat: number;
  readonly decision: string;
  readonly skill: Double | Wild | Shift | null;
  readonly pieces: readonly string[];
}

/** A scanner piece on the board: `cells` from 0 to 143, each 12 × row + column, ascending. */
export interface Lying {
  readonly piece: string;
  readonly cells: readonly number[];
}

/** One round of a finished mission.
 *
 * `round` is its result, or None if the players gave up before a piece was selected. `cards` are
 * in the order of revealing, starting with seat `start`. `hands` (by seat), `top` (a suit, KK-18)
 * and `counters` describe the start of the round. `board` (oldest piece first) and `edges`
 * describe its end. `laid` lists the pieces placed in the round. */
export interface Moment {
  readonly round: Round | null;
  readonly start: number;
  readonly cards: readonly string[];
  readonly hands: readonly (readonly string[])[];
  readonly top: "B" | "G" | "O" | "P" | "Y";
  readonly counters: number;
  readonly board: readonly Lying[];
  readonly edges: readonly (readonly ("open" | "right" | "wrong")[])[];
  readonly laid: readonly Lying[];
}

/** The result of checking a mission, and the text of its file, or "" if it has none.
 *
 * `prover` is true if CP-SAT is installed. */
export interface Studied {
  readonly checked: Checked;
  readonly text: string;
  readonly prover: boolean;
}

/** The result of checking a mission.
 *
 * `flaws` lists the flaws that the linter found. If it found any, the mission was not solved.
 * `solvable` is None if STEPS steps do not suffice. `par` is the number of pieces in the winning
 * `solution`. If `proved`, no fewer pieces win or, if `solvable` is false, no pieces win at all.
 * `rounds` is the mode's number of rounds. A higher `par` requires double scans. */
export interface Checked {
  readonly flaws: readonly Why[];
  readonly solvable: boolean | null;
  readonly par: number | null;
  readonly proved: boolean;
  readonly solution: readonly Lying[];
  readonly rounds: number;
}

/** A mission file opened in the studio.
 *
 * `mission` may have flaws. If the studio cannot draw it, `mission` is None and `flaws` lists all
 * faults of the file. */
export interface Opened {
  readonly mission: Mission | null;
  readonly flaws: readonly Why[];
}

/** Whether the mission could still be won from the start of each round, with all hands open.
 *
 * An entry of `winnable` is None if neither a winning line nor a proof was found. `turned` is None
 * if the mission was won, or given up while it could be won, or if no winning line was found at
 * all. `line` has the rounds of the last winning line found, from the round of `turned` to the
 * success. Its first round begins with the moves that were made before `turned`.
 *
 * If the mission was won, `facts` are sentences about the win, and `line` has all rounds of a
 * faster way, if one was found. */
export interface Looked {
  readonly winnable: readonly (boolean | null)[];
  readonly turned: Turned | null;
  readonly line: readonly Moment[];
  readonly facts: readonly Telling[];
}

/** The move after which no winning line was found, although one was found before the move.
 *
 * `round` is its round, counted from 0. `card` is the card that `seat` revealed, the decision card
 * when `seat` selected, or the piece that it placed. If `proved`, no winning line exists after the
 * move; otherwise none was found. */
export interface Turned {
  readonly round: number;
  readonly by: "card" | "piece" | "place";
  readonly seat: number;
  readonly card: string;
  readonly proved: boolean;
}

/** A sentence, or part of one, before translation: a template and its facts by name. */
export interface Telling {
  readonly type: "telling";
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number | SeatName | Piece | Listed | Telling>>;
}

/** A fact: the name of the player in a seat. */
export interface SeatName {
  readonly type: "seat";
  readonly seat: number;
}

/** A fact: a piece of the game, such as a place on the board. `name` is its name in a terminal.
 * A screen may use other names for pieces of this `kind`. */
export interface Piece {
  readonly type: "piece";
  readonly kind: string;
  readonly name: string;
}

/** A fact: a list, joined as the reader's language requires, such as "A, B and C". */
export interface Listed {
  readonly type: "list";
  readonly items: readonly (string | number | SeatName | Piece | Listed | Telling)[];
}

export type Action = Reveal | Select | Place | Concede;

export type Event = Dealt | Received | Revealed | Decided | Selected | Placed | Scanned | PutBack | Began | Wished | Ended;

export type Question = Consider | Fits | Try;

export type Answer = Considered | Fitting | Tried;
