"""A table as it is stored: seats, agreements, the game's state, and the steps. Data only."""

from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import CHANCE, AnyGame, News, Seat, Struct
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.sources import Sources
from chabudai.server.tables.decide.visible_seq import PrivateStep, VisibleSeq, visible_seq_for


class Place(Struct):
    """A seat as it is stored. `guest` is the digest of the secret that owns it.

    `devices` are the digests of further browsers of its owner, the latest last. `level` and
    `persona` are those of the bot that plays there, if one does: a bot of its own, one that stands
    in for the guest, or one that plays on where a seat is open in play. `left`: the guest has left
    and asked for the bot. `look` is the number of the colour and shape kept from the game before.
    `epoch` counts those who have lost the seat. `advice`: its guest agrees that advice is asked
    for; `advised` is since when a move has been owed for which the guest has asked.
    """

    kind: Literal["open", "guest", "bot"] = "open"
    name: str = ""
    guest: str = ""
    level: protocol.Level | None = None
    persona: int = 0
    look: int | None = None
    devices: tuple[str, ...] = ()
    left: bool = False
    epoch: int = 0
    advice: bool = False
    advised: int = 0

    @property
    def guests(self) -> tuple[str, ...]:
        """The digests of all browsers that may use the seat."""
        return (self.guest, *self.devices) if self.guest else ()


OPEN = Place()
BOT, STAND_IN = "bot", "stand-in"
"""The ids of a bot's moves begin with this, with the other those of moves it makes for a guest."""
INSTEAD: dict[str, protocol.Instead] = {STAND_IN: "bot", "skip": "skip", "clock": "clock"}
"""What made a move, by what its id begins with."""


class Caller(Struct):
    """An invited guest who found every seat taken."""

    name: str
    guest: str


class Removed(Struct):
    """A guest whom the host has removed. No other removed guest at the table has the name;
    `guests` are the digests of all browsers that could use the lost seat.
    """

    name: str
    guests: tuple[str, ...]


class TableSetup(Struct):
    """Who sits at a table and what they agreed on.

    `invite` is the digest of the invitation's secret, empty if there is none, and `invitation`
    counts how often the secret was replaced. `door` are guests who were invited and wait for a
    seat, and `removed` those who get none.

    `asides` are in the order of the log. `ended`: the host has ended the game before it
    had an outcome. `stopped`: why the server has. `daily` is the day, as YYYY-MM-DD, of the deal.
    """

    game: str
    rules: int
    status: protocol.Status
    options: Raw
    places: tuple[Place, ...]
    host: Seat
    invite: str
    hasten: bool = False
    next: str | None = None
    asides: tuple[PrivateStep, ...] = ()
    door: tuple[Caller, ...] = ()
    ended: bool = False
    stopped: protocol.Stopped | None = None
    daily: str | None = None
    invitation: int = 0
    removed: tuple[Removed, ...] = ()

    def is_removed(self, guest: str | None) -> bool:
        """Whether the host has removed the guest with this digest."""
        return any(guest in each.guests for each in self.removed)

    def is_waiting(self, guest: str | None) -> bool:
        """Whether the guest with this digest was invited and waits for a seat."""
        return any(guest == each.guest for each in self.door)


class PendingMove(Struct):
    """`seat` owes a move since step `since`.

    `due` is when a bot answers, or when a guest's move is made for them, in milliseconds since
    1970; None: never. `clock` is when the move would be due of the guest for whom a bot stands in.
    `at` is when the seat came to owe the move or gave its last command. It follows from the log and
    is not stored with the move.
    """

    seat: Seat
    since: int
    kind: Literal["bot", "guest"]
    due: int | None
    clock: int | None = None
    at: int = 0

    @property
    def runs_out(self) -> int | None:
        """When the guest's clock runs out, if one runs."""
        return self.due if self.kind == "guest" else self.clock

    def put_off(self, by: int) -> "PendingMove":
        """The move with so many milliseconds more on its guest's clock, if one runs."""
        due = self.due if self.due is None or self.kind == "bot" else self.due + by
        clock = None if self.clock is None else self.clock + by
        return replace(self, due=due, clock=clock)


class Opened(Struct, tag="opened"):
    """The first step of every table."""

    sitting: TableSetup


class Sit(Struct, tag="sit"):
    """A guest takes an open seat."""

    name: str
    guest: str


class Knock(Struct, tag="knock"):
    """An invited guest comes and finds every seat taken."""

    name: str
    guest: str


class Device(Struct, tag="device"):
    """Another browser of the seat's owner may use the seat, too."""

    guest: str


