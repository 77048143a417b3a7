// Written by tools/emit_types.py from the Python structs. Do not edit.

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
  readonly items: readonly TellingFact[];
}

/** A sentence, or part of one, before translation: a template and its facts by name. */
export interface Telling {
  readonly type: "telling";
  readonly text: string;
  readonly facts: Readonly<Record<string, TellingFact>>;
}

/** Make a move. `head` is the last step the player had seen, `action` an action of the game. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly head: number;
  readonly action: unknown;
}

/** The host, before and during the game: seat a bot in an open seat, or change a bot's level. In
 * the lobby, a `seat` one above the last adds a seat if the options allow another player. */
export interface SeatBot {
  readonly type: "seat-bot";
  readonly id: string;
  readonly seat: number;
  readonly level: Level;
}

/** The host, before and during the game: open a seat other than the host's own. The seat's guest
 * is removed, and may only watch until `Readmit`. The server replaces the link and the code, and
 * sends the host the new link (`Invitation`). During the game a bot plays until a guest
 * takes the seat. */
export interface Vacate {
  readonly type: "vacate";
  readonly id: string;
  readonly seat: number;
}

/** The host, before and during the game: allow a removed guest to take a seat again. Nothing
 * changes unless `name` is one of `Lobby.removed`. */
export interface Readmit {
  readonly type: "readmit";
  readonly id: string;
  readonly name: string;
}

/** The host, except in a silent game: make another guest who is present the host. */
export interface MakeHost {
  readonly type: "make-host";
  readonly id: string;
  readonly seat: number;
}

/** Ask the guests who are present for their agreement. Impossible in a silent game.
 *
 * "host": the caller becomes the host. `seat` is the current host, who must have been away for
 * HOST_AWAY_MS. All others must agree.
 *
 * "seat": the caller was the guest in `seat`, and cannot prove it. That guest must have been away
 * for AWAY_MS, and the game must not have begun. The host must agree, or all others if the host is
 * away. A guest without a seat uses `POST /api/tables/TABLE/claim`, even during the game.
 *
 * "move": a bot plays for the guest in `seat`, who is present and has been idle for IDLE_MS, until
 * the seat owes no move. All others must agree, except other idle guests. Any command from the
 * guest ends the request. */
export interface Request {
  readonly type: "request";
  readonly id: string;
  readonly kind: "host" | "move" | "seat";
  readonly seat: number;
}

/** Agree to a request (`Requested.number`). The request is carried out when the last missing
 * agreement arrives. */
export interface Agree {
  readonly type: "agree";
  readonly id: string;
  readonly number: number;
}

/** Decline a request, which ends it, or withdraw the caller's own. */
export interface Decline {
  readonly type: "decline";
  readonly id: string;
  readonly number: number;
}

/** During the game: a bot of this level plays for an absent guest until the guest returns.
 *
 * The host may request this immediately, and other seats once the guest has been away for AWAY_MS. */
export interface Substitute {
  readonly type: "substitute";
  readonly id: string;
  readonly seat: number;
  readonly level: Level;
}

/** During the game: make the moves that an absent guest owes, up to the end of the turn, as if
 * the clock had run out. Allowed for the same seats as Substitute. `head` is as in Act. */
export interface Skip {
  readonly type: "skip";
  readonly id: string;
  readonly seat: number;
  readonly head: number;
}

/** Leave the table. Before the game the seat becomes open. During the game a bot of this level
 * plays until the guest returns. */
export interface Leave {
  readonly type: "leave";
  readonly id: string;
  readonly level?: Level;
}

/** Take the caller's own seat back from a bot, or answer a nudge. A new WebSocket or a move also
 * takes the seat back, and any command answers a nudge. */
export interface Return {
  readonly type: "return";
  readonly id: string;
}

/** The host, during the game: end the game without an outcome. */
export interface End {
  readonly type: "end";
  readonly id: string;
}

/** The host, in the lobby: set the options. */
export interface Choose {
  readonly type: "choose";
  readonly id: string;
  readonly options: unknown;
}

/** Change the caller's name at this table. */
export interface Rename {
  readonly type: "rename";
  readonly id: string;
  readonly name: string;
}

