"""The messages of the socket and the bodies of HTTP requests and responses.

The TypeScript types of the client are generated from this file and from each game's structs.
"""

from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Raw

from chabudai.core import Fact, Seat, Struct, Telling
from chabudai.server import refusal
from chabudai.server.names import LONGEST_SENT
from chabudai.server.refusal import Code

PROTOCOL = 1
"""Bumped when an older client could no longer talk to this server."""

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""Chosen by the client for each command. A command sent twice with one id is carried out once."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_SENT)]
Level: TypeAlias = Literal["easy", "normal", "hard", "expert"]
Status: TypeAlias = Literal["lobby", "playing", "over"]

T = TypeVar("T")


def raw(value: object) -> Raw:
    """Encode a value as JSON that can stand inside a message."""
    return Raw(msgspec.json.encode(value))


@cache
def decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a type, kept because making one takes longer than using it."""
    return msgspec.json.Decoder(shape)


def decode(text: bytes | bytearray | Raw | str, shape: type[T], sentence: str) -> T:
    """Decode JSON as a type.

    Raises Refused with `sentence`, in which `{why}` says what is wrong, for text that is no JSON,
    of another shape, or nested too deeply.
    """
    kept: Any = shape  # for checkers, not every type can be a key
    try:
        decoded: T = decoder(kept).decode(text)
    except RecursionError:
        why = "it is nested too deeply"
    except (msgspec.MsgspecError, UnicodeError) as error:
        why = str(error)[:200]
    else:
        return decoded
    raise refusal.Refused("malformed", sentence, why=why)


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
    """Host, in the lobby: a bot takes an open seat, or changes its level."""

    id: Id
    seat: Seat
    level: Level


class Vacate(Struct, tag="vacate"):
    """Host, in the lobby: a seat becomes open again (not the host's own)."""

    id: Id
    seat: Seat


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


class Ping(Struct, tag="ping"):
    """Asks for a Pong."""


FromClient: TypeAlias = (
    Act | Ask | SeatBot | Vacate | Resize | Choose | Rename | Begin | Again | Hasten | Ping
)


# --- server to client -------------------------------------------------------------------------


class Hello(Struct, tag="hello"):
    """The first message on a socket. `seat` is None for a spectator."""

    protocol: int
    table: str
    game: str
    rules: int
    seat: Seat | None
    host: bool


class Chair(Struct):
    """Who sits in a seat, as everyone may know. `here`: a socket is open (bots are always here, and
    while a silent game is played everybody, as far as others know). `look` is the number of the
    colour, shape and letter in which the seat is shown; they stay with people in a rematch.
    """

    kind: Literal["open", "guest", "bot"]
    name: str
    level: Level | None
    here: bool
    look: int


class Lobby(Struct, tag="lobby"):
    """Who sits at the table and what is agreed: sent after Hello and on every change, in play too.

    `seats` are the numbers of seats that can play by these `options`, and `refused` the values, by
    option, that the rules refuse beside the others at this number of seats. `door` are the names of
    those who found every seat taken, the latest last.
    """

    status: Status
    options: Raw
    seats: tuple[int, ...]
    refused: dict[str, tuple[bool | int | str, ...]]
    chairs: tuple[Chair, ...]
    host: Seat
    code: str | None  # four digits, until the game is over
    hasten: bool
    next: str | None  # the table of the rematch, once somebody has asked for one
    door: tuple[str, ...] = ()


class Told(Struct):
    """What this seat was told of one step. `seq` numbers the steps this seat may know of: what
    somebody does in a silent game unknown to all others is numbered for nobody else.

    `tellings` are, for each of `events`, the sentences in which it is told.
    """

    seq: int
    events: tuple[Raw, ...]
    tellings: tuple[tuple[Telling, ...], ...]


class Update(Struct, tag="update"):
    """The table now. `news` holds every step after the one last sent, in order, none left out.

    `legal` is the game's menu for this seat; `left_ms` what remains of the clock, if one runs.
    """

    seq: int
    news: tuple[Told, ...]
    view: Raw
    to_act: tuple[Seat, ...]
    legal: tuple[Raw, ...]
    left_ms: int | None


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
    """The game's answer to Ask `id`."""

    id: Id
    answer: Raw


class Pong(Struct, tag="pong"):
    """The answer to Ping."""


FromServer: TypeAlias = Hello | Lobby | Update | Accepted | Refused | Answered | Pong


# --- HTTP -------------------------------------------------------------------------------------


class NewTable(Struct):
    """POST /api/tables. With `bots`, seats 1… are taken by them; `begin` deals at once."""

    game: str
    name: Name
    seats: int
    options: Raw = Raw(b"{}")
    bots: tuple[Level, ...] = ()
    begin: bool = False


class Seated(Struct):
    """The caller sits at `table` (None: watches). The cookie set with it is the key to the seat.

    `invite` is the secret for the link, told to the host only, and only when the table is made.
    """

    table: str
    seat: Seat | None
    invite: str | None


class Join(Struct):
    """POST /api/join, with the secret of a link or of a pass, or the four-digit code."""

    name: Name
    table: str | None = None
    secret: Annotated[str, Meta(max_length=64)] | None = None
    code: Annotated[str, Meta(pattern="^[0-9]{4}$")] | None = None


class Player(Struct):
    """Who sits in a seat, as it is said away from the table. An open seat has no name."""

    kind: Literal["open", "guest", "bot"]
    name: str


class YourTable(Struct):
    """GET /api/tables: a table where the caller has a seat. `to_act` are the seats it waits for.

    Games that go on come first, those that wait for the caller before all.
    """

    table: str
    game: str
    status: Status
    seat: Seat
    players: tuple[Player, ...]
    to_act: tuple[Seat, ...]


class Pass(Struct):
    """POST /api/tables/TABLE/pass: a secret that gives one other browser the caller's seat.

    It stands in an invitation's place, works once, and for `left_ms` milliseconds.
    """

    secret: str
    left_ms: int


class Problem(Struct):
    """The body of every HTTP error."""

    code: Code
    text: str
    table: str | None = None
    """The table that is full (`no-seat`) and can be watched."""


class Offer(Struct):
    """GET /api/games: a game that can be played here."""

    name: str
    title: str
    seats: tuple[int, ...]
    levels: tuple[Level, ...]
