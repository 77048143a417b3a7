// Written by tools/emit_types.py from the Python structs. Do not edit.

/** A fact: the name of the player in a seat. */
export interface SeatName {
  readonly type: "seat";
  readonly seat: number;
}

/** A fact: a piece of the game, such as a place on the board. `name` is its name in a
 * terminal; a screen may use other names for pieces of this `kind`. */
export interface Piece {
  readonly type: "piece";
  readonly kind: string;
  readonly name: string;
}

/** A fact: an enumeration, joined by the rules of the reader's language: "A, B and C". */
export interface Listed {
  readonly type: "list";
  readonly items: readonly TellingFact[];
}

/** A sentence, or a word in one, before translation: a template and its facts by name. */
export interface Telling {
  readonly type: "telling";
  readonly text: string;
  readonly facts: Readonly<Record<string, TellingFact>>;
}

/** Make a move. `head` is the seq it was decided on; the action is the game's. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly head: number;
  readonly action: unknown;
}

/** Host, before the game and in it: a bot takes an open seat, or changes its level. */
export interface SeatBot {
  readonly type: "seat-bot";
  readonly id: string;
  readonly seat: number;
  readonly level: Level;
}

/** Host, before the game and in it: a seat becomes open again (not the host's own).
 *
 * The guest who sat there is removed: until `Readmit` that guest may only watch. Link and code are
 * replaced; the host is sent the new link (`Invitation`). In play a bot plays on until somebody
 * sits down. */
export interface Vacate {
  readonly type: "vacate";
  readonly id: string;
  readonly seat: number;
}

/** Host, before the game and in it: let a removed guest take a seat again. `name` is one of
 * `Lobby.removed`; nothing changes if it is not. */
export interface Readmit {
  readonly type: "readmit";
  readonly id: string;
  readonly name: string;
}

/** In play: a bot of this level plays for a guest who is away, until the guest comes back.
 *
 * The host may ask for it at once, everybody else once the guest has been away for AWAY_MS. */
export interface Substitute {
  readonly type: "substitute";
  readonly id: string;
  readonly seat: number;
  readonly level: Level;
}

/** In play: make the moves that a guest who is away owes now as a clock does that runs out, to
 * the end of the turn. Allowed as Substitute is; `head` as in Act. */
export interface Skip {
  readonly type: "skip";
  readonly id: string;
  readonly seat: number;
  readonly head: number;
}

/** Leave the table. Before the game one's seat becomes open; in play a bot of the level plays on
 * until one comes back. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
  readonly level?: Level;
}

/** Take one's seat back from the bot that plays there. A new socket, or a move, does so too. */
export interface Return {
  readonly type: "return";
  readonly id: string;
}

/** Host, in play: the game is over without an outcome. */
export interface End {
  readonly type: "end";
  readonly id: string;
}

/** Host, in the lobby: the table has `seats` seats. Occupied seats cannot be cut off. */
export interface Resize {
  readonly type: "resize";
  readonly id: string;
  readonly seats: number;
}

/** Host, in the lobby: play with these options. */
export interface Choose {
  readonly type: "choose";
  readonly id: string;
  readonly options: unknown;
}

/** Take another name at this table. */
export interface Rename {
  readonly type: "rename";
  readonly id: string;
  readonly name: string;
}

/** Host, in the lobby: deal. Open seats are taken by bots of the level, or must not exist. */
export interface Begin {
  readonly type: "begin";
  readonly id: string;
  readonly fill?: Level | null;
}

/** When the game is over: set a new table for the same players, the next seat starting. */
export interface Again {
  readonly type: "again";
  readonly id: string;
}

/** Host: bots answer without a pause for the eye, or with one. */
export interface Hasten {
  readonly type: "hasten";
  readonly id: string;
  readonly hasten: boolean;
}

/** Agree, or not any more, that advice may be asked for at this table, before the game and in
 * it; in a silent game only before. It may be asked for while all people agree. */
export interface Allow {
  readonly type: "allow";
  readonly id: string;
  readonly advice: boolean;
}

/** Ask for advice on the move that one owes. Everybody hears of it, but in a silent game. */
export interface Advise {
  readonly type: "advise";
  readonly id: string;
}

/** Ask the game a question; nothing changes and nobody else learns of it. */
export interface Ask {
  readonly type: "ask";
  readonly id: string;
  readonly question: unknown;
}

/** Ask for a Pong. */
export interface Ping {
  readonly type: "ping";
}

