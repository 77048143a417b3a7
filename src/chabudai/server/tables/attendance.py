"""Guests who are connected to a table, here or at another server, and sockets that follow it."""

from collections.abc import Callable
from dataclasses import dataclass

from chabudai.core import Seat
from chabudai.server.tables.decide import Place

LEFT_MS = 2_000
"""Delay after which a server makes a move that another one should have made, in milliseconds."""


@dataclass(slots=True, eq=False)
class Follower:
    """A socket at a table, and what has been sent to it. `cursor` is the last step it was sent.

    `close` ends the socket with a code; `address` is where it comes from. `tell` is called when
    there may be something new to send, and `say` sends a frame. `warned` is the step at which it
    was last warned that the table cannot go on. `changes` are those of the table's attendance when
    it was last sent who is here. `sending_since` is when a frame that is still being sent was
    begun, in seconds of the monotonic clock.
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
    presence: tuple[int | None, ...] | None = None
    sending_since: float | None = None


class Attendance:
    """Guests of a table by connection. `now` is in seconds of the monotonic clock, `at` in
    milliseconds since 1970.

    A table is `awake` while a guest who sits there is connected here: while it sleeps no bot moves
    and no clock runs out. `changes` counts the changes that everybody at the table is sent.
    """

    def __init__(self, places: tuple[Place, ...], server: str, at: int) -> None:
        self.followers: set[Follower] = set()
        self.awake = False
        self.changes = 0
        self._places = places
        self._server = server
        self._opened_at = at
        self._last_here: dict[str, int] = {}
        self._elsewhere: dict[str, tuple[frozenset[Seat], float]] = {}
        self._gone: tuple[int | None, ...] = ()

    def take_seats(self, places: tuple[Place, ...]) -> None:
        """Replace the seats of the table."""
        self._places = places
        self.note_change()

    def note_change(self) -> None:
        """Note that followers must be sent the lobby again."""
        self._gone, self.changes = (), self.changes + 1

    def tell(self) -> None:
        """Have every follower sent what is new."""
        for follower in tuple(self.followers):
            follower.tell()

    def follow(self, follower: Follower) -> None:
        """Add a socket."""
        self.followers.add(follower)
        self._tell_change()

    def unfollow(self, follower: Follower, at: int) -> None:
        """Remove a socket."""
        self.followers.discard(follower)
        if follower.guest:
            self._last_here[follower.guest] = at
        self.awake = self.awake and bool(self.local_seats())
        self._tell_change()

    def close(self, code: int) -> None:
        """Close all sockets with a code."""
        for follower in tuple(self.followers):
            follower.close(code)

    def expect(self, guest: str, at: int) -> None:
        """Note that a guest who has just sat down is about to open a socket."""
        self._last_here[guest] = at

    def guests(self) -> set[str | None]:
        """Return the digests of the guests who are connected here."""
        return {follower.guest for follower in self.followers}

    def local_seats(self) -> tuple[Seat, ...]:
        """Return the seats whose guests are connected here."""
        here = self.guests()
        return tuple(
            seat for seat, place in enumerate(self._places) if not here.isdisjoint(place.guests)
        )

    def address(self) -> str:
        """Return the address of the first seat here. Its guest waits while the bots think."""
        there = {follower.guest: follower.address for follower in self.followers}
        guests = (guest for place in self._places for guest in place.guests)
        return next((there[guest] for guest in guests if guest in there), "")

    # --- other servers ------------------------------------------------------------------------

    def hear(self, server: str, seats: frozenset[Seat], now: float, at: int) -> None:
        """Take in the seats whose guests are connected to another server."""
        before, _ = self._elsewhere.get(server, (frozenset[Seat](), now))
        self._elsewhere[server] = (seats, now)
        if seats == before:
            return
        for seat, place in enumerate(self._places):
            if seat in before - seats:
                self._last_here.update(dict.fromkeys(place.guests, at))
        self._tell_change()

    def forget_servers(self, before: float, now: float, at: int) -> None:
        """Treat the guests of servers that were last heard of before a time as away."""
        for server, (_, heard) in tuple(self._elsewhere.items()):
            if heard < before:
                self.hear(server, frozenset(), now, at)
                del self._elsewhere[server]

    def is_handled_elsewhere(self) -> bool:
        """Whether another server makes the moves pending here, because the first guest is there. If
        it has died, this one makes them a little later.
        """
        there = [(min(seats), server) for server, (seats, _) in self._elsewhere.items() if seats]
        first = min(self.local_seats(), default=len(self._places))
        return any(each < (first, self._server) for each in there)

    # --- who is away --------------------------------------------------------------------------

    def is_here(self, seat: Seat) -> bool:
        """Whether a guest sits there with a socket open, at this server or another."""
        return self.is_local(seat) or any(seat in seats for seats, _ in self._elsewhere.values())

    def is_local(self, seat: Seat) -> bool:
        """Whether a guest sits there with a socket open at this server."""
        return seat in self.local_seats()

    def gone(self) -> tuple[int | None, ...]:
        """Return by seat since when its guest has been away, or None (here, or no guest)."""
        if not self._gone:
            here = set(self.local_seats()).union(*(seats for seats, _ in self._elsewhere.values()))
            self._gone = tuple(
                None
                if place.kind != "guest" or seat in here
                else max(self._last_here.get(each, self._opened_at) for each in place.guests)
                for seat, place in enumerate(self._places)
            )
        return self._gone

    def away(self, at: int) -> tuple[int | None, ...]:
        """Return by seat for how many milliseconds its guest has been away."""
        return how_long(self.gone(), at)

    def _tell_change(self) -> None:
        self.note_change()
        self.tell()


def how_long(since: tuple[int | None, ...], at: int) -> tuple[int | None, ...]:
    """Return for how many milliseconds each has been so, if it is known since when."""
    return tuple(None if each is None else max(0, at - each) for each in since)