/** The host, in the lobby: start the game. Bots of level `fill` take open seats. If it is None,
 * open seats are removed: the seats after them move up, and an option that names a player follows
 * the player. */
export interface Begin {
  readonly type: "begin";
  readonly id: string;
  readonly fill?: Level | null;
}

/** A player after the game, or the host in the lobby: open the next table for the same players,
 * who each move up one seat.
 *
 * `game` is the name of another game, and `options` are its options, or the defaults if null. */
export interface Again {
  readonly type: "again";
  readonly id: string;
  readonly game?: string | null;
  readonly options?: unknown;
}

/** The host: set whether bots answer without a pause. */
export interface Hasten {
  readonly type: "hasten";
  readonly id: string;
  readonly hasten: boolean;
}

/** During the game: ask a guest who is present but idle to move. Refused in a silent game. */
export interface Nudge {
  readonly type: "nudge";
  readonly id: string;
  readonly seat: number;
}

/** The host, before and during the game: set whether guests may nudge. Refused in a silent
 * game. */
export interface Nudges {
  readonly type: "nudges";
  readonly id: string;
  readonly nudges: boolean;
}

/** Send a reaction. Refused while the game allows no reactions. */
export interface React {
  readonly type: "react";
  readonly id: string;
  readonly reaction: "clap" | "cry" | "laugh" | "love" | "oops" | "think" | "thumb" | "wow";
}

/** Send a ready-made sentence. Refused while the game allows no sentences. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly sentence: "again" | "bye" | "close" | "hello" | "nice" | "thanks" | "unlucky" | "well-played";
}

/** In the lobby and after the game: send free text of at most LONGEST_TEXT characters. */
export interface Write {
  readonly type: "write";
  readonly id: string;
  readonly text: string;
}

/** The host, unless the game allows no signs now: set whether players may send signs at all. */
export interface LetTalk {
  readonly type: "let-talk";
  readonly id: string;
  readonly talk: boolean;
}

/** The host, before and during the game: choose who may watch. Refused during a silent game.
 * Guests who have agreed to `ShowHand` must agree again. */
export interface LetWatch {
  readonly type: "let-watch";
  readonly id: string;
  readonly who: "after" | "nobody" | "public" | "seat";
}

/** Give or withdraw the caller's agreement that guests without a seat see what the caller sees,
 * until the game ends. Only one seat can agree at a time, and only if the host has chosen "seat".
 * Possible before the game and, unless it is silent, during the game. The caller can stop at any
 * time. */
export interface ShowHand {
  readonly type: "show-hand";
  readonly id: string;
  readonly show: boolean;
}

/** The host, except during a silent game: unpair all big screens. Their sockets are closed. */
export interface EndScreens {
  readonly type: "end-screens";
  readonly id: string;
}

/** Give or withdraw the caller's agreement that players may ask for advice at this table.
 * Possible before the game and, unless it is silent, during the game. Advice is available while
 * all guests agree. A single guest who plays with bots need not agree. */
export interface Allow {
  readonly type: "allow";
  readonly id: string;
  readonly advice: boolean;
}

/** Ask for advice on the caller's pending move, up to a stage. All players see it unless the
 * game is silent. */
export interface Advise {
  readonly type: "advise";
  readonly id: string;
  readonly stage?: number;
}

/** Close the curtain: the WebSocket shows no view until the next Uncover. Only in a game with
 * hidden facts, and if several players share the browser. */
export interface Cover {
  readonly type: "cover";
  readonly id: string;
}

/** Say who is looking: the player in `seat`, who plays in this browser. The WebSocket then shows
 * that seat and makes its moves. News begins after step `since`, in the seat's numbering. */
export interface Uncover {
  readonly type: "uncover";
  readonly id: string;
  readonly seat: number;
  readonly since?: number;
}

/** In a review's moment: make the best move. */
export interface Show {
  readonly type: "show";
  readonly id: string;
}

/** Ask the game a question. This changes nothing, and other players do not see it. */
export interface Ask {
  readonly type: "ask";
  readonly id: string;
  readonly question: unknown;
}

/** Ask for a Pong. */
export interface Ping {
  readonly type: "ping";
}

