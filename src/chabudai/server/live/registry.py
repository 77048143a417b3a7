"""The tables that this process holds in memory."""

import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from chabudai.core import Seat
from chabudai.server import seats
from chabudai.server.live.live_table import KEPT_STEPS, LiveTable
from chabudai.server.refusal import UNKNOWN_TABLE
from chabudai.server.store import Store
from chabudai.server.store.rows import Ended, Unreadable, read_entries
from chabudai.server.table import Change, Entry, Table

KEPT_S = 60.0
"""How long a table that nobody follows stays in memory, in seconds."""
READ_TOGETHER = 64
"""So many steps at most are read with a table that has moved elsewhere: once for all who follow it.
Where there are more, each follower's are read for it alone.
"""


@dataclass
class Registry:
    """Loads tables from the store, keeps them in memory while they are used, and updates them.

    `now` is in milliseconds since 1970. `server` is what others that share the store call this
    one; empty: it has the store for itself. `on_change` is called with every table that was loaded
    or has moved, for whoever makes the moves that are pending there, and `on_load` with one that
    was loaded, before anybody gets it.
    """

    store: Store
    now: Callable[[], int]
    on_change: Callable[[LiveTable], None]
    on_load: Callable[[LiveTable], Awaitable[None]]
    server: str = ""
    _tables: dict[str, LiveTable] = field(default_factory=dict[str, LiveTable])

    async def get(self, table_id: str) -> LiveTable | None:
        """The table of this id, if there is one; None for what is no id. Raises Unstored, or
        Unreadable.
        """
        live = self._tables.get(table_id)
        if live is None:
            if not seats.TABLE_ID.match(table_id):
                return None
            table = await self.store.load(table_id)
            if table is None:
                return None
            live = self._tables.setdefault(table_id, self._hold(table))
            await self.on_load(live)
            self.on_change(live)
        elif self.server and not live.followers:
            await self.refresh(live)  # nobody looks after a table that nobody follows
        live.last_used = time.monotonic()
        return live

    def _hold(self, table: Table) -> LiveTable:
        return LiveTable(table, time.monotonic(), self.now(), self.server)

    def all(self) -> tuple[LiveTable, ...]:
        """Every table in memory."""
        return tuple(self._tables.values())

    def add(self, change: Change) -> LiveTable:
        """Take in a table that this process has just made and stored."""
        live = self._tables.get(change.table.id)
        if live is None:
            live = self._tables[change.table.id] = self._hold(change.table)
            live.recent = change.entries[-KEPT_STEPS:]
        self.on_change(live)
        return live

    def advance(self, live: LiveTable, change: Change) -> None:
        """Take in a change that this process has just stored, and the tables made with it."""
        live.advance(change.table, change.entries)
        self.on_change(live)
        for made in change.also:
            self.add(made).payer = live.payer

    async def refresh(self, live: LiveTable) -> bool:
        """Catch up with the store. Returns whether the table has moved. Raises Unstored, or
        Unreadable; then the table is not held any more, and whoever was there is told.
        """
        known = live.table.head
        try:
            table, rows = await self.store.load_after(live.table.id, known, READ_TOGETHER)
            if table is None:
                raise Ended("table")
        except Unreadable as error:
            self._close(live.table.id, error.close_code)
            raise
        if table.head <= live.table.head:
            return live.table.head > known
        entries: tuple[Entry, ...] = ()
        if table.head - known == len(rows):
            entries = await read_entries(table.sitting.game, rows)
        # Somebody else may have caught up while the steps were read.
        live.advance(table, entries if live.table.head == known else ())
        self.on_change(live)
        return True

    def behind(self, table_id: str, head: int) -> LiveTable | None:
        """The table of this id, if it is followed here and has not come to step `head`. One that is
        not followed is read again when somebody asks for it.
        """
        live = self._tables.get(table_id)
        return live if live and live.followers and head > live.table.head else None

    async def put_off(self, by: int, at: int, seen: int | None = None) -> None:
        """Give every running clock `by` milliseconds more (`Store.put_off`), also those of the
        tables in memory; if another process has done so, only those. Raises Unstored.
        """
        async with AsyncExitStack() as held:
            # A command that is carried out meanwhile would store the clocks as they were.
            tables = [live for live in self.all() if live.table.pending]
            for live in tables:
                await held.enter_async_context(live.lock)
            if await self.store.put_off(by, at, seen):
                for live in tables:
                    live.take_pending(tuple(move.put_off(by) for move in live.table.pending))
                return
        await self.read_clocks()

    async def read_clocks(self) -> None:
        """Take the clocks of the tables in memory as they are stored, where another process may
        have put them off. Raises Unstored.
        """
        for live in self.all() if self.server else ():
            stored = await self.store.load(live.table.id) if live.table.pending else None
            if stored is not None and stored.head == live.table.head:
                live.take_pending(stored.pending)

    async def end_lobbies(self, before: int) -> None:
        """Delete idle lobbies (`Store.end_lobbies`), and close their sockets. Raises Unstored."""
        while ended := await self.store.end_lobbies(before):
            for table_id in ended:
                if table_id in self._tables:
                    self._close(table_id, UNKNOWN_TABLE)

    def _close(self, table_id: str, code: int) -> None:
        """Forget a table that can no longer be had, and close its sockets with a code."""
        live = self._tables.pop(table_id, None)
        for follower in tuple(live.followers) if live else ():
            follower.close(code)

    async def drop_codes(self, before: int) -> None:
        """Take the codes from idle tables (`Store.drop_codes`); one that is watched is not idle.
        Raises Unstored.
        """
        watched = {live.table.id for live in self.all() if live.followers}
        for table_id in await self.store.drop_codes(before, watched):
            if table_id in self._tables:
                self._tables[table_id].lose_code()

    def hear_guests(self, table_id: str, server: str, seats: frozenset[Seat]) -> None:
        """Another server says the guests of which seats are there."""
        live = self._tables.get(table_id)
        if live is not None:
            live.hear_guests(server, seats, time.monotonic(), self.now())

    def forget_idle(self, now: float) -> None:
        """Drop the tables that nobody has used for KEPT_S."""
        for live in self.all():
            if not live.followers and not live.waiting and now - live.last_used > KEPT_S:
                del self._tables[live.table.id]
