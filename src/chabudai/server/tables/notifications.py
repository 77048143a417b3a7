"""Hints between servers that share a PostgreSQL: how far a table has moved, and who is there.

How far is sent after the commit; `Watchdog` makes up for a hint that is lost. Who is there is sent
when somebody comes or goes, and again and again: see `Presence`. Nothing else is sent.
Where one process has SQLite for itself, nothing is sent.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from chabudai.server.logs import fault
from chabudai.server.store.base import Unstored
from chabudai.server.store.database import Database
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.rows import Unreadable
from chabudai.server.tables.decide import Table
from chabudai.server.tables.live import LiveTable
from chabudai.server.tables.registry import Registry

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL = "chabudai"
GATHER_S = 0.005
"""Seconds for which hints are gathered and sent together."""
TOGETHER = 150
"""Hints in one message at most, so that it stays below PostgreSQL's 8,000 bytes."""
CONNECT_AGAIN_S = 1.0
"""How long after a lost connection another is tried."""
NOTIFY = text("SELECT pg_notify(:channel, :heads)")


class Pending:
    """Hints that are still to be told to somebody, of each table the latest of either kind."""

    def __init__(self) -> None:
        self._hints: dict[tuple[str, str], str] = {}
        self._wake = asyncio.Event()

    def note(self, table_id: str, hint: str, server: str = "") -> None:
        """Add how far a table has come, or who is there at a server."""
        self._hints[table_id, server] = hint
        self._wake.set()

    async def gathered(self) -> list[str]:
        """Wait for hints, and for others for GATHER_S more. Returns the messages."""
        await self._wake.wait()
        await asyncio.sleep(GATHER_S)
        self._wake.clear()
        hints = [f"{table_id} {hint}" for (table_id, _), hint in self._hints.items()]
        self._hints.clear()
        return [",".join(hints[at : at + TOGETHER]) for at in range(0, len(hints), TOGETHER)]


@dataclass(slots=True)
class Notifier:
    """Tells other servers how far tables have come, and the registry what they say."""

    database: Database
    server: str
    registry: Registry
    _pending: Pending = field(default_factory=Pending)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    def __post_init__(self) -> None:
        self.registry.common.feeds.stored.subscribe(self._note_step)
        self.registry.common.feeds.attended.subscribe(self._note_guests)

    def _note_step(self, table: Table) -> None:
        if isinstance(self.database, Postgres):
            self._pending.note(table.id, str(table.head))

    def _note_guests(self, live: LiveTable) -> None:
        there = f"{self.server}@{'.'.join(map(str, live.guests.local_seats()))}"
        if isinstance(self.database, Postgres):
            self._pending.note(live.table.id, there, self.server)

    async def run(self) -> None:
        """Send and hear hints for ever; return at once where there is nobody else."""
        try:
            async with asyncio.TaskGroup() as tasks:
                if isinstance(self.database, Postgres):
                    for over in (self._notify_on, self._listen_until_lost):
                        tasks.create_task(again_and_again(self.database, over))
        finally:
            reading = tuple(self._tasks)
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)

    async def _notify_on(self, database: Postgres) -> None:
        """Send hints to other servers until the connection is lost."""
        # To take a connection from the pool for each message costs five times as much.
        async with database.at_once.connect() as connection:
            while True:
                for part in await self._pending.gathered():
                    await notify(connection, part)

    async def _listen_until_lost(self, database: Postgres) -> None:
        lost = asyncio.Event()

        def ended(_: object) -> None:
            lost.set()

        async with database.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            await driver.add_listener(CHANNEL, self._hear)
            driver.add_termination_listener(ended)
            try:
                await lost.wait()
            finally:
                await connection.invalidate()

    def _hear(self, connection: object, pid: int, channel: str, payload: object) -> None:
        self.hear(str(payload))

    def hear(self, hints: str) -> None:
        """Take in hints of another server."""
        for hint in hints.split(","):
            table_id, _, head = hint.partition(" ")
            server, at, seats = head.partition("@")
            if at and server != self.server:
                numbers = (int(seat) for seat in seats.split(".") if seat.isdigit())
                self.registry.hear_guests(table_id, server, frozenset(numbers))
            if head.isdigit() and self.registry.behind(table_id, int(head)):
                task = asyncio.create_task(self._take_stored(table_id, int(head)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take_stored(self, table_id: str, head: int) -> None:
        try:
            if live := self.registry.behind(table_id, head):
                await live.catch_up()
        except Unstored:
            pass  # the others will find out by polling
        except Unreadable as error:
            fault("hint", error, table=table_id)


async def again_and_again(database: Postgres, over: Callable[[Postgres], Awaitable[None]]) -> None:
    """Do for ever what is done over a connection; where it fails, polling makes up for it."""
    while True:
        try:
            await over(database)
        except (SQLAlchemyError, OSError):
            pass  # the database is away
        except Exception as error:  # noqa: BLE001 - whatever the driver raises, hints go on
            fault("hint", error)
        await asyncio.sleep(CONNECT_AGAIN_S)


async def notify(connection: "AsyncConnection", hints: str) -> None:
    """Send hints to the servers that share a PostgreSQL."""
    await connection.execute(NOTIFY, {"channel": CHANNEL, "heads": hints})
