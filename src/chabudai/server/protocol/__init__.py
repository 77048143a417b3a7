"""The messages of the socket, and in `bodies` those of HTTP requests and responses.

The TypeScript types of the client are generated from this file and from each game's structs.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw

from chabudai.core import Disclosure, Fact, Seat, Struct, Telling
from chabudai.server.protocol.bodies import Join, Level, Name, NewTable, Problem, Seated
from chabudai.server.refusal import Code

__all__ = ["Join", "Level", "Name", "NewTable", "Problem", "Seated"]

PROTOCOL = 2
"""Bumped when an older client could no longer talk to this server."""

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^\\x00-\\x1f]*$")]
"""Chosen by the client for each command. A command sent twice with one id is carried out once."""
Status: TypeAlias = Literal["lobby", "playing", "over"]
Instead: TypeAlias = Literal["bot", "skip", "clock"]
"""What makes a move that is a guest's to make: a bot, another seat that skips it, or a clock."""
Stopped: TypeAlias = Literal["rules", "newer", "damaged"]
"""Why a game cannot go on: it was begun under earlier rules, or under later ones than this server's
(it goes on where those are known), or what is stored of it cannot be read or played on.
"""

Seatless: TypeAlias = Literal["waiting", "removed"]
"""Why an invited guest has no seat: the guest waits for one, or the host has removed the guest."""

Allowed: TypeAlias = Literal["none", "off", "on"]
"""Whether advice may be asked for at a table: its game gives none, not all agree to it, or all do.
"""

AWAY_MS = 30_000
"""How long a guest is away before every other seat may ask for a bot, or skip their move."""

# --- client to server -------------------------------------------------------------------------


class Act(Struct, tag="act"):
    """Make a move. `head` is the seq it was decided on; the action is the game's."""

    id: Id
    head: int
    action: Raw


class Ask(Struct, tag="ask"):
    """Ask the game a question; nothing changes and nobody else learns of it."""

    id: Id
    question: Raw


class SeatBot(Struct, tag="seat-bot"):
    """Host, before the game and in it: a bot takes an open seat, or changes its level."""

    id: Id
    seat: Seat
    level: Level


class Vacate(Struct, tag="vacate"):
    """Host, before the game and in it: a seat becomes open again (not the host's own).

    The guest who sat there is removed: until `Readmit` that guest may only watch. Link and code are
    replaced; the host is sent the new link (`Invitation`). In play a bot plays on until somebody
    sits down.
    """

    id: Id
    seat: Seat


class Readmit(Struct, tag="readmit"):
    """Host, before the game and in it: let a removed guest take a seat again. `name` is one of
    `Lobby.removed`; nothing changes if it is not.
    """

    id: Id
    name: Name


class Substitute(Struct, tag="substitute"):
    """In play: a bot of this level plays for a guest who is away, until the guest comes back.

    The host may ask for it at once, everybody else once the guest has been away for AWAY_MS.
    """

    id: Id
    seat: Seat
    level: Level


class Skip(Struct, tag="skip"):
    """In play: make the moves that a guest who is away owes now as a clock does that runs out, to
    the end of the turn. Allowed as Substitute is; `head` as in Act.
    """

    id: Id
    seat: Seat
    head: int


class Leave(Struct, tag="leave"):
    """Leave the table. Before the game one's seat becomes open; in play a bot of the level plays on
    until one comes back.
    """

    id: Id
    level: Level = "normal"


class Return(Struct, tag="return"):
    """Take one's seat back from the bot that plays there. A new socket, or a move, does so too."""

    id: Id


class End(Struct, tag="end"):
    """Host, in play: the game is over without an outcome."""

    id: Id


class Resize(Struct, tag="resize"):
    """Host, in the lobby: the table has `seats` seats. Occupied seats cannot be cut off."""

    id: Id
    seats: int


class Choose(Struct, tag="choose"):
    """Host, in the lobby: play with these options."""

    id: Id
    options: Raw


class Rename(Struct, tag="rename"):
    """Take another name at this table."""

    id: Id
    name: Name


class Begin(Struct, tag="begin"):
    """Host, in the lobby: deal. Open seats are taken by bots of the level, or must not exist."""

    id: Id
    fill: Level | None = None


class Again(Struct, tag="again"):
    """When the game is over: set a new table for the same players, the next seat starting."""

    id: Id


class Hasten(Struct, tag="hasten"):
    """Host: bots answer without a pause for the eye, or with one."""

    id: Id
    hasten: bool


class Allow(Struct, tag="allow"):
    """Agree, or not any more, that advice may be asked for at this table, before the game and in
    it; in a silent game only before. It may be asked for while all people agree.
    """

    id: Id
    advice: bool


class Advise(Struct, tag="advise"):
    """Ask for advice on the move that one owes. Everybody hears of it, but in a silent game."""

    id: Id


class Ping(Struct, tag="ping"):
    """Ask for a Pong."""


Command: TypeAlias = (
    Act
    | SeatBot
    | Vacate
    | Readmit
    | Substitute
    | Skip
    | Leave
    | Return
    | End
    | Resize
    | Choose
    | Rename
    | Begin
    | Again
    | Hasten
    | Allow
    | Advise
)
"""What a seated guest wants to change."""
FromClient: TypeAlias = Command | Ask | Ping


# --- server to client -------------------------------------------------------------------------


