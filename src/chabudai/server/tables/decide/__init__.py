"""A table as stored: seats, settings, the game's state, and the types of its steps. Data only."""

from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import CHANCE, AnyGame, News, Seat, Struct
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.protocol.talk import SignKind
from chabudai.server.sources import Sources
from chabudai.server.tables.decide.visible_seq import PrivateStep, VisibleSeq, visible_seq_for


class Place(Struct):
    """A seat as stored. `guest` is the digest of the secret that owns it.

    `devices` are the digests of its owner's other browsers, oldest first. `level` and `persona`
    describe the bot that plays there, if any: a seated bot, a stand-in for the guest, or a bot that
    plays for an open seat. `left` is true if the guest has left and a bot plays instead. `look` is
    the number of the colour and shape kept from the previous game. `epoch` counts the guests who
    have lost the seat. `advice` is true if the guest agrees to advice. `advised` is the `since` of
    the pending move for which the guest last asked for advice, and `advice_stage` the latest stage
    of that advice. `advice_taken` counts the stages taken in this game. `nudged` is the latest
    nudge. `shown` is the step where the guest agreed to `ShowHand`, or 0. `once` is true if the bot
    plays for an idle guest until the seat owes no move.
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
    advice_stage: int = 0
    advice_taken: int = 0
    nudged: protocol.Nudged | None = None
    shown: int = 0
    once: bool = False

    @property
    def guests(self) -> tuple[str, ...]:
        """The digests of all browsers that may use the seat."""
        return (self.guest, *self.devices) if self.guest else ()


OPEN = Place()
BOT, STAND_IN = "bot", "stand-in"
"""Prefixes of the ids of bots' moves: for a bot's own seat, and for a stand-in's."""
INSTEAD: dict[str, protocol.Instead] = {STAND_IN: "bot", "skip": "skip", "clock": "clock"}
"""The substitute that moved for a guest, by the prefix of the move's id."""


class Caller(Struct):
    """An invited guest who is waiting for a seat. `guest` and `devices` are as in `Place`."""

    name: str
    guest: str
    devices: tuple[str, ...] = ()

    @property
    def guests(self) -> tuple[str, ...]:
        """The digests of all browsers of the guest."""
        return (self.guest, *self.devices)


class Removed(Struct):
    """A guest whom the host has removed. `name` is unique among removed guests. `guests` are the
    digests of all browsers that could use the seat.
    """

    name: str
    guests: tuple[str, ...]


class OpenRequest(Struct):
    """A request that other guests must agree to, made in step `number`. `seat` is the seat that it
    concerns, and `owner` the digest of that seat's guest. `guest` is the digest of the asker's
    browser, and `agreed` are the digests of the guests who agree. `at` is the time of the request,
    or of the refusal if it was `declined`.
    """

    number: int
    kind: protocol.RequestKind
    seat: Seat
    owner: str
    guest: str
    at: int
    agreed: tuple[str, ...] = ()
    declined: bool = False


class SentSign(Struct):
    """A reaction, a sentence or free text that a guest has sent in step `number` (`protocol.Sign`).
    `guest` is the digest of the owner of the sender's seat.
    """

    number: int
    guest: str
    at: int
    kind: SignKind
    said: str


class TableSetup(Struct):
    """The seats and settings of a table.

    `invite` is the digest of the invitation's secret, or empty, and `invitation` counts how often
    the secret was replaced. `door` lists the invited guests who are waiting for a seat. `removed`
    lists the guests who cannot take a seat. `requests` lists the open requests, and the latest ones
    that were declined.

    `asides` lists the hidden steps in the order of the log. `ended` is true if the host ended the
    game before it had an outcome. `stopped` is the reason why the server stopped the game. `daily`
    is the day of a daily deal, as YYYY-MM-DD. `nudges` is true if guests may nudge. `watching` is
    the host's choice of who may watch.

    `party` is the id of the party's first table, or empty if this is that table. `next` is the
    party's next table, and `next_by` the seat of the player who opened it. `withdrawn` lists the
    digests of the guests who have left the party: its page does not show their names. `talk` is
    true if players may send signs, and `signs` lists the latest ones, oldest first. `screens` lists
    the digests of the big screens that show the party.
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
    nudges: bool = True
    requests: tuple[OpenRequest, ...] = ()
    watching: protocol.Watching = "public"
    party: str = ""
    next_by: Seat | None = None
    withdrawn: tuple[str, ...] = ()
    talk: bool = True
    signs: tuple[SentSign, ...] = ()
    screens: tuple[str, ...] = ()

    def is_removed(self, guest: str | None) -> bool:
        """Whether the host has removed the guest with this digest."""
        return any(guest in each.guests for each in self.removed)

    def is_waiting(self, guest: str | None) -> bool:
        """Whether the guest with this digest was invited and is waiting for a seat."""
        return any(guest in each.guests for each in self.door)


class PendingMove(Struct):
    """A move that `seat` has owed since step `since`.

    `due` is the time when a bot answers or a guest's clock runs out, in milliseconds since 1970, or
    None for never. While a bot stands in, `clock` is the time when the guest's clock would run out.
    `at` is the time when the move became pending or the seat sent its last command; it is derived
    from the log, not stored.
    """

    seat: Seat
    since: int
    kind: Literal["bot", "guest"]
    due: int | None
    clock: int | None = None
    at: int = 0

    @property
    def runs_out(self) -> int | None:
        """The time when the guest's clock runs out, or None if no clock is running."""
        return self.due if self.kind == "guest" else self.clock

    def put_off(self, by: int) -> "PendingMove":
        """Return the move with `by` milliseconds added to the guest's clock, if one is running."""
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