/** The first message on a WebSocket. `seat` is None for a spectator. `now` is the server's time
 * in milliseconds since 1970, to compare with `Update.since`.
 *
 * `hands` lists the seats of the players on this browser if there are several. If `seat` is then
 * None, the curtain is closed: no Update is sent, and `to_act` lists the seats that owe a move. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly table: string;
  readonly game: string;
  readonly rules: number;
  readonly seat: number | null;
  readonly host: boolean;
  readonly now: number;
  readonly hands: readonly number[];
  readonly to_act: readonly number[];
}

/** Seats and settings of the table, sent after Hello and on every change, even during the game.
 *
 * `seats` lists the numbers of seats that these `options` allow. Another guest can join if one of
 * these numbers exceeds the number of players. `refused` maps options to the values that the rules
 * forbid, given the other options and the smallest of `seats` that fits the players. Big screens
 * are sent `code`. Only seated guests are sent `invitation`, `door`, `removed`, `requests` and
 * `screens`. `invitation` is the link's number, which increases. `door` names the guests who are
 * waiting for a seat, the latest last, and `removed` the removed guests. `screens` counts the big
 * screens. Waiting guests can join with the table's id. `claim` is the seat that they request. */
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
  readonly seatless: "removed" | "screen" | "waiting" | null;
  readonly parting: Parting | null;
  readonly requests: readonly Requested[];
  readonly claim: number | null;
  readonly nudges: boolean | null;
  readonly watch: Watch;
  readonly party: string | null;
  readonly next_by: number | null;
  readonly talk: boolean;
  readonly screens: number | null;
}

/** Public facts about a seat. `level` is the level of the bot that plays there: a seated bot, a
 * stand-in for a guest, or a bot that plays for an open seat.
 *
 * `left` is true if the guest has left and a bot plays instead. During a silent game stand-ins are
 * not shown. `look` is the number of the seat's colour, shape and letter, which guests keep in a
 * rematch. `advice` is true if the guest agrees to advice (`Allow`). `advice_taken` counts the
 * stages of advice that the guest has asked for in this game, but not in silent games. `face` is
 * the number of a bot's face (`core.characters`), and `style` maps each language to sentences on
 * how it plays. */
export interface Chair {
  readonly kind: "bot" | "guest" | "open";
  readonly name: string;
  readonly level: Level | null;
  readonly look: number;
  readonly left: boolean;
  readonly advice: boolean;
  readonly advice_taken: number;
  readonly face: number | null;
  readonly style: Readonly<Record<string, string>>;
  readonly nudged: Nudged | null;
}

/** A seat's latest nudge: the seat that sent it, and the time in milliseconds since 1970. */
export interface Nudged {
  readonly by: number;
  readonly at: number;
}

/** A bot's words after the game. `says` maps each language to a sentence. */
export interface Parting {
  readonly seat: number;
  readonly says: Readonly<Record<string, string>>;
}

/** A request that is waiting for agreement (`Request`). `name` is the asker's name, and `by` the
 * asker's seat, if any. `asked` lists the seats whose agreement is missing. */
export interface Requested {
  readonly number: number;
  readonly kind: "host" | "move" | "seat";
  readonly seat: number;
  readonly name: string;
  readonly by: number | null;
  readonly asked: readonly number[];
}

/** Permission to watch, and the current watchers. `open` is false if a game has begun that
 * guests without a seat cannot see now.
 *
 * `seat` is the seat whose view is sent to guests without a seat. During a silent game, it is sent
 * only to the player in that seat. `count` is the number of watchers, and `names` has at most 20
 * names of watchers on this server. Both are sent only to seated guests, and not during a silent
 * game. Once the game has begun, a waiting guest who cannot watch is sent a Lobby without
 * options, and no Update. */
export interface Watch {
  readonly who: "after" | "nobody" | "public" | "seat";
  readonly open: boolean;
  readonly seat: number | null;
  readonly names: readonly string[];
  readonly count: number;
}

/** The secret of the new link, and its number (`Lobby.invitation`). Sent once, before the answer
 * to the Vacate that replaced the link, and only on the WebSocket that sent Vacate. */
export interface Invitation {
  readonly type: "invitation";
  readonly secret: string;
  readonly number: number;
}

