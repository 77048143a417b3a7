"""Writes to the store, with limits on bytes per table, per network, and for the whole server."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from chabudai.server.limits import DAY_S, EVERYBODY, Address, Buckets, Limits, Rate
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import Refused
from chabudai.server.store.base import Store
from chabudai.server.store.commit import Stored
from chabudai.server.tables.decide import Change

ROW_BYTES = 200
"""Bytes that a step needs in addition to its action and news, for ids and indexes (measured in
`tests/server/test_stored_bytes.py`).
"""
RESERVED = 0.5
"""Fraction of each limit that is reserved for moves in games in progress."""


class Cost(NamedTuple):
    """Bytes charged to a bucket for a change."""

    buckets: Buckets
    address: Address
    size: int


@dataclass(slots=True)
class Quota:
    """A counter of stored bytes. Each limit allows that many bytes immediately, and as many again
    over 24 hours. `now` returns seconds. `database` is the database's size in bytes.
    """

    limits: Limits
    now: Callable[[], float]
    database: int = 0
    _tables: Buckets = field(init=False)
    _networks: Buckets = field(init=False)
    _server: Buckets = field(init=False)

    def __post_init__(self) -> None:
        limits = self.limits
        sizes = (limits.table_bytes, limits.network_bytes, limits.server_bytes)
        by_day = [Buckets(Rate(size, DAY_S / size), self.now) for size in sizes]
        self._tables, self._networks, self._server = by_day

    def has_room(self, change: Change, caller: Address) -> bool:
        """Whether a guest's change is within the limits. Only moves may use the reserved share."""
        is_move = change.entries[0].part == "play"
        most = 1.0 if is_move else RESERVED
        is_full = not is_move and self.database >= self.limits.database_bytes
        costs = self._costs_of(change, caller)
        return not is_full and all(each.buckets.used(each.address) < most for each in costs)

    def charge(self, change: Change, payer: Address, times: Literal[1, -1] = 1) -> None:
        """Charge the bytes of a change, or refund them if it was not stored."""
        for each in self._costs_of(change, payer):
            each.buckets.spend(each.address, times * each.size)
        self.database += times * sum(map(size_of, (change, *change.also)))

    def _costs_of(self, change: Change, payer: Address) -> Iterator[Cost]:
        sizes = {each.table.id: size_of(each) for each in (change, *change.also)}
        total = sum(sizes.values())
        for table_id, size in sizes.items():
            yield Cost(self._tables, (table_id,), size)
        if payer:
            yield Cost(self._networks, payer, total)
        yield Cost(self._server, EVERYBODY, total)


def size_of(change: Change) -> int:
    """Return the bytes that a change adds to the database for its steps and any new table's row."""
    table, first = change.table, change.entries[0]
    row = (table.sitting, table.state) if first.seq == 1 else None
    steps = sum(len(each.action) + len(msgspec.json.encode(each.news)) for each in change.entries)
    return steps + ROW_BYTES * len(change.entries) + len(msgspec.json.encode(row))


@dataclass(frozen=True, slots=True)
class Ledger:
    """Writes changes if the limits allow it, and counts their bytes."""

    store: Store
    quota: Quota
    metrics: Metrics

    async def write(self, change: Change, caller: Address, payer: Address) -> Stored:
        """Store a change, charged to `payer`, and return once it is on disk. `caller` is () for the
        server's own changes, which are never refused. Raises Refused, Conflict, PassUsed or
        StorageFailed.
        """
        if caller and not self.quota.has_room(change, caller):
            self.metrics.limited.labels("stored").inc()
            raise Refused("full", "The server is full. Try again later.")
        started, fresh = time.perf_counter(), False
        self.quota.charge(change, payer)
        try:
            stored = await self.store.append(change)
            fresh = stored.fresh
        finally:
            if not fresh:
                self.quota.charge(change, payer, -1)
        if fresh:
            self.metrics.append_seconds.observe(time.perf_counter() - started)
        return stored