/** The first message on a socket. `seat` is None for a spectator. `now` is the server's time in
 * milliseconds since 1970, by which `Update.since` counts. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly table: string;
  readonly game: string;
  readonly rules: number;
  readonly seat: number | null;
  readonly host: boolean;
  readonly now: number;
}

/** Who sits at the table and what is agreed: sent after Hello and on every change, in play too.
 *
 * `seats` are the numbers of seats that can play by these `options`, and `refused` the values, by
 * option, that the rules refuse beside the others at this number of seats.
 *
 * Only guests who hold a seat are sent `code`, `invitation` (the number of the link, which goes up
 * when the link is replaced), `door` (the names of guests who are here and wait for a seat, the
 * latest last) and `removed` (the names of guests the host has removed). `seatless` says why a
 * reader who was invited has no seat: a waiting guest may join by the table's id alone. */
export interface Lobby {
  readonly type: "lobby";
  readonly status: Status;
  readonly options: unknown;
  readonly seats: readonly number[];
  readonly refused: Readonly<Record<string, readonly (boolean | number | string)[]>>;
  readonly chairs: readonly Chair[];
  readonly host: number;
  readonly code: string | null;
  readonly hasten: boolean;
  readonly next: string | null;
  readonly door: readonly string[];
  readonly ended: boolean;
  readonly silent: boolean;
  readonly stopped: Stopped | null;
  readonly advice: Allowed;
  readonly daily: string | null;
  readonly says_why: boolean;
  readonly invitation: number | null;
  readonly removed: readonly string[];
  readonly seatless: "removed" | "waiting" | null;
}

/** Who sits in a seat, as everyone may know. `level` is that of the bot that plays there now: a
 * bot of its own, one that stands in for a guest, or one that plays on in a seat that is open.
 *
 * `left`: the guest has left and asked for the bot. While a silent game is played, nobody is told
 * of bots that stand in. `look` is the number of the colour, shape and letter in which the seat is
 * shown; they stay with people in a rematch. `advice`: who sits there agrees to it (`Allow`). */
export interface Chair {
  readonly kind: "bot" | "guest" | "open";
  readonly name: string;
  readonly level: Level | null;
  readonly look: number;
  readonly left: boolean;
  readonly advice: boolean;
}

/** The secret of the new link, and its number (`Lobby.invitation`). Sent once, before the answer
 * to the Vacate that replaced the link, and only to the host's socket that sent it. */
export interface Invitation {
  readonly type: "invitation";
  readonly secret: string;
  readonly number: number;
}

/** For how many milliseconds the guest of each seat has been away; None: here, or no guest.
 *
 * Sent after the first Lobby, and whenever a guest comes or goes. While a silent game is played
 * nobody is away, as far as this tells. */
export interface Presence {
  readonly type: "presence";
  readonly away_ms: readonly (number | null)[];
}

/** The table now. `news` holds every step after the one last sent, in order, none left out.
 *
 * `legal` is the game's menu for this seat; `left_ms` what remains of the clock, if one runs.
 * `since` says for each seat of `to_act` when it came to owe its move or gave its last command, in
 * milliseconds since 1970 (0 if that is unknown); it is empty in a silent game. */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly news: readonly Told[];
  readonly view: unknown;
  readonly to_act: readonly number[];
  readonly legal: readonly unknown[];
  readonly left_ms: number | null;
  readonly since: readonly number[];
}

/** What this seat was told of one step. `seq` numbers the steps this seat may know of: what
 * somebody does in a silent game unknown to all others is numbered for nobody else.
 *
 * `tellings` are, for each of `events`, the sentences in which it is told. Besides the game's own
 * events there is `Advised`. `instead` says what
 * moved instead of the guest whose turn it was; in a silent game only that guest is told.
 *
 * `why`: a bot made the step, as far as this seat may know, and may be asked why, at once or once
 * a step `opens` the reasons that are kept up to there, its own with them. */
export interface Told {
  readonly seq: number;
  readonly events: readonly unknown[];
  readonly tellings: readonly (readonly Telling[])[];
  readonly instead: "bot" | "clock" | "skip" | null;
  readonly why: "kept" | "open" | null;
  readonly opens: boolean;
}

/** The command `id` is carried out and stored; an action is step `seq`, as this seat counts. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly seq: number;
}

/** The command `id` changed nothing. `text` is a sentence with `{names}` for `facts`. */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly code: Code;
  readonly rule: string | null;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The game's answer to Ask `id`, or to Advise: an `Advice`. */