/** For each seat, the milliseconds for which its guest has been away, or None if the guest is
 * present or the seat has no guest. `longer` lists the seats whose guests may have been away for
 * longer: the server has not seen them since it loaded the table.
 *
 * Sent after the first Lobby, and whenever a guest connects or leaves. During a silent game all
 * values are None, and `longer` is empty. */
export interface Presence {
  readonly type: "presence";
  readonly away_ms: readonly (number | null)[];
  readonly longer: readonly number[];
}

/** Signs that this client has not been sent yet, and the kinds that its seat `may` send now.
 *
 * Sent if either has changed. After each Hello, a client must assume that `may` is "none" and that
 * it has received no signs. While `may` is "none", the seat receives no signs. Guests without a
 * seat cannot send signs. They receive signs if they may see the game, unless `may` is "none" for
 * any seat. A table keeps the latest signs. Signs from the lobby are deleted when the game begins. */
export interface Talked {
  readonly type: "talk";
  readonly may: MayTalk;
  readonly signs: readonly Sign[];
}

/** A reaction, a sentence or free text. `said` is its name, or the text itself.
 *
 * `number` increases with each sign at the table. `seat` is the sender's current seat, and `at`
 * the time in milliseconds since 1970. */
export interface Sign {
  readonly number: number;
  readonly seat: number;
  readonly at: number;
  readonly kind: "reaction" | "sentence" | "text";
  readonly said: string;
}

/** The current table. `news` has every step after the last one sent, in order.
 *
 * `legal` lists the moves in the game's menu for this seat. `left_ms` is the time left on the
 * clock, if one is running. `since` has a time for each seat in `to_act`, in milliseconds since
 * 1970: when the seat's move became pending or the seat sent its last command. The time is 0 if
 * unknown, and `since` is empty in a silent game. */
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

/** One step, with only the parts that a seat may know. `seq` counts the steps visible to this
 * seat. In a silent game, some steps are hidden from other seats, which do not count them.
 *
 * `tellings` has the sentences for each of `events`, which are the game's own or `Advised`,
 * `Hosted`, `Rejoined`, `WatchingSet` or `HandShown`. `instead` is the substitute that moved for a
 * guest. In a silent game it is sent only to that guest.
 *
 * `why` is set if a bot made the step and this seat is allowed to know that. An "open" reason is
 * available now. A "kept" one becomes available after this or a later step whose `opens` is true. */
export interface Told {
  readonly seq: number;
  readonly events: readonly unknown[];
  readonly tellings: readonly (readonly Telling[])[];
  readonly instead: "bot" | "clock" | "skip" | null;
  readonly why: "kept" | "open" | null;
  readonly opens: boolean;
}

/** The command `id` has been carried out. A move is step `seq` in the seat's numbering. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly seq: number;
}

/** The command `id` changed nothing. `text` is a sentence with `{names}` for its `facts`. */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly code: Code;
  readonly rule: string | null;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The game's answer to Ask `id`, or a `GivenAdvice` in answer to Advise. */
export interface Answered {
  readonly type: "answered";
  readonly id: string;
  readonly answer: unknown;
}

/** The answer to Ping. Also sent every two seconds while a job runs for this WebSocket. */
export interface Pong {
  readonly type: "pong";
}

/** Lesson `at` of a guide, counted from 0, which is shown with step `seq`. `of` is the number of
 * lessons.
 *
 * `text` is the lesson's text by language. `point` names the screen elements that it mentions. */
export interface Guided {
  readonly type: "guided";
  readonly seq: number;
  readonly at: number;
  readonly of: number;
  readonly text: Readonly<Record<string, string>>;
  readonly point: readonly string[];
}

/** The judgement of the action in step `seq` of a review's moment. `best` is true if no move is
 * better, except moves that the player might not know. `said` has sentences that compare the
 * action with the original move and with the best one. */
export interface Judged {
  readonly type: "judged";
  readonly seq: number;
  readonly action: unknown;
  readonly best: boolean;
  readonly said: readonly Telling[];
}

