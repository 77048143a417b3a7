"""A table as this process holds it in memory, and the sockets that follow it.

What is in memory is a copy that the database may overtake: a change fits the stored table or is
worked out again, and sockets pull what they lack, up to the table's head, whenever it has moved.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from chabudai.core import Seat
from chabudai.server import wire
from chabudai.server.limits import Address
from chabudai.server.live.heard import Heard
from chabudai.server.live.shown import Shown
from chabudai.server.refusal import Refused
from chabudai.server.table import Entry, PendingMove, Table, looks
from chabudai.server.table.advice import allowed
from chabudai.server.table.agreement import NOTHING, choices
from chabudai.server.table.commands import refused_frame
from chabudai.server.table.lobby import is_silent
from chabudai.server.table.reasons import says_why

KEPT_STEPS = 24
"""Steps of a table held in memory, or as many as came together last; older ones are read from the
log. Where everyone moves by turns, a table has come to wait for whoever is away by then.
"""


Audience: TypeAlias = Literal["seat"] | wire.Seatless | None
"""Readers of a table's Lobby: guests who hold a seat, invited guests without one, and strangers."""


@dataclass(slots=True, eq=False)
class Follower:
    """A socket at a table, and what has been sent to it. `cursor` is the last step it was told of.

    `close` ends the socket with a code; `address` is where it comes from. `tell` is called when
    there may be something new to send, and `say` sends a frame. `warned` is the step at which it
    was last told that the table cannot go on. `lobby` and `people` are those of the table
    (`LiveTable`) when it was last told. `sending_since` is when a frame that is still being sent
    was begun, in seconds of the monotonic clock.
    """

    guest: str | None
    seat: Seat | None
    is_host: bool
    cursor: int
    close: Callable[[int], None]
    address: str
    tell: Callable[[], object] = bool
    say: Callable[[bytes], object] = bool
    warned: int = -1
    first: bool = True
    lobby: bytes = b""
    people: int = -1
    presence: tuple[int | None, ...] | None = None
    sending_since: float | None = None


