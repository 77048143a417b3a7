"""All connections of a server: their maximum number, limits on waiting ones, and fair turns."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from chabudai.server.limits import Buckets, Limits, RateName

GRACE_S = 0.2
"""Seconds before the oldest waiting connection is closed, so that a request in transit is read."""


class Connection(Protocol):
    """A connection from an address. `waiting` is the group that it waits in, if any."""

    address: str
    is_closing: bool
    waiting: "Waiting | None"

    def abort(self) -> None:
        """Close immediately."""


@dataclass(slots=True)
class Waiting:
    """Waiting connections by address, the oldest first. If an address has more than `most`
    connections, its oldest ones are closed.
    """

    most: int
    by_address: dict[str, dict[Connection, None]] = field(
        default_factory=dict[str, dict[Connection, None]]
    )

    def add(self, connection: Connection) -> None:
        """Move a connection to this group."""
        stop_waiting(connection)
        connection.waiting = self
        mine = self.by_address.setdefault(connection.address, {})
        mine[connection] = None
        if len(mine) == self.most + 1:
            loop = asyncio.get_running_loop()
            loop.call_later(GRACE_S, self._close_oldest, connection.address)

    def _close_oldest(self, address: str) -> None:
        mine = tuple(self.by_address.get(address, ()))
        for connection in mine[: max(0, len(mine) - self.most)]:
            connection.abort()


def stop_waiting(connection: Connection) -> None:
    """Remove a connection from its group, if it is waiting."""
    waiting = connection.waiting
    if waiting is not None:
        connection.waiting = None
        mine = waiting.by_address[connection.address]
        del mine[connection]
        if not mine:
            del waiting.by_address[connection.address]


class Crowd:
    """All connections of a server, at most `room`. `silent` has the connections that have not sent
    a complete request yet, and `idle` those that have received all answers.
    """

    def __init__(self, limits: Limits, room: int, rates: Mapping[RateName, Buckets]) -> None:
        self.limits, self.rates = limits, rates
        self.silent, self.idle = Waiting(limits.silent), Waiting(limits.idle)
        self._room = room
        self._connections = set[Connection]()
        self._turns: dict[str, deque[Callable[[], object]]] = {}

    def add(self, connection: Connection) -> None:
        """Add a connection. If there are more than `room` connections, abort all that are closing,
        and then the oldest waiting ones from the addresses with the most connections.
        """
        self._connections.add(connection)
        over = len(self._connections) - self._room
        if over > 0:
            closing = [each for each in self._connections if each.is_closing]
            for each in closing:
                each.abort()
            for _ in range(over - len(closing)):
                self._close_one()

    def _close_one(self) -> None:
        kinds = (self.silent.by_address, self.idle.by_address)
        counts = Counter[str]()
        for kind in kinds:
            counts.update({address: len(mine) for address, mine in kind.items()})
        if counts:
            most = max(counts, key=counts.__getitem__)
            next(each for kind in kinds for each in kind.get(most, ())).abort()

    def remove(self, connection: Connection) -> None:
        """Remove a lost connection."""
        stop_waiting(connection)
        self._connections.discard(connection)

    def take_turn(self, address: str, act: Callable[[], object]) -> None:
        """Schedule `act`. One call runs per event-loop cycle, round-robin by address."""
        if not self._turns:
            asyncio.get_running_loop().call_soon(self._next_turn)
        self._turns.setdefault(address, deque()).append(act)

    def _next_turn(self) -> None:
        address = next(iter(self._turns))
        mine = self._turns.pop(address)
        act = mine.popleft()
        if mine:
            self._turns[address] = mine
        if self._turns:
            asyncio.get_running_loop().call_soon(self._next_turn)
        act()

    async def turn(self, address: str) -> None:
        """Wait for this address's turn."""
        come = asyncio.Event()
        self.take_turn(address, come.set)
        await come.wait()