/** POST /api/tables. `bots` lists the levels of the bots, which take the seats from 1 on.
 * `begin` starts the game immediately.
 *
 * `seats` is the initial number of seats, or None for the smallest that the options allow. The
 * lobby grows as guests join. */
export interface NewTable {
  readonly game: string;
  readonly name: string;
  readonly seats?: number | null;
  readonly options?: unknown;
  readonly bots?: readonly Level[];
  readonly begin?: boolean;
}

/** POST /api/join, with the secret of a link or pass, or with the code. An open seat may be
 * taken before and during the game. A guest who is waiting for a seat needs only `table`. */
export interface Join {
  readonly name: string;
  readonly table?: string | null;
  readonly secret?: string | null;
  readonly code?: string | null;
}

/** POST /api/tables/TABLE/claim: ask for a seat that belongs to the caller, who cannot prove it.
 * The caller must be waiting for a seat. `seat` is None to withdraw the request. */
export interface Claim {
  readonly seat: number | null;
}

/** POST /api/parties/PARTY/next: open the party's next table, as with `Again`. If `after` is no
 * longer the current table, another player was faster, and no table is opened. */
export interface NextGame {
  readonly game?: string | null;
  readonly options?: unknown;
  readonly after?: string | null;
}

/** POST /api/tables/TABLE/play-on: open a new table that continues a finished game from a step.
 * The caller plays `seat`, and bots play the other seats. The bots of the finished game keep their
 * seats. Its people are replaced by bots of the given `level`, or of a default level if `level` is
 * None. */
export interface PlayOn {
  readonly step: number;
  readonly seat: number;
  readonly name: string;
  readonly level?: Level | null;
}

/** POST /api/daily: play the daily deal of `day`, or of today, at a table that begins
 * immediately. */
export interface NewDaily {
  readonly game: string;
  readonly name: string;
  readonly day?: string | null;
}

/** POST /api/tables/TABLE/players: seat another player on the caller's browser. */
export interface AddPlayer {
  readonly name: string;
}

/** POST /api/parties/PARTY/screens: the code that the screen shows. */
export interface Pairing {
  readonly code: string;
}

/** POST /api/tables/TABLE/pass: the seat, if several players share the caller's browser, or None
 * for the caller's only seat. */
export interface PassFor {
  readonly seat?: number | null;
}

/** `seat` is the caller's seat at `table`, or None for a spectator. The cookie set with the
 * response is the key to the seat.
 *
 * `invite` is the link's secret, sent only to the host, and only when the table is created. A link
 * that replaces it is sent as an `Invitation`. */
export interface Seated {
  readonly table: string;
  readonly seat: number | null;
  readonly invite: string | null;
}

/** GET /api/tables: the current table of one of the caller's parties, or a daily deal. `to_act`
 * lists the seats that owe a move. `seat` is None if the caller has had a seat only at an earlier
 * table. `party` is None for a daily deal. Tables that are waiting for the caller come first, then
 * other games in progress. */
export interface YourTable {
  readonly table: string;
  readonly game: string;
  readonly status: Status;
  readonly seat: number | null;
  readonly players: readonly Player[];
  readonly to_act: readonly number[];
  readonly party: string | null;
}

/** The player in a seat, for the list of tables. `name` is empty for an open seat before the
 * game. During the game it is the name of the bot that plays for the seat. */
export interface Player {
  readonly kind: "bot" | "guest" | "open";
  readonly name: string;
}

/** POST /api/tables/TABLE/pass: a secret that gives one other browser the caller's seat. It is
 * used like an invitation, works once, and is valid for `left_ms` milliseconds. */
export interface Pass {
  readonly secret: string;
  readonly left_ms: number;
}

/** GET /api/parties/PARTY, for its members. `table` is the party's current table, and `game` and
 * `status` are its game's name and status.
 *
 * `host` and `me` are indexes into `people`, or None for a guest who has not had a seat yet.
 * `games` are finished games, the latest first, and the first `tonight` of them belong to this
 * evening. `code` and `invitation` are as in `Lobby`. `door` names the guests who are waiting for
 * a seat in the next game, and `waiting` is true if the caller is one of them. `opener` is the
 * index of the person who opened the current table after a game. */