export interface Answered {
  readonly type: "answered";
  readonly id: string;
  readonly answer: unknown;
}

/** Answers Ping; also sent unasked every two seconds during a job of the caller's. */
export interface Pong {
  readonly type: "pong";
}

/** At a guide's table, lesson `at` of `of`, from 0, once the table shows step `seq`.
 *
 * `text` is the sentence by language. `point` are the names of what on the screen it is about. */
export interface Guided {
  readonly type: "guided";
  readonly seq: number;
  readonly at: number;
  readonly of: number;
  readonly text: Readonly<Record<string, string>>;
  readonly point: readonly string[];
}

/** POST /api/tables. With `bots`, seats 1… are taken by them; `begin` deals at once. */
export interface NewTable {
  readonly game: string;
  readonly name: string;
  readonly seats: number;
  readonly options?: unknown;
  readonly bots?: readonly Level[];
  readonly begin?: boolean;
}

/** POST /api/join, with the secret of a link or of a pass, or the four-digit code; an open seat
 * may be taken before the game and in it. A guest who waits for a seat needs only `table`. */
export interface Join {
  readonly name: string;
  readonly table?: string | null;
  readonly secret?: string | null;
  readonly code?: string | null;
}

/** POST /api/tables/TABLE/play-on: a new table that goes on from a step of a game that is over,
 * with the caller in `seat` and bots in the others: those that played there, and for people bots
 * of the `level`; None: of one that the game chooses. */
export interface PlayOn {
  readonly step: number;
  readonly seat: number;
  readonly name: string;
  readonly level?: Level | null;
}

/** POST /api/daily: play the deal of a day, or of today, at a table that begins at once. */
export interface NewDaily {
  readonly game: string;
  readonly name: string;
  readonly day?: string | null;
}

/** The caller sits at `table` (None: watches). The cookie set with it is the key to the seat.
 *
 * `invite` is the secret for the link, told to the host only, and only when the table is made. A
 * link that replaces it is sent as an `Invitation`. */
export interface Seated {
  readonly table: string;
  readonly seat: number | null;
  readonly invite: string | null;
}

/** GET /api/tables: a table where the caller has a seat. `to_act` are the seats it waits for.
 *
 * Games that go on come first, those that wait for the caller before all. */
export interface YourTable {
  readonly table: string;
  readonly game: string;
  readonly status: Status;
  readonly seat: number;
  readonly players: readonly Player[];
  readonly to_act: readonly number[];
}

/** Who sits in a seat, as it is said away from the table. An open seat has no name before the
 * game, and in play that of the bot which keeps it. */
export interface Player {
  readonly kind: "bot" | "guest" | "open";
  readonly name: string;
}

/** POST /api/tables/TABLE/pass: a secret that gives one other browser the caller's seat. It
 * stands in an invitation's place, works once, and for `left_ms` milliseconds. */
export interface Pass {
  readonly secret: string;
  readonly left_ms: number;
}

/** The body of every HTTP error. `table` is full (`no-seat`) and can be watched. */
export interface Problem {
  readonly code: Code;
  readonly text: string;
  readonly table: string | null;
  readonly why: FileFault | null;
}