class LiveTable:
    """A table in memory, its latest steps, and its followers. Times are of the monotonic clock,
    those of guests who come and go in milliseconds since 1970.

    `lock` is held while a command is carried out, and `waiting` counts the commands that are
    waiting for it or hold it. A table is `awake` while a guest who sits there is here: while it
    sleeps no bot moves and no clock runs out. `people` counts how often anything has changed that
    is told of those who sit there.
    """

    def __init__(self, table: Table, now: float, at: int = 0, server: str = "") -> None:
        self.table = table
        self._server = server
        self.awake = False
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.last_used = now
        self.followers: set[Follower] = set()
        self.recent: tuple[Entry, ...] = ()
        self._opened_at = at
        self._last_here: dict[str, int] = {}
        self._elsewhere: dict[str, tuple[frozenset[Seat], float]] = {}
        self.people = 0
        self.payer: Address = ()
        """The address of the guest who commanded last, for which the server's moves are counted."""
        self._lobbies: dict[Audience, bytes] = {}
        self._gone: tuple[int | None, ...] = ()
        self.shown = Shown(table, ())
        self.heard = Heard()
        """The words said or laid here, as far as anybody has asked for them."""

    def advance(self, table: Table, entries: tuple[Entry, ...]) -> None:
        """Replace the table by a later one and tell the followers. `entries` are the steps in
        between, or empty if they are not at hand.
        """
        if table.head <= self.table.head:
            return
        if not entries or entries[0].seq != self.table.head + 1:
            self.recent = ()
        if table.sitting is not self.table.sitting:  # most steps are moves and leave it as it is
            self._lobbies, self._gone, self.people = {}, (), self.people + 1
        self.table = table
        self.recent = (*self.recent, *entries)[-max(KEPT_STEPS, len(entries)) :]
        self.shown = Shown(table, entries)
        self.tell_followers()

    def take_pending(self, pending: tuple[PendingMove, ...]) -> None:
        """The table's clocks have been put off to this."""
        self.table = replace(self.table, pending=pending)
        for follower in self.followers:
            follower.first = True
        self.tell_followers()

    def lose_code(self) -> None:
        """The table's code was taken back."""
        self.table = replace(self.table, code=None)
        self._lobbies, self.people = {}, self.people + 1
        self.tell_followers()

    def follow(self, follower: Follower) -> None:
        """Add a socket."""
        self.followers.add(follower)
        self._people_changed(follower)

    def unfollow(self, follower: Follower, now: float, at: int) -> None:
        """Remove a socket."""
        self.followers.discard(follower)
        self.last_used = now
        if follower.guest:
            self._last_here[follower.guest] = at
        self.awake = self.awake and bool(self.local_seats())
        self._people_changed(follower)

    def local_seats(self) -> tuple[Seat, ...]:
        """The seats whose guests are at this server."""
        here = {follower.guest for follower in self.followers}
        places = enumerate(self.table.sitting.places)
        return tuple([seat for seat, place in places if not here.isdisjoint(place.guests)])

    def hear_guests(self, server: str, seats: frozenset[Seat], now: float, at: int) -> None:
        """Another server says the guests of which seats are there."""
        before, _ = self._elsewhere.get(server, (frozenset[Seat](), now))
        self._elsewhere[server] = (seats, now)
        if seats == before:
            return
        for seat, place in enumerate(self.table.sitting.places):
            if seat in before - seats:
                self._last_here.update(dict.fromkeys(place.guests, at))
        self._people_changed()

    def is_for_others(self) -> bool:
        """Whether another server is to see to what is pending here: the first guest is there. It
        may have died; then this one sees to it, a little later.
        """
        there = [(min(seats), server) for server, (seats, _) in self._elsewhere.items() if seats]
        first = min(self.local_seats(), default=len(self.table.sitting.places))
        return any(each < (first, self._server) for each in there)

    def forget_servers(self, before: float, now: float, at: int) -> None:
        """Take the guests of servers that were not heard of since `before` for away."""
        for server, (_, heard) in tuple(self._elsewhere.items()):
            if heard < before:
                self.hear_guests(server, frozenset(), now, at)
                del self._elsewhere[server]

    def expect(self, guest: str, at: int) -> None:
        """Note that a guest who has just sat down is about to open a socket."""
        self._last_here[guest] = at

    def address(self) -> str:
        """From where its first seat that is here is played: who waits while its bots think."""
        there = {follower.guest: follower.address for follower in self.followers}
        guests = (guest for place in self.table.sitting.places for guest in place.guests)
        return next((there[guest] for guest in guests if guest in there), "")

    def tell_followers(self) -> None:
        """Have every follower told what is new."""
        for follower in tuple(self.followers):
            follower.tell()

    def warn_followers(self, why: Refused) -> None:
        """Say why the table cannot go on to those who were not told at this step, but in silent
        games, where it would tell that a move is owed.
        """
        frame = msgspec.json.encode(refused_frame("", why))
        for follower in () if is_silent(self.table) else tuple(self.followers):
            if follower.warned != self.table.head:
                follower.warned = self.table.head
                follower.say(frame)

    def _people_changed(self, follower: Follower | None = None) -> None:
        """Work out anew who is here, and have every follower look. `follower` came or went."""
        if follower is not None and self.table.sitting.is_waiting(follower.guest):
            self._lobbies = {}
        self._gone, self.people = (), self.people + 1
        self.tell_followers()

    def is_here(self, seat: Seat) -> bool:
        """Whether a guest sits there with a socket open, at this server or another."""
        return self.is_local(seat) or any(seat in seats for seats, _ in self._elsewhere.values())

    def is_local(self, seat: Seat) -> bool:
        """Whether a guest sits there with a socket open at this server."""
        return seat in self.local_seats()

    def gone(self) -> tuple[int | None, ...]:
        """By seat, since when its guest has been away; None: here, or no guest."""
        if not self._gone:
            self._gone = tuple(
                None
                if place.kind != "guest" or self.is_here(seat)
                else max(self._last_here.get(each, self._opened_at) for each in place.guests)
                for seat, place in enumerate(self.table.sitting.places)
            )
        return self._gone

    def away(self, now: int) -> tuple[int | None, ...]:
        """By seat, for how many milliseconds its guest has been away at `now`."""
        return how_long(self.gone(), now)

    def presence(self) -> tuple[int | None, ...]:
        """Since when guests have been away, as everyone may know."""
        return (None,) * len(self.gone()) if is_silent(self.table) else self.gone()

    def lobby(self, guest: str | None) -> bytes:
        """The Lobby message for a guest's digest; encoded once for each audience until something
        changes.
        """
        audience = audience_of(self.table, guest)
        if audience not in self._lobbies:
            self._lobbies[audience] = msgspec.json.encode(self._lobby_for(audience))
        return self._lobbies[audience]

    def _lobby_for(self, audience: Audience) -> wire.Lobby:
        """The Lobby message; only guests who hold a seat learn how others come to the table."""
        lobby, sitting = self._make_lobby(), self.table.sitting
        if audience != "seat":
            return replace(lobby, seatless=audience)
        here = {follower.guest for follower in self.followers}
        door = [each.name for each in sitting.door if each.guest in here and not lobby.silent]
        return replace(
            lobby,
            code=self.table.code,
            door=tuple(dict.fromkeys(door)),
            invitation=sitting.invitation,
            removed=tuple(each.name for each in sitting.removed),
        )

    def _make_lobby(self) -> wire.Lobby:
        """The Lobby message for spectators."""
        sitting = self.table.sitting
        silent = is_silent(self.table)
        chairs = tuple(
            wire.Chair(p.kind, p.name, level, look, p.left and not silent, p.advice)
            for p, look in zip(sitting.places, looks(sitting.places), strict=True)
            for level in (None if silent and p.kind == "guest" else p.level,)
        )
        possible = NOTHING
        if self.table.stopped is None:
            possible = choices(sitting.game, bytes(sitting.options), len(chairs))
        return wire.Lobby(
            sitting.status,
            sitting.options,
            possible.seats,
            possible.refused,
            chairs,
            sitting.host,
            None,
            sitting.hasten,
            sitting.next,
            ended=sitting.ended,
            silent=silent,
            stopped=self.table.stopped,
            advice=allowed(self.table),
            daily=sitting.daily,
            says_why=says_why(self.table),
        )

    def steps_after(self, seq: int) -> tuple[Entry, ...] | None:
        """The steps after step `seq`; None unless all of them are still in memory."""
        wanted = self.table.head - seq
        held = len(self.recent)
        return None if wanted > held else self.recent[held - wanted :]


def audience_of(table: Table, guest: str | None) -> Audience:
    """The audience that a guest's digest belongs to."""
    if table.seat_of(guest) is not None:
        return "seat"
    if table.sitting.is_removed(guest):
        return "removed"
    return "waiting" if table.sitting.is_waiting(guest) else None


def how_long(since: tuple[int | None, ...], now: int) -> tuple[int | None, ...]:
    """For how many milliseconds it has been so at `now`, where it is known since when."""
    return tuple(None if each is None else max(0, now - each) for each in since)
