"""Whose turn it is where work waits for workers: one of each address, and there one of each table.

Whoever asks for a lot waits for it, and nobody else does.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

MOST_KNOWN = 256
"""Of so many addresses and tables is known when they last had a turn: of the latest."""


class Turns:
    """At most `places` at a time, and `each` of one address; next is whose turn is longest ago."""

    def __init__(self, places: int, each: int) -> None:
        self._places = places
        self._each = each
        self._taken: Counter[str] = Counter()
        self._turn = 0
        self._last: dict[tuple[str, ...], int] = {}
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    def is_free(self) -> bool:
        """Whether nobody has a turn."""
        return not self._taken.total()

    @asynccontextmanager
    async def turn(self, address: str, table: str) -> AsyncGenerator[None]:
        """Wait for a turn, and have it until the end of the block."""
        admitted = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {}).setdefault(table, deque()).append(admitted)
        self._admit()
        try:
            await admitted
        except asyncio.CancelledError:
            if admitted.done() and not admitted.cancelled():
                self._release(address)
            raise
        try:
            yield
        finally:
            self._release(address)

    def _release(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
        self._admit()

    def _admit(self) -> None:
        """Give the free places to those whose turn it is."""
        while self._taken.total() < self._places:
            mine = [a for a in self._waiting if self._taken[a] < self._each]
            if not mine:
                return
            address = min(mine, key=lambda a: self._last.get((a,), 0))
            admitted = self._next_of(address)
            if not admitted.done():
                self._taken[address] += 1
                admitted.set_result(None)

    def _next_of(self, address: str) -> "asyncio.Future[None]":
        """The first that waits at the table of an address whose turn it is."""
        tables = self._waiting[address]
        table = min(tables, key=lambda t: self._last.get((address, t), 0))
        admitted = tables[table].popleft()
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[address]
        self._turn += 1
        for had in ((address,), (address, table)):
            self._last.pop(had, None)
            self._last[had] = self._turn
        while len(self._last) > MOST_KNOWN:
            del self._last[next(iter(self._last))]
        return admitted