export interface Party {
  readonly table: string;
  readonly game: string;
  readonly status: Status;
  readonly code: string | null;
  readonly invitation: number;
  readonly door: readonly string[];
  readonly waiting: boolean;
  readonly people: readonly Person[];
  readonly host: number | null;
  readonly me: number | null;
  readonly opener: number | null;
  readonly games: readonly FinishedGame[];
  readonly tonight: number;
}

/** A guest who has played in a party. `wins` counts the competitive games of this evening that
 * this person has won, and `unplayed` names the games that this person has not played in the
 * party. A game does not count if the guest had left and a bot won it.
 *
 * `name` is empty for a guest who has left the party. `look` is as in `Chair`. `here` is true if
 * the guest has a seat at the current table. */
export interface Person {
  readonly name: string;
  readonly look: number;
  readonly wins: number;
  readonly unplayed: readonly string[];
  readonly here: boolean;
}

/** A finished game of a party. `at` is the time of its last move in milliseconds since 1970.
 *
 * `winners` are seats, and `scores` are by seat. Both are empty if the game has no outcome. If
 * `together` is true, all seats have won or none has, as in a mission. */
export interface FinishedGame {
  readonly table: string;
  readonly game: string;
  readonly at: number;
  readonly options: unknown;
  readonly seats: readonly Partaker[];
  readonly winners: readonly number[];
  readonly scores: readonly number[];
  readonly together: boolean;
}

/** A seat of a game: the number of its `person` in the party, or the `name` of a bot. `name` is
 * empty for a bot that continued the game for a guest who had left. */
export interface Partaker {
  readonly person: number | null;
  readonly name: string;
}

/** POST /api/screens: the current table of the party that the caller's screen shows, or the code
 * for pairing the screen. The code is renewed every ten minutes. */
export interface Screen {
  readonly table: string | null;
  readonly code: string | null;
}

/** The body of every HTTP error. If `code` is "no-seat", `table` is full but can be watched. */
export interface Problem {
  readonly code: Code;
  readonly text: string;
  readonly table: string | null;
  readonly why: FileFault | null;
}

/** GET /api/games: a game that the server offers. `guides` has the titles of its guides by
 * language. */
