"""The WebSocket messages. HTTP bodies are in `bodies`, and further messages in the other modules.

The client's TypeScript types are generated from this package and from each game's structs.
"""

from functools import partial
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw, field

from chabudai.core import Disclosure, Fact, Seat, Struct, Telling
from chabudai.core.characters import Parting
from chabudai.server.protocol.advice import Advise, Advised, Allow, Allowed
from chabudai.server.protocol.bodies import Claim, Join, Level, Name, NewTable, Problem, Seated
from chabudai.server.protocol.consent import (
    HOST_AWAY_MS,
    IDLE_MS,
    Agree,
    Decline,
    Hosted,
    Rejoined,
    Request,
    Requested,
    RequestKind,
)
from chabudai.server.protocol.nudges import Nudge, Nudged, Nudges
from chabudai.server.protocol.private_tables import Guided, Id, Judged, Show
from chabudai.server.protocol.seating import (
    AWAY_MS,
    Invitation,
    Leave,
    MakeHost,
    Readmit,
    Rename,
    Return,
    SeatBot,
    Skip,
    Substitute,
    Vacate,
)
from chabudai.server.protocol.sharing import AddPlayer, Cover, Uncover
from chabudai.server.protocol.talk import LetTalk, React, Say, Talked, Write
from chabudai.server.protocol.watching import (
    EndScreens,
    HandShown,
    LetWatch,
    ShowHand,
    Watch,
    Watching,
    WatchingSet,
)
from chabudai.server.refusal import Code

__all__ = [
    "AWAY_MS",
    "HOST_AWAY_MS",
    "IDLE_MS",
    "AddPlayer",
    "Advise",
    "Advised",
    "Agree",
    "Allow",
    "Allowed",
    "Claim",
    "Cover",
    "Decline",
    "EndScreens",
    "Guided",
    "HandShown",
    "Hosted",
    "Invitation",
    "Join",
    "Judged",
    "Leave",
    "LetTalk",
    "LetWatch",
    "Level",
    "MakeHost",
    "Name",
    "NewTable",
    "Nudge",
    "Nudged",
    "Nudges",
    "Problem",
    "React",
    "Readmit",
    "Rejoined",
    "Rename",
    "Request",
    "RequestKind",
    "Requested",
    "Return",
    "Say",
    "SeatBot",
    "Seated",
    "Show",
    "ShowHand",
    "Skip",
    "Substitute",
    "Talked",
    "Uncover",
    "Vacate",
    "Watch",
    "Watching",
    "WatchingSet",
    "Write",
]

PROTOCOL = 2
"""Protocol version, raised when older clients can no longer communicate with this server."""

Status: TypeAlias = Literal["lobby", "playing", "over"]
Instead: TypeAlias = Literal["bot", "skip", "clock"]
"""Substitute for a guest who did not move: a bot, a seat that skipped the guest, or the clock."""
Stopped: TypeAlias = Literal["rules", "newer", "damaged"]
"""The reason for a stop: earlier rules, rules newer than this server's, or damaged data."""

Seatless: TypeAlias = Literal["waiting", "removed", "screen"]  # why a recipient has no seat

# --- client to server -------------------------------------------------------------------------


class Act(Struct, tag="act"):
    """Make a move. `head` is the last step the player had seen, `action` an action of the game."""

    id: Id
    head: int
    action: Raw


class Ask(Struct, tag="ask"):
    """Ask the game a question. This changes nothing, and other players do not see it."""

    id: Id
    question: Raw


class End(Struct, tag="end"):
    """The host, during the game: end the game without an outcome."""

    id: Id


class Choose(Struct, tag="choose"):
    """The host, in the lobby: set the options."""

    id: Id
    options: Raw


class Begin(Struct, tag="begin"):
    """The host, in the lobby: start the game. Bots of level `fill` take open seats. If it is None,
    open seats are removed: the seats after them move up, and an option that names a player follows
    the player.
    """

    id: Id
    fill: Level | None = None


class Again(Struct, tag="again"):
    """A player after the game, or the host in the lobby: open the next table for the same players,
    who each move up one seat.

    `game` is the name of another game, and `options` are its options, or the defaults if null.
    """

    id: Id
    game: Annotated[str, Meta(max_length=40)] | None = None
    options: Raw = field(default_factory=partial(Raw, b"null"))


class Hasten(Struct, tag="hasten"):
    """The host: set whether bots answer without a pause."""

    id: Id
    hasten: bool


class Ping(Struct, tag="ping"):
    """Ask for a Pong."""


Command: TypeAlias = (
    Act
    | SeatBot
    | Vacate
    | Readmit
    | MakeHost
    | Request
    | Agree
    | Decline
    | Substitute
    | Skip
    | Leave
    | Return
    | End
    | Choose
    | Rename
    | Begin
    | Again
    | Hasten
    | Nudge
    | Nudges
    | React
    | Say
    | Write
    | LetTalk
    | LetWatch
    | ShowHand
    | EndScreens
    | Allow
    | Advise
)
"""The commands of a seated guest."""
Counted: TypeAlias = Command | Cover | Uncover | Show | Ask
FromClient: TypeAlias = Counted | Ping


# --- server to client -------------------------------------------------------------------------


class Hello(Struct, tag="hello"):
    """The first message on a WebSocket. `seat` is None for a spectator. `now` is the server's time
    in milliseconds since 1970, to compare with `Update.since`.

    `hands` lists the seats of the players on this browser if there are several. If `seat` is then
    None, the curtain is closed: no Update is sent, and `to_act` lists the seats that owe a move.
    """

    protocol: int
    table: str
    game: str
    rules: int
    seat: Seat | None
    host: bool
    now: int = 0
    hands: tuple[Seat, ...] = ()
    to_act: tuple[Seat, ...] = ()


