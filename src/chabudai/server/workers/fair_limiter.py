"""Fair scheduling for a limited number of workers: the least recently served address first, then
its least recently served table.
"""

import asyncio
import sys
from collections import Counter, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

MOST_KNOWN = 256
"""Maximum number of addresses and tables whose last turn is remembered."""


class QueueFull(Exception):
    """Raised if too many requests wait for a turn and this address has the most."""


class FairLimiter:
    """A semaphore with at most `places` holders, at most `each` of them from one address. If more
    than `most` requests wait, the latest one from the address with the most is refused.
    """

    def __init__(self, places: int, each: int, most: int = sys.maxsize) -> None:
        self._places = places
        self._each = each
        self._most = most
        self._taken: Counter[str] = Counter()
        self._turn = 0
        self._last: dict[tuple[str, ...], int] = {}
        self._waiting: dict[tuple[str, str], deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str, table: str) -> AsyncGenerator[None]:
        """Wait for a turn, and keep it until the end of the block. Raises QueueFull."""
        admitted = asyncio.get_running_loop().create_future()
        self._waiting.setdefault((address, table), deque()).append(admitted)
        self._admit()
        if sum(map(len, self._waiting.values())) > self._most:
            self._turn_away()
        try:
            await admitted
        except asyncio.CancelledError:
            if admitted.done() and not admitted.cancelled():
                self._release(address)
            else:
                self._forget((address, table), admitted)
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

    def _forget(self, who: tuple[str, str], admitted: "asyncio.Future[None]") -> None:
        """Remove a waiting request from the queue."""
        waiting = self._waiting.get(who, deque())
        with suppress(ValueError):
            waiting.remove(admitted)
            if not waiting:
                del self._waiting[who]

    def _turn_away(self) -> None:
        """Refuse the latest request from the address with the most requests."""
        by_address: Counter[str] = Counter()
        for (address, _), waiting in self._waiting.items():
            by_address[address] += len(waiting)
        greediest = max(by_address, key=by_address.__getitem__)
        tables = (who for who in self._waiting if who[0] == greediest)
        who = max(tables, key=lambda each: len(self._waiting[each]))
        refused = self._waiting[who][-1]
        self._forget(who, refused)
        if not refused.done():
            refused.set_exception(QueueFull)

    def _admit(self) -> None:
        """Give free places to the next requests in fair order."""
        while self._taken.total() < self._places:
            free = [who for who in self._waiting if self._taken[who[0]] < self._each]
            if not free:
                return
            who = min(free, key=lambda who: (self._last.get(who[:1], 0), self._last.get(who, 0)))
            admitted = self._waiting[who].popleft()
            if not self._waiting[who]:
                del self._waiting[who]
            self._turn += 1
            for had in (who[:1], who):
                self._last.pop(had, None)
                self._last[had] = self._turn
            while len(self._last) > MOST_KNOWN:
                del self._last[next(iter(self._last))]
            if not admitted.done():
                self._taken[who[0]] += 1
                admitted.set_result(None)