/** GET /api/games: a game that can be played here, and the titles of its guides by language. */
export interface Offer {
  readonly name: string;
  readonly title: string;
  readonly seats: readonly number[];
  readonly levels: readonly Level[];
  readonly guides: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A review in sentences: by seat, or one for all who play together; what the parts mean; and
 * every turn in its order, where a game tells them. */
export interface Report {
  readonly seats: readonly SeatReport[];
  readonly meaning: readonly Telling[];
  readonly turns: readonly (readonly Telling[])[];
}

/** How the result of a seat came about, or of all together if it is None: in `lines`, by its
 * `parts`, by up to three `moments`, the costliest first; `notes` are on anything else. */
export interface SeatReport {
  readonly seat: number | null;
  readonly lines: readonly Telling[];
  readonly parts: readonly Part[];
  readonly moments: readonly Moment[];
  readonly notes: readonly Telling[];
}

/** A part of a seat's result, such as luck, and what it was `worth`, in thousandths of what the
 * game counts. */
export interface Part {
  readonly name: Telling;
  readonly worth: number;
}

/** A decision that cost something: a question, and the sentences that answer it. */
export interface Moment {
  readonly question: Telling;
  readonly answer: readonly Telling[];
}

/** Some steps of a recorded game, from number `first` on, counted from 0; there are `of`. */
export interface Steps {
  readonly of: number;
  readonly first: number;
  readonly steps: readonly ShownStep[];
}

/** What a seat saw after a move and the moves of CHANCE that came of it: its view, who was to
 * act, and what it heard since the step before, each event with the sentences that tell it. */
export interface ShownStep {
  readonly view: unknown;
  readonly to_act: readonly number[];
  readonly events: readonly unknown[];
  readonly tellings: readonly (readonly Telling[])[];
}

/** Help in three stages, each of which says more than the one before.
 *
 * `look` says what to look at. `choices` are up to three different legal moves, in an order that
 * tells nothing of their worth; number `best` of them is the best, and `why` says why. */
export interface Advice {
  readonly look: Telling;
  readonly choices: readonly Choice[];
  readonly best: number;
  readonly why: readonly Telling[];
}

/** A move that advice lets one choose: the action as JSON, and in words. */
export interface Choice {
  readonly action: unknown;
  readonly said: Telling;
}

/** Why `seat` moved as it did; None where there is nothing to tell, or not yet. */
export interface Reason {
  readonly seat: number;
  readonly said: Telling | null;
}

/** GET /api/tables/TABLE/words/WORD: a word, in upper case, and what it means.
 *
 * `seats` are those who said or laid it; none for a word on a card. `meanings` are empty where
 * none is known, and where the rules are `against` telling now. */
export interface TableWord {
  readonly word: string;
  readonly seats: readonly number[];
  readonly meanings: readonly Meaning[];
  readonly against: Why | null;
}

/** What a dictionary form means. */
export interface Meaning {
  readonly word: string;
  readonly senses: readonly Sense[];
  readonly japanese: readonly Gloss[];
}

/** One meaning in English. */
export interface Sense {
  readonly part: "adjective" | "adverb" | "noun" | "verb";
  readonly definition: string;
}

/** A Japanese word of that meaning. */
export interface Gloss {
  readonly text: string;
  readonly reading: string;
}

/** The reason why a move is illegal: the arguments of `Illegal` as a value. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** GET /api/daily: the deals of a day. `today` is the day by UTC, `first` the first that has
 * deals. Days are written YYYY-MM-DD. */
export interface DailyDeals {
  readonly day: string;
  readonly today: string;
  readonly first: string;
  readonly deals: readonly DailyDeal[];
}

/** The deal of a game for a day: the levels of the bots in seats 1 …, and the options. */
export interface DailyDeal {
  readonly game: string;
  readonly bots: readonly Level[];
  readonly options: unknown;
}

/** A result of the deal of a day, given as YYYY-MM-DD, beside `par`, which an expert made of it.
 *
 * `against`: 1 where it is better than par, −1 where it is worse, and else 0. */
export interface Compared {
  readonly day: string;
  readonly result: DailyResult;
  readonly par: DailyResult;
  readonly against: number;
}

/** What somebody made of a deal. `rank` orders results, the greater the better. `told` says it
 * in a sentence without a name. `marks` show how it came about and give nothing of the cards away:
 * one for each round or turn, from 0, nothing, to 4, the most. */
export interface DailyResult {
  readonly rank: readonly number[];
  readonly told: Telling;
  readonly marks: readonly number[];
}

export type Level = "easy" | "expert" | "hard" | "normal";

export type Status = "lobby" | "over" | "playing";

export type Stopped = "damaged" | "newer" | "rules";

export type Allowed = "none" | "off" | "on";

export type Code = "busy" | "full" | "guide" | "illegal" | "malformed" | "name-kept" | "name-taken" | "no-seat" | "not-host" | "not-now" | "not-your-seat" | "removed" | "stale" | "too-fast" | "unknown-table" | "unstored" | "wrong-secret";

export type FileFault = "broken" | "cut-short" | "no-game" | "other-rules" | "too-large";

export type TellingFact = string | number | SeatName | Piece | Listed | Telling;

export type FromClient = Act | SeatBot | Vacate | Readmit | Substitute | Skip | Leave | Return | End | Resize | Choose | Rename | Begin | Again | Hasten | Allow | Advise | Ask | Ping;

export type FromServer = Hello | Lobby | Invitation | Presence | Update | Accepted | Refused | Answered | Pong | Guided;

export const PROTOCOL = 2;
export const AWAY_MS = 30000;