class Chair(Struct):
    """Public facts about a seat. `level` is the level of the bot that plays there: a seated bot, a
    stand-in for a guest, or a bot that plays for an open seat.

    `left` is true if the guest has left and a bot plays instead. During a silent game stand-ins are
    not shown. `look` is the number of the seat's colour, shape and letter, which guests keep in a
    rematch. `advice` is true if the guest agrees to advice (`Allow`). `advice_taken` counts the
    stages of advice that the guest has asked for in this game, but not in silent games. `face` is
    the number of a bot's face (`core.characters`), and `style` maps each language to sentences on
    how it plays.
    """

    kind: Literal["open", "guest", "bot"]
    name: str
    level: Level | None
    look: int
    left: bool = False
    advice: bool = False
    advice_taken: int = 0
    face: int | None = None
    style: dict[str, str] = field(default_factory=dict[str, str])
    nudged: Nudged | None = None


class Lobby(Struct, tag="lobby"):
    """Seats and settings of the table, sent after Hello and on every change, even during the game.

    `seats` lists the numbers of seats that these `options` allow. Another guest can join if one of
    these numbers exceeds the number of players. `refused` maps options to the values that the rules
    forbid, given the other options and the smallest of `seats` that fits the players. Big screens
    are sent `code`. Only seated guests are sent `invitation`, `door`, `removed`, `requests` and
    `screens`. `invitation` is the link's number, which increases. `door` names the guests who are
    waiting for a seat, the latest last, and `removed` the removed guests. `screens` counts the big
    screens. Waiting guests can join with the table's id. `claim` is the seat that they request.
    """

    status: Status
    options: Raw
    seats: tuple[int, ...]
    refused: dict[str, tuple[bool | int | str, ...]]
    chairs: tuple[Chair, ...]
    host: Seat
    code: str | None  # four or six digits, of the party; None for other readers
    hasten: bool
    next: str | None  # the party's next table, once a player has opened it
    door: tuple[str, ...] = ()
    ended: bool = False  # the host has ended the game before it had an outcome
    silent: bool = False  # during a silent game: seats do not change, and absence is not shown
    stopped: Stopped | None = None  # the game cannot continue; there is no Update
    advice: Allowed = "none"
    daily: str | None = None  # the day, as YYYY-MM-DD, if this is a daily deal
    says_why: bool = False  # bots' reasons are available: GET /api/tables/TABLE/why
    invitation: int | None = None
    removed: tuple[str, ...] = ()
    seatless: Seatless | None = None
    parting: Parting | None = None  # a bot's words once the game has an outcome
    requests: tuple[Requested, ...] = ()
    claim: Seat | None = None
    nudges: bool | None = None  # whether guests may nudge; None in a silent game
    watch: Watch = Watch()
    party: str | None = None  # the id in the party's link; None for readers without a seat
    next_by: Seat | None = None  # the seat of the player who has opened `next`
    talk: bool = True  # whether the host lets players send signs (`Talked`)
    screens: int | None = None


class Presence(Struct, tag="presence"):
    """For each seat, the milliseconds for which its guest has been away, or None if the guest is
    present or the seat has no guest. `longer` lists the seats whose guests may have been away for
    longer: the server has not seen them since it loaded the table.

    Sent after the first Lobby, and whenever a guest connects or leaves. During a silent game all
    values are None, and `longer` is empty.
    """

    away_ms: tuple[int | None, ...]
    longer: tuple[Seat, ...] = ()


class Told(Struct):
    """One step, with only the parts that a seat may know. `seq` counts the steps visible to this
    seat. In a silent game, some steps are hidden from other seats, which do not count them.

    `tellings` has the sentences for each of `events`, which are the game's own or `Advised`,
    `Hosted`, `Rejoined`, `WatchingSet` or `HandShown`. `instead` is the substitute that moved for a
    guest. In a silent game it is sent only to that guest.

    `why` is set if a bot made the step and this seat is allowed to know that. An "open" reason is
    available now. A "kept" one becomes available after this or a later step whose `opens` is true.
    """

    seq: int
    events: tuple[Raw, ...]
    tellings: tuple[tuple[Telling, ...], ...]
    instead: Instead | None = None
    why: Disclosure | None = None
    opens: bool = False


class Update(Struct, tag="update"):
    """The current table. `news` has every step after the last one sent, in order.

    `legal` lists the moves in the game's menu for this seat. `left_ms` is the time left on the
    clock, if one is running. `since` has a time for each seat in `to_act`, in milliseconds since
    1970: when the seat's move became pending or the seat sent its last command. The time is 0 if
    unknown, and `since` is empty in a silent game.
    """

    seq: int
    news: tuple[Told, ...]
    view: Raw
    to_act: tuple[Seat, ...]
    legal: tuple[Raw, ...]
    left_ms: int | None
    since: tuple[int, ...] = ()


class Accepted(Struct, tag="accepted"):
    """The command `id` has been carried out. A move is step `seq` in the seat's numbering."""

    id: Id
    seq: int


class Refused(Struct, tag="refused"):
    """The command `id` changed nothing. `text` is a sentence with `{names}` for its `facts`."""

    id: str
    code: Code
    rule: str | None
    text: str
    facts: dict[str, Fact]


class Answered(Struct, tag="answered"):
    """The game's answer to Ask `id`, or a `GivenAdvice` in answer to Advise."""

    id: Id
    answer: Raw


class Pong(Struct, tag="pong"):
    """The answer to Ping. Also sent every two seconds while a job runs for this WebSocket."""


FromServer: TypeAlias = (
    Hello
    | Lobby
    | Invitation
    | Presence
    | Talked
    | Update
    | Accepted
    | Refused
    | Answered
    | Pong
    | Guided
    | Judged
)
