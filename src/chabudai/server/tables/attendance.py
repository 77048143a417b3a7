"""The open WebSockets of a table, and its guests who are connected to this or another server."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.server.protocol.talk import MayTalk
from chabudai.server.tables.decide import Caller, Place, Table
from chabudai.server.tables.decide.sharing import Opened, reader
from chabudai.server.tables.decide.watching import Sight

LEFT_MS = 2_000
"""Milliseconds after which a server makes a move that another server should have made."""


class Absences(NamedTuple):
    """Absences of seated guests: the results of `Attendance.gone` and `Attendance.unseen`."""

    gone: tuple[int | None, ...]
    longer: tuple[Seat, ...] = ()


@dataclass(slots=True, eq=False)
class Follower:
    """A WebSocket at a table. `cursor` is the last step that was sent.

    `close` closes the WebSocket with a code, and `address` is its client's address. `tell` signals
    that there may be news to send, and `say` sends a frame. `warned` is the step at which the
    follower was last warned that the table cannot continue. `changes` is `Attendance.changes` as of
    the last Lobby message. If a frame is being sent, `sending_since` is the time when that began,
    in monotonic seconds. `sight` is what the guest could see when frames were last built. `name` is
    the name that the client gave for a guest without a seat, or "". `may_talk` is the last
    `Talked.may` that was sent, and `signs` the number of the last sign that was sent.

    `hands` are the digests of all players who share the browser, and `guest` is the digest of the
    player who is looking. If `is_screen` is true, the browser is a big screen, and `guest` is its
    digest. `opened` is set once a player has said that they are looking. `shared` lists the seats
    of all players on the browser if there are several, and `curtain` is true if none of their views
    is shown. `greeted` and `turn` are the seats in the last Hello.
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
    changes: int = -1
    presence: Absences | None = None
    sending_since: float | None = None
    sight: Sight | None = None
    name: str = ""
    may_talk: MayTalk = "none"
    signs: int = 0
    hands: tuple[str, ...] = ()
    is_screen: bool = False
    opened: Opened | None = None
    shared: tuple[Seat, ...] = ()
    curtain: bool = False
    greeted: tuple[Seat, ...] = ()
    turn: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if self.guest and not self.hands:
            self.hands = (self.guest,)

    def look_at(self, table: Table) -> None:
        """Determine who is looking at the table now."""
        self.guest, self.shared, self.curtain = reader(table, self.hands, self.opened)


class Connected(NamedTuple):
    """The guests of a table who are connected to one server: their seats, the number of watchers,
    and the digests of guests who are waiting for a seat.
    """

    seats: frozenset[Seat] = frozenset()
    watchers: int = 0
    waiting: frozenset[str] = frozenset()


