"""The tables that this process holds in memory."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from chabudai.server import credentials
from chabudai.server.limits import Address
from chabudai.server.refusal import UNKNOWN_TABLE, Refused
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.commit import Conflict
from chabudai.server.tables.attendance import Connected
from chabudai.server.tables.decide import Change
from chabudai.server.tables.live import Common, LiveTable, Step

SHORT = 8
"""Number of characters of a waiting guest's digest that servers send each other."""
KEPT_S = 60.0
"""Seconds that a table without followers stays in memory."""


@dataclass
class Registry:
    """Loads tables from the store, and keeps them in memory while they are in use."""

    store: Store
    common: Common
    _tables: dict[str, LiveTable] = field(default_factory=dict[str, LiveTable])

    def __post_init__(self) -> None:
        self.common.feeds.stored.subscribe(self._hold_successors)
        self.common.feeds.closed.subscribe(self._forget)

    async def get(self, table_id: str) -> LiveTable | None:
        """Return the table with this id, or None. Raises StorageFailed or CorruptRow."""
        live = self._tables.get(table_id)
        if live is None:
            if not credentials.TABLE_ID.match(table_id):
                return None
            table = await self.store.load(table_id)
            if table is None:
                return None
            live = self._tables.setdefault(table_id, LiveTable(table, self.common))
            await live.stop_if_broken()
        elif self.common.server and not live.guests.followers:
            await live.catch_up()  # tables without followers do not process notifications
        live.last_used = time.monotonic()
        return live

    def all(self) -> tuple[LiveTable, ...]:
        """Return all tables in memory."""
        return tuple(self._tables.values())

    async def open(self, change: Change, caller: Address) -> LiveTable:
        """Store a new table. Raises Refused."""
        try:
            await self.common.ledger.write(change, caller, caller)
        except (Conflict, StorageFailed):
            raise Refused("unstored", "The table could not be stored. Try again.") from None
        return self.hold(change, caller)

    def hold(self, change: Change, payer: Address) -> LiveTable:
        """Keep in memory a table that was just created and stored."""
        new = LiveTable(change.table, self.common, change.entries)
        live = self._tables.setdefault(change.table.id, new)
        live.payer = payer
        return live

    def _hold_successors(self, step: Step) -> None:
        for made in step.change.also:
            self.hold(made, step.payer)

    def _forget(self, table_id: str) -> None:
        self._tables.pop(table_id, None)

    def behind(self, table_id: str, head: int) -> LiveTable | None:
        """Return the table with this id if it has followers here and lacks step `head`."""
        live = self._tables.get(table_id)
        return live if live and live.guests.followers and head > live.table.head else None

    def hear_guests(self, table_id: str, server: str, connected: Connected) -> None:
        """Store which guests are connected to another server. `connected.waiting` has prefixes of
        the waiting guests' digests.
        """
        if live := self._tables.get(table_id):
            at_door = (guest for caller in live.table.sitting.door for guest in caller.guests)
            known = frozenset(each for each in at_door if each[:SHORT] in connected.waiting)
            connected = connected._replace(waiting=known)
            live.guests.hear(server, connected, time.monotonic(), self.common.sources.now())

    async def current(self, of: str) -> LiveTable | None:
        """Return the current table of a party, or None, given the party's id or the id of one of
        its tables. Raises StorageFailed or CorruptRow.
        """
        if not credentials.TABLE_ID.match(of):
            return None
        live = await self.get(of)
        if live is None or live.table.sitting.next is not None:
            party = of if live is None else live.table.party
            if not credentials.TABLE_ID.match(party):
                return None
            live = await self.get(await self.store.latest_table(party) or "")
        # Another server may have opened a table meanwhile.
        while live is not None and (following := live.table.sitting.next):
            live = await self.get(following)
        return live

    async def end_lobbies(self, before: int) -> None:
        """Delete idle lobbies, and close their sockets. Raises StorageFailed."""
        while ended := await self.store.end_lobbies(before):
            self._close(ended)

    async def end_parties(self, before: int) -> None:
        """Delete idle parties, and close their tables' sockets. Raises StorageFailed."""
        while ended := await self.store.end_parties(before):
            self._close(ended)

    async def delete_party(self, party: str) -> None:
        """Delete a party, and close its tables' sockets. Raises StorageFailed."""
        self._close(await self.store.delete_party(party))

    def _close(self, ids: Iterable[str]) -> None:
        for table_id in ids:
            if live := self._tables.get(table_id):
                live.close(UNKNOWN_TABLE)

    async def drop_codes(self, before: int, now: int) -> None:
        """Remove the codes of idle tables (`Store.drop_codes`). Raises StorageFailed."""
        followed = [live.table.id for live in self.all() if live.guests.followers]
        for table_id in await self.store.drop_codes(before, followed, now):
            if live := self._tables.get(table_id):
                live.clear_code()

    def forget_idle(self, now: float) -> None:
        """Drop tables that have not been used for KEPT_S."""
        for live in self.all():
            is_used = live.guests.followers or live.waiting
            if not is_used and now - live.last_used > KEPT_S:
                del self._tables[live.table.id]