class Hello(Struct, tag="hello"):
    """The first message on a socket. `seat` is None for a spectator. `now` is the server's time in
    milliseconds since 1970, by which `Update.since` counts.
    """

    protocol: int
    table: str
    game: str
    rules: int
    seat: Seat | None
    host: bool
    now: int = 0


class Chair(Struct):
    """Who sits in a seat, as everyone may know. `level` is that of the bot that plays there now: a
    bot of its own, one that stands in for a guest, or one that plays on in a seat that is open.

    `left`: the guest has left and asked for the bot. While a silent game is played, nobody is told
    of bots that stand in. `look` is the number of the colour, shape and letter in which the seat is
    shown; they stay with people in a rematch. `advice`: who sits there agrees to it (`Allow`).
    """

    kind: Literal["open", "guest", "bot"]
    name: str
    level: Level | None
    look: int
    left: bool = False
    advice: bool = False


class Lobby(Struct, tag="lobby"):
    """Who sits at the table and what is agreed: sent after Hello and on every change, in play too.

    `seats` are the numbers of seats that can play by these `options`, and `refused` the values, by
    option, that the rules refuse beside the others at this number of seats.

    Only guests who hold a seat are sent `code`, `invitation` (the number of the link, which goes up
    when the link is replaced), `door` (the names of guests who are here and wait for a seat, the
    latest last) and `removed` (the names of guests the host has removed). `seatless` says why a
    reader who was invited has no seat: a waiting guest may join by the table's id alone.
    """

    status: Status
    options: Raw
    seats: tuple[int, ...]
    refused: dict[str, tuple[bool | int | str, ...]]
    chairs: tuple[Chair, ...]
    host: Seat
    code: str | None  # four or six digits, until the game is over; None for readers without a seat
    hasten: bool
    next: str | None  # the table of the rematch, once somebody has asked for one
    door: tuple[str, ...] = ()
    ended: bool = False  # the host has ended the game before it had an outcome
    silent: bool = False  # a game is played in silence: seats stay, nobody is told who is away
    stopped: Stopped | None = None  # the game cannot go on; there is no Update
    advice: Allowed = "none"
    daily: str | None = None  # the day, as YYYY-MM-DD, whose deal is played here
    says_why: bool = False  # bots may be asked why they moved so: GET /api/tables/TABLE/why
    invitation: int | None = None
    removed: tuple[str, ...] = ()
    seatless: Seatless | None = None


class Invitation(Struct, tag="invitation"):
    """The secret of the new link, and its number (`Lobby.invitation`). Sent once, before the answer
    to the Vacate that replaced the link, and only to the host's socket that sent it.
    """

    secret: str
    number: int


class Presence(Struct, tag="presence"):
    """For how many milliseconds the guest of each seat has been away; None: here, or no guest.

    Sent after the first Lobby, and whenever a guest comes or goes. While a silent game is played
    nobody is away, as far as this tells.
    """

    away_ms: tuple[int | None, ...]


class Advised(Struct, tag="advised"):
    """An event of every game that is not silent: `seat` has asked for advice."""

    seat: Seat


class Told(Struct):
    """What this seat was told of one step. `seq` numbers the steps this seat may know of: what
    somebody does in a silent game unknown to all others is numbered for nobody else.

    `tellings` are, for each of `events`, the sentences in which it is told. Besides the game's own
    events there is `Advised`. `instead` says what
    moved instead of the guest whose turn it was; in a silent game only that guest is told.

    `why`: a bot made the step, as far as this seat may know, and may be asked why, at once or once
    a step `opens` the reasons that are kept up to there, its own with them.
    """

    seq: int
    events: tuple[Raw, ...]
    tellings: tuple[tuple[Telling, ...], ...]
    instead: Instead | None = None
    why: Disclosure | None = None
    opens: bool = False


class Update(Struct, tag="update"):
    """The table now. `news` holds every step after the one last sent, in order, none left out.

    `legal` is the game's menu for this seat; `left_ms` what remains of the clock, if one runs.
    `since` says for each seat of `to_act` when it came to owe its move or gave its last command, in
    milliseconds since 1970 (0 if that is unknown); it is empty in a silent game.
    """

    seq: int
    news: tuple[Told, ...]
    view: Raw
    to_act: tuple[Seat, ...]
    legal: tuple[Raw, ...]
    left_ms: int | None
    since: tuple[int, ...] = ()


class Accepted(Struct, tag="accepted"):
    """The command `id` is carried out and stored; an action is step `seq`, as this seat counts."""

    id: Id
    seq: int


class Refused(Struct, tag="refused"):
    """The command `id` changed nothing. `text` is a sentence with `{names}` for `facts`."""

    id: str
    code: Code
    rule: str | None
    text: str
    facts: dict[str, Fact]


class Answered(Struct, tag="answered"):
    """The game's answer to Ask `id`, or to Advise: an `Advice`."""

    id: Id
    answer: Raw


class Pong(Struct, tag="pong"):
    """Answers Ping; also sent unasked every two seconds during a job of the caller's."""


class Guided(Struct, tag="guided"):
    """At a guide's table, lesson `at` of `of`, from 0, once the table shows step `seq`.

    `text` is the sentence by language. `point` are the names of what on the screen it is about.
    """

    seq: int
    at: int
    of: int
    text: dict[str, str]
    point: tuple[str, ...]


FromServer: TypeAlias = (
    Hello | Lobby | Invitation | Presence | Update | Accepted | Refused | Answered | Pong | Guided
)
