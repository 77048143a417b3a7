"""Writes to the store within its limits on bytes: for each table, each network and the server."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from chabudai.server.limits import DAY_S, EVERYBODY, Address, Buckets, Limits, Rate
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import Refused
from chabudai.server.store.base import Store, Unstored
from chabudai.server.store.commit import Stored
from chabudai.server.tables.decide import Change, Table

ROW_BYTES = 200
"""Bytes of a step besides its action and its news: ids and indexes (`tests/server/
test_stored_bytes.py` measures them).
"""
RESERVED = 0.5
"""The share of each limit that is kept for the moves of games in progress."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Bytes that were counted, so that they can be given back."""

    buckets: Buckets
    address: Address
    size: int


@dataclass(slots=True)
class Quota:
    """Counts stored bytes. A limit is that of a day: so many bytes at once, and as many again over
    24 hours. `now` is in seconds, and `database` the size of the database in bytes.
    """

    limits: Limits
    now: Callable[[], float]
    database: int = 0
    _tables: Buckets = field(init=False)
    _networks: Buckets = field(init=False)
    _server: Buckets = field(init=False)

    def __post_init__(self) -> None:
        limits = self.limits
        self._tables = self._by_day(limits.table_bytes)
        self._networks = self._by_day(limits.network_bytes)
        self._server = self._by_day(limits.server_bytes)

    def _by_day(self, size: int) -> Buckets:
        return Buckets(Rate(size, DAY_S / size), self.now)

    def take(self, change: Change, caller: Address) -> list[Spent]:
        """Count a guest's change. Raises Refused if it is over a limit."""
        spent = list(self._accounts(change, caller))
        is_move = change.entries[0].part == "play"
        most = 1.0 if is_move else RESERVED
        is_full = not is_move and self.database >= self.limits.database_bytes
        if is_full or any(each.buckets.used(each.address) >= most for each in spent):
            raise Refused("full", "The server is full. Try again later.")
        return self._count(spent)

    def count(self, change: Change, payer: Address) -> list[Spent]:
        """Count a change that the server itself makes, which is never refused."""
        return self._count(list(self._accounts(change, payer)))

    def give_back(self, spent: list[Spent]) -> None:
        """Undo the count of a change that was not stored."""
        self._count([Spent(each.buckets, each.address, -each.size) for each in spent])

    def _count(self, spent: list[Spent]) -> list[Spent]:
        for each in spent:
            each.buckets.spend(each.address, each.size)
            if each.buckets is self._server:
                self.database += each.size
        return spent

    def _accounts(self, change: Change, caller: Address) -> Iterator[Spent]:
        sizes = {each.table.id: size_of(each) for each in (change, *change.also)}
        total = sum(sizes.values())
        for table_id, size in sizes.items():
            yield Spent(self._tables, (table_id,), size)
        if caller:
            yield Spent(self._networks, caller, total)
        yield Spent(self._server, EVERYBODY, total)


def size_of(change: Change) -> int:
    """The bytes that a change adds to the database: its steps, and the row of a new table."""
    table, first = change.table, change.entries[0]
    row = (table.sitting, table.state) if first.seq == 1 else None
    steps = sum(len(each.action) + len(msgspec.json.encode(each.news)) for each in change.entries)
    return steps + ROW_BYTES * len(change.entries) + len(msgspec.json.encode(row))


@dataclass(frozen=True, slots=True)
class Ledger:
    """Writes changes within the limits, and counts them."""

    store: Store
    quota: Quota
    metrics: Metrics

    async def write(self, change: Change, caller: Address, payer: Address) -> Stored:
        """Store a change, whose bytes are counted for the payer. Returns when it is on disk.

        `caller` is the guest's address, or () for the server's own changes, which are never refused
        for their bytes. Raises Refused, and what `Store.append` raises.
        """
        started, fresh = time.perf_counter(), False
        spent = self._take(change, caller) if caller else self.quota.count(change, payer)
        try:
            stored = await self.store.append(change)
            fresh = stored.fresh
        finally:
            if not fresh:
                self.quota.give_back(spent)
        if fresh:
            self.metrics.append_seconds.observe(time.perf_counter() - started)
        return stored

    def _take(self, change: Change, caller: Address) -> list[Spent]:
        try:
            return self.quota.take(change, caller)
        except Refused:
            self.metrics.limited.labels("stored").inc()
            raise

    async def done(self, table_id: str, cmd: str) -> tuple[int, int | None]:
        """Return what `Store.done` returns. Raises Refused if the store cannot tell."""
        try:
            return await self.store.done(table_id, cmd)
        except Unstored:
            raise Refused("unstored", "That could not be stored. Try again.") from None

    async def load_after(
        self, table_id: str, after: int, most: int
    ) -> tuple[Table | None, Sequence[Any]]:
        """Return what `Store.load_after` returns. Raises Unstored, or Unreadable."""
        return await self.store.load_after(table_id, after, most)