export interface Offer {
  readonly name: string;
  readonly title: string;
  readonly seats: readonly number[];
  readonly levels: readonly Level[];
  readonly guides: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A review in sentences. `seats` has a report for each seat, or a joint one if they play
 * together. `meaning` explains the parts, and `turns`, which may be empty, describes the turns in
 * order. */
export interface Report {
  readonly seats: readonly SeatReport[];
  readonly meaning: readonly Telling[];
  readonly turns: readonly (readonly Telling[])[];
}

/** An explanation of one seat's result, or of the joint result if `seat` is None. It has
 * `lines`, `parts`, and up to three `moments` of each seat, the costliest first. `notes` contains
 * other remarks. */
export interface SeatReport {
  readonly seat: number | null;
  readonly lines: readonly Telling[];
  readonly parts: readonly Part[];
  readonly moments: readonly Moment[];
  readonly notes: readonly Telling[];
}

/** A component of a seat's result, such as luck, and its `worth` in thousandths of the game's
 * unit. */
export interface Part {
  readonly name: Telling;
  readonly worth: number;
}

/** A costly decision of `seat`: a question about it, and the sentences that answer the question.
 *
 * `at` is the number of moves before it, including CHANCE's moves. `did` describes the decision,
 * and `gain` what a better one would have gained. */
export interface Moment {
  readonly at: number;
  readonly seat: number;
  readonly question: Telling;
  readonly answer: readonly Telling[];
  readonly did: Telling;
  readonly gain: Telling;
}

/** Consecutive steps of a recorded game, starting at step `first`, counted from 0. `of` is the
 * game's total number of steps. */
export interface Steps {
  readonly of: number;
  readonly first: number;
  readonly steps: readonly ShownStep[];
}

/** A step from one seat's point of view: a move with the chance moves that follow it. It
 * contains the view after these moves, the seats to act, and the events since the previous step
 * with their sentences. */
export interface ShownStep {
  readonly view: unknown;
  readonly to_act: readonly number[];
  readonly events: readonly unknown[];
  readonly tellings: readonly (readonly Telling[])[];
}

/** The stages of `Advice` that a seat has asked for. Later stages are empty. */
export interface GivenAdvice {
  readonly look: Telling;
  readonly closer: Telling | null;
  readonly choices: readonly Choice[];
  readonly best: number | null;
  readonly why: readonly Telling[];
}

/** One of the moves suggested by advice: the action as JSON, and in words. */
export interface Choice {
  readonly action: unknown;
  readonly said: Telling;
}

/** The reason for `seat`'s move, or None if no reason exists or it is not public yet. */
export interface Reason {
  readonly seat: number;
  readonly said: Telling | null;
}

/** GET /api/tables/TABLE/words/WORD: a word, in upper case, and its meanings.
 *
 * `seats` lists the seats that said or laid it. It is empty for a word on a card. `meanings` is
 * empty if no meaning is known, or if the rules forbid showing meanings now. If they are
 * forbidden, `against` is the reason. */
export interface TableWord {
  readonly word: string;
  readonly seats: readonly number[];
  readonly meanings: readonly Meaning[];
  readonly against: Why | null;
}

/** The meaning of a dictionary form. */
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

/** A Japanese word with that meaning. */
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

/** GET /api/daily: the daily deals. `today` is the current day in UTC, and `first` is the first
 * day with a deal. Days are written as YYYY-MM-DD. */
export interface DailyDeals {
  readonly day: string;
  readonly today: string;
  readonly first: string;
  readonly deals: readonly DailyDeal[];
}

/** The daily deal of a game: the levels of the bots in seats 1, 2, …, the options, and the
 * player's goal in one sentence, by language. */
export interface DailyDeal {
  readonly game: string;
  readonly bots: readonly Level[];
  readonly options: unknown;
  readonly goal: Readonly<Record<string, string>>;
}

/** A result in the daily deal for `day` (YYYY-MM-DD), compared with `par`, an expert's result.
 *
 * `against` is 1 if the result is better than par, −1 if it is worse, and 0 otherwise. `told` maps
 * each language to sentences that tell the player both results. */
export interface Compared {
  readonly day: string;
  readonly result: DailyResult;
  readonly par: DailyResult;
  readonly against: number;
  readonly told: Readonly<Record<string, string>>;
}

/** A result of a daily deal. A greater `rank` is better. `told` is a sentence about the result,
 * without the player's name. `marks` shows the course of the game without revealing cards: a
 * number for each round or turn, from 0 (nothing) to 4 (the most). */
export interface DailyResult {
  readonly rank: readonly number[];
  readonly told: Telling;
  readonly marks: readonly number[];
}

export type Level = "easy" | "expert" | "hard" | "normal";

export type Status = "lobby" | "over" | "playing";

export type Stopped = "damaged" | "newer" | "rules";

export type Allowed = "none" | "off" | "on";

export type MayTalk = "none" | "reactions" | "sentences" | "text";

export type Code = "busy" | "full" | "guide" | "illegal" | "malformed" | "name-kept" | "name-taken" | "no-seat" | "not-host" | "not-now" | "not-your-seat" | "removed" | "stale" | "too-fast" | "unknown-table" | "unstored" | "wrong-secret";

export type FileFault = "broken" | "cut-short" | "newer" | "no-game" | "other-rules" | "too-large";

export type TellingFact = string | number | SeatName | Piece | Listed | Telling;

export type FromClient = Act | SeatBot | Vacate | Readmit | MakeHost | Request | Agree | Decline | Substitute | Skip | Leave | Return | End | Choose | Rename | Begin | Again | Hasten | Nudge | Nudges | React | Say | Write | LetTalk | LetWatch | ShowHand | EndScreens | Allow | Advise | Cover | Uncover | Show | Ask | Ping;

export type FromServer = Hello | Lobby | Invitation | Presence | Talked | Update | Accepted | Refused | Answered | Pong | Guided | Judged;

export const PROTOCOL = 2;
export const AWAY_MS = 30000;
export const HOST_AWAY_MS = 600000;
export const IDLE_MS = 180000;
export const NUDGE_AFTER_MS = 60000;
export const NUDGE_AGAIN_MS = 30000;
export const LONGEST_TEXT = 200;