class Withdraw(Struct, tag="withdraw"):
    """A guest leaves the party. `guests` are the digests of all browsers that had the seat."""

    guests: tuple[str, ...]


class Knock(Struct, tag="knock"):
    """An invited guest finds all seats taken."""

    name: str
    guest: str


class Device(Struct, tag="device"):
    """Another browser of the seat's owner may also use the seat."""

    guest: str


class Host(Struct, tag="host"):
    """Another guest becomes the host: the host has left, or the guests present have agreed."""

    seat: Seat


class Rejoin(Struct, tag="rejoin"):
    """Another browser gets a seat, because the guests present have agreed."""

    seat: Seat
    guest: str


class DropRequests(Struct, tag="drop-requests"):
    """The server drops requests that are no longer possible."""


class Further(Struct, tag="further"):
    """A guest asks for another stage of advice on a move. Others are not notified again."""

    stage: int


class Stop(Struct, tag="stop"):
    """The server ends a game that cannot continue."""

    why: protocol.Stopped


class Entry(Struct):
    """A step of a table. `cmd`, the command's id, is unique at the table. For a guest's command, it
    begins with "guest." and part of the guest's digest, or with "skip." if the command skips
    another seat. `seat` is the seat that made the step, or CHANCE.
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
        """Whether this step is a request for advice."""
        return self.part == "lobby" and self.action.startswith(b'{"type":"advise"')

    @property
    def instead(self) -> protocol.Instead | None:
        """The substitute that made the move for the guest, or None."""
        if self.part == "lobby" or self.seat == CHANCE:
            return None
        by, _, _ = self.cmd.partition(":")[0].partition(".")
        return INSTEAD.get(by)


class Move(NamedTuple):
    """A move of the game: some fields of `Entry`, with the action as JSON."""

    seq: int
    cmd: str
    seat: Seat
    action: str


class Table(Struct):
    """A table after its step `head`. `state` is the game's state, or None before the deal or if
    unreadable. `code` is the party's four- or six-digit code, held by its latest table.
    """

    id: str
    head: int
    sitting: TableSetup
    state: Any
    pending: tuple[PendingMove, ...]
    code: str | None

    @property
    def party(self) -> str:
        """The id of the party: the id of its first table."""
        return self.sitting.party or self.id

    @property
    def game(self) -> AnyGame:
        """The game played at the table."""
        return GAMES.imported[self.sitting.game]

    @property
    def is_silent(self) -> bool:
        """Whether players may currently communicate only through their moves."""
        return self.game.silent and self.sitting.status == "playing"

    @property
    def stopped(self) -> protocol.Stopped | None:
        """The reason why the game cannot continue or be displayed, or None if it can."""
        sitting = self.sitting
        if sitting.stopped or sitting.status == "lobby" or self.state is not None:
            return sitting.stopped
        if sitting.rules == self.game.rules:
            return "damaged"
        return "rules" if sitting.rules < self.game.rules else "newer"

    def seat_of(self, guest: str | None) -> Seat | None:
        """Return the seat that belongs to a guest's digest, or None."""
        for seat, place in enumerate(self.sitting.places):
            if guest in place.guests:
                return seat
        return None

    def visible_seq(self, seat: Seat | None) -> VisibleSeq:
        """Return the step numbers visible to `seat`, or to a spectator if None."""
        return visible_seq_for(seat, self.sitting.asides)

    def pending_of(self, seat: Seat) -> PendingMove | None:
        """Return the move that `seat` owes, if any."""
        return next((move for move in self.pending if move.seat == seat), None)


class Change(Struct):
    """A change to a table: the table afterwards, its new steps, and changes that create other
    tables. `uses` is the digest of the pass that the change consumes. `recoded` is true if the
    table has a new code.
    """

    table: Table
    entries: tuple[Entry, ...]
    also: tuple["Change", ...] = ()
    uses: str | None = None
    recoded: bool = False


class Call(Struct):
    """The context of a command: its seat, its id, and its time in milliseconds since 1970.

    `code` is an unused table code. A command that opens a table or replaces a code uses it.
    `invite` is the digest of a new secret for the invitation, if the command replaces it. For each
    seat, `away` has the milliseconds for which its guest has been away, or None if no guest is
    absent. `door` has the same for the guests who are waiting for a seat.
    """

    seat: Seat
    cmd: str
    at: int
    sources: Sources
    code: str | None = None
    away: tuple[int | None, ...] = ()
    invite: str = ""
    door: tuple[int | None, ...] = ()


def lobby_step(
    table: Table, call: Call, action: Struct, sitting: TableSetup, **changes: Any
) -> Change:
    """Return a change with one step that is not a move. `changes` are the table's other new
    fields.
    """
    encoded, seq = msgspec.json.encode(action), table.head + 1
    entry = Entry(seq, call.cmd, call.seat, "lobby", encoded, (), call.at)
    return Change(replace(table, head=seq, sitting=sitting, **changes), (entry,))


def put_place(sitting: TableSetup, seat: Seat, place: Place) -> TableSetup:
    """Return the setup with `place` at `seat`."""
    places = sitting.places
    return replace(sitting, places=(*places[:seat], place, *places[seat + 1 :]))


def looks(places: tuple[Place, ...]) -> tuple[int, ...]:
    """Return the number of each seat's colour and shape: a kept number, or the lowest free one."""
    kept = {place.look for place in places}
    free = (look for look in range(len(places) + len(kept)) if look not in kept)
    return tuple(next(free) if place.look is None else place.look for place in places)