class Host(Struct, tag="host"):
    """Another guest becomes the host, because the host has gone."""

    seat: Seat


class Stop(Struct, tag="stop"):
    """The server ends a game that cannot go on."""

    why: protocol.Stopped


class Entry(Struct):
    """A step of a table. `cmd` is unique there and begins with "guest." or, where another seat is
    skipped, "skip." and a part of the digest of the guest who gave the command, if one did. `seat`
    took the step; it may be CHANCE.
    """

    seq: int
    cmd: str
    seat: Seat
    part: Literal["lobby", "play"]
    action: bytes
    news: tuple[News[Any], ...]
    at: int

    @property
    def is_advice(self) -> bool:
        """Whether its seat asked for advice."""
        return self.part == "lobby" and self.action.startswith(b'{"type":"advise"')

    @property
    def instead(self) -> protocol.Instead | None:
        """What made a guest's move instead of the guest, if something did."""
        if self.part == "lobby" or self.seat == CHANCE:
            return None
        by, _, _ = self.cmd.partition(":")[0].partition(".")
        return INSTEAD.get(by)


class Move(NamedTuple):
    """A move of the game as the log has it: the fields of `Entry`, and the action as JSON."""

    seq: int
    cmd: str
    seat: Seat
    action: str


class Table(Struct):
    """A table after its step `head`. `state` is the game's, None before the deal and where it is
    unreadable; `code` the four or six digits it can be found by until the game is over.
    """

    id: str
    head: int
    sitting: TableSetup
    state: Any
    pending: tuple[PendingMove, ...]
    code: str | None

    @property
    def game(self) -> AnyGame:
        """The rules played here."""
        return GAMES.imported[self.sitting.game]

    @property
    def is_silent(self) -> bool:
        """Whether nothing but moves may pass between the seats now."""
        return self.game.silent and self.sitting.status == "playing"

    @property
    def stopped(self) -> protocol.Stopped | None:
        """Why the game cannot go on, or be shown, if that is so."""
        sitting = self.sitting
        if sitting.stopped or sitting.status == "lobby" or self.state is not None:
            return sitting.stopped
        if sitting.rules == self.game.rules:
            return "damaged"
        return "rules" if sitting.rules < self.game.rules else "newer"

    def seat_of(self, guest: str | None) -> Seat | None:
        """The seat a guest's digest owns."""
        for seat, place in enumerate(self.sitting.places):
            if guest in place.guests:
                return seat
        return None

    def visible_seq(self, seat: Seat | None) -> VisibleSeq:
        """The step numbers that `seat` (None: a spectator) is shown."""
        return visible_seq_for(seat, self.sitting.asides)

    def pending_of(self, seat: Seat) -> PendingMove | None:
        """The move that `seat` owes, if any."""
        return next((move for move in self.pending if move.seat == seat), None)


class Change(Struct):
    """A table after some steps, those steps, and tables that were made with them. `uses` is the
    digest of the pass that is used up. `recoded`: the table has another code.
    """

    table: Table
    entries: tuple[Entry, ...]
    also: tuple["Change", ...] = ()
    uses: str | None = None
    recoded: bool = False


class Call(Struct):
    """Who gives a command, under which id, and when (milliseconds since 1970).

    `code` is one that is free, for a table that the command may open or give another one, and
    `invite` the digest of a secret for an invitation that the command may replace. `away` is
    for how many milliseconds the guest of each seat has been away, None where they are here or
    there is no guest.
    """

    seat: Seat
    cmd: str
    at: int
    sources: Sources
    code: str | None = None
    away: tuple[int | None, ...] = ()
    invite: str = ""


def lobby_step(
    table: Table, call: Call, action: Struct, sitting: TableSetup, **changes: Any
) -> Change:
    """A change of one step that is no move; `changes` are those of the table's other fields."""
    encoded, seq = msgspec.json.encode(action), table.head + 1
    entry = Entry(seq, call.cmd, call.seat, "lobby", encoded, (), call.at)
    return Change(replace(table, head=seq, sitting=sitting, **changes), (entry,))


def put_place(sitting: TableSetup, seat: Seat, place: Place) -> TableSetup:
    """The sitting with `place` at `seat`."""
    places = sitting.places
    return replace(sitting, places=(*places[:seat], place, *places[seat + 1 :]))


def looks(places: tuple[Place, ...]) -> tuple[int, ...]:
    """The number of the colour and shape of each seat: those that are kept, and the lowest free."""
    kept = {place.look for place in places}
    free = (look for look in range(len(places) + len(kept)) if look not in kept)
    return tuple(next(free) if place.look is None else place.look for place in places)
