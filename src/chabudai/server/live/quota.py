"""Limits on stored bytes: for each table, each network and the whole server."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from chabudai.server.limits import DAY_S, EVERYBODY, Address, Buckets, Limits, Rate
from chabudai.server.refusal import Refused
from chabudai.server.table import Change

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