class Attendance:
    """Presence of a table's guests. `now` is in monotonic seconds, `at` in milliseconds since 1970.

    A table is `awake` while one of its seated guests is connected to this server. While it sleeps,
    no bot moves and no clock runs out. `changes` counts the changes that must be sent to all
    followers. `watchers` contains a name, or "", for each watcher on this server.
    """

    def __init__(self, places: tuple[Place, ...], server: str, at: int) -> None:
        self.followers: set[Follower] = set()
        self.awake = False
        self.changes = 0
        self.watchers: tuple[str, ...] = ()
        self._places = places
        self._server = server
        self._opened_at = at
        self._last_here: dict[str, int] = {}
        self._elsewhere: dict[str, tuple[Connected, float]] = {}
        self._gone: tuple[int | None, ...] = ()

    def take_seats(self, places: tuple[Place, ...]) -> None:
        """Replace the table's seats."""
        self._places = places
        self.note_change()

    def note_change(self) -> None:
        """Record that the lobby must be sent to the followers again."""
        self._gone, self.changes = (), self.changes + 1

    def tell(self) -> None:
        """Signal to all followers that there may be news to send."""
        for follower in tuple(self.followers):
            follower.tell()

    def follow(self, follower: Follower) -> None:
        """Add a follower."""
        self.followers.add(follower)
        self._tell_change()

    def unfollow(self, follower: Follower, at: int) -> None:
        """Remove a follower."""
        self.followers.discard(follower)
        seated = {guest for place in self._places for guest in place.guests}
        seen = seated.intersection(follower.hands).union(follower.hands[:1])
        self._last_here |= dict.fromkeys(seen, at)
        self.awake = self.awake and bool(self.local_seats())
        self._tell_change()

    def close(self, code: int) -> None:
        """Close all WebSockets with a code."""
        for follower in tuple(self.followers):
            follower.close(code)

    def expect(self, guest: str, at: int) -> None:
        """Record that a guest who has just taken a seat, or is waiting for one, is about to
        connect.
        """
        self._last_here[guest] = at

    def guests(self) -> set[str]:
        """Return the digests of the guests who are connected to this server."""
        return {hand for follower in self.followers for hand in follower.hands}

    def note_watchers(self, door: Iterable[Caller]) -> None:
        """Record which guests are watching, except big screens and guests who are waiting for a
        seat. The caller does this at intervals, so that frequent arrivals and departures cause few
        messages.
        """
        names: dict[object, str] = {}
        waiting = {guest for caller in door for guest in caller.guests}
        for each in self.followers:
            sees = each.seat is None and each.sight is not None and each.sight.game
            if sees and each.guest not in waiting and not each.is_screen:
                browser = each.guest or each
                names[browser] = max(each.name, names.get(browser, ""))
        watchers = tuple(sorted(names.values()))
        if watchers != self.watchers:
            self.watchers = watchers
            self._tell_change()

    def all_watchers(self) -> tuple[str, ...]:
        """Return a name, or "", for each watcher. The names of watchers on other servers are
        unknown.
        """
        unnamed = sum(each.watchers for each in self.elsewhere())
        return (*self.watchers, *[""] * unnamed)

    def connected(self, door: Iterable[Caller]) -> Connected:
        """Return which guests are connected to this server."""
        here = self.guests()
        waiting = (guest for caller in door for guest in caller.guests if guest in here)
        return Connected(frozenset(self.local_seats()), len(self.watchers), frozenset(waiting))

    def local_seats(self) -> tuple[Seat, ...]:
        """Return the seats whose guests are connected to this server."""
        here = self.guests()
        return tuple(
            seat for seat, place in enumerate(self._places) if not here.isdisjoint(place.guests)
        )

    def address(self) -> str:
        """Return the address of the first seated guest who is connected here. Requests for bots'
        moves count as requests from this address.
        """
        there = {hand: each.address for each in self.followers for hand in each.hands}
        guests = (guest for place in self._places for guest in place.guests)
        return next((there[guest] for guest in guests if guest in there), "")

    # --- other servers ------------------------------------------------------------------------

    def hear(self, server: str, connected: Connected, now: float, at: int) -> None:
        """Store which guests are connected to another server."""
        before, _ = self._elsewhere.get(server, (Connected(), now))
        self._elsewhere[server] = (connected, now)
        if connected == before:
            return
        for seat, place in enumerate(self._places):
            if seat in before.seats - connected.seats:
                self._last_here.update(dict.fromkeys(place.guests, at))
        self._last_here.update(dict.fromkeys(before.waiting - connected.waiting, at))
        self._tell_change()

    def elsewhere(self) -> list[Connected]:
        """Return the guests connected to each of the other servers."""
        return [connected for connected, _ in self._elsewhere.values()]

    def forget_servers(self, before: float, now: float, at: int) -> None:
        """Treat guests of servers that have not sent a message since `before` as away."""
        for server, (_, heard) in tuple(self._elsewhere.items()):
            if heard < before:
                self.hear(server, Connected(), now, at)
                del self._elsewhere[server]

    def is_handled_elsewhere(self) -> bool:
        """Whether another server makes the pending moves because the first seated guest is
        connected there. If that server has died, this server makes the moves after a delay.
        """
        seats = {server: each.seats for server, (each, _) in self._elsewhere.items() if each.seats}
        there = [(min(each), server) for server, each in seats.items()]
        first = min(self.local_seats(), default=len(self._places))
        return any(each < (first, self._server) for each in there)

    # --- absence ---------------------------------------------------------------------------------

    def is_here(self, seat: Seat) -> bool:
        """Whether the seat's guest is connected to this server or another."""
        return self.is_local(seat) or any(seat in each.seats for each in self.elsewhere())

    def is_local(self, seat: Seat) -> bool:
        """Whether the seat's guest is connected to this server."""
        return seat in self.local_seats()

    def gone(self) -> tuple[int | None, ...]:
        """Return when each seat's guest went away, or None if no guest of the seat is away."""
        if not self._gone:
            here = set(self.local_seats()).union(*(each.seats for each in self.elsewhere()))
            self._gone = tuple(
                None if place.kind != "guest" or seat in here else self._last_seen(place.guests)
                for seat, place in enumerate(self._places)
            )
        return self._gone

    def unseen(self) -> tuple[Seat, ...]:
        """Return the seats whose guests are away and have not been seen since the table was loaded.
        For them, `gone` is not the time when they left.
        """
        return tuple(
            seat
            for seat, since in enumerate(self.gone())
            if since is not None and self._last_here.keys().isdisjoint(self._places[seat].guests)
        )

    def away(self, at: int) -> tuple[int | None, ...]:
        """Return for how many milliseconds each seat's guest has been away, or None if not away."""
        return how_long(self.gone(), at)

    def door_away(self, door: Sequence[Caller], at: int) -> tuple[int | None, ...]:
        """Return for how many milliseconds each guest who is waiting for a seat has been away, or
        None if present.
        """
        here = self.guests().union(*(each.waiting for each in self.elsewhere()))
        since = (None if here & {*each.guests} else self._last_seen(each.guests) for each in door)
        return how_long(tuple(since), at)

    def _last_seen(self, guests: Sequence[str]) -> int:
        """Return when any of a guest's browsers was last connected, or when the table was loaded if
        unknown.
        """
        return max(self._last_here.get(each, self._opened_at) for each in guests)

    def _tell_change(self) -> None:
        self.note_change()
        self.tell()


def how_long(since: tuple[int | None, ...], at: int) -> tuple[int | None, ...]:
    """Return the milliseconds from each time until `at`, or None if the time is None."""
    return tuple(None if each is None else max(0, at - each) for each in since)
