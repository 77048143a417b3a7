"""Hints between servers that share a PostgreSQL: that a table has moved, and how far.

They are sent after the commit and carry nothing else. `Hub.watch` makes up for one that is lost.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from chabudai.server.database import Database, Postgres
from chabudai.server.hub import Hub
from chabudai.server.store import Unstored
from chabudai.server.table import Table

CHANNEL = "chabudai"
GATHER_S = 0.005
"""Hints are gathered for so long and sent together."""
TOGETHER = 200
"""Hints in one message at most, so that it stays below PostgreSQL's 8,000 bytes."""
LISTEN_AGAIN_S = 1.0


def note(lost: asyncio.Event, connection: object) -> None:
    """The connection that listened is lost."""
    lost.set()


class Hints:
    """Sends and hears hints where several servers can share a database; on SQLite, silent."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self.database = database
        self.hub = hub
        self._heads: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to send and to listen."""
        if isinstance(self.database, Postgres):
            self.hub.moved = self._note
            self._do(self._send(self.database))
            self._do(self._listen(self.database))

    async def close(self) -> None:
        """Stop."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _note(self, table: Table) -> None:
        self._heads[table.id] = table.head
        self._wake.set()

    async def _send(self, database: Postgres) -> None:
        statement = text("SELECT pg_notify(:channel, :heads)")
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER_S)
            self._wake.clear()
            heads = [f"{table_id} {head}" for table_id, head in self._heads.items()]
            self._heads.clear()
            try:
                async with database.engine.begin() as connection:
                    for at in range(0, len(heads), TOGETHER):
                        together = ",".join(heads[at : at + TOGETHER])
                        values = {"channel": CHANNEL, "heads": together}
                        await connection.execute(statement, values)
            except (SQLAlchemyError, OSError):
                continue  # the others will find out by looking

    async def _listen(self, database: Postgres) -> None:
        while True:
            with suppress(SQLAlchemyError, OSError):
                await self._listen_until_lost(database)
            await asyncio.sleep(LISTEN_AGAIN_S)

    async def _listen_until_lost(self, database: Postgres) -> None:
        lost = asyncio.Event()
        async with database.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            await driver.add_listener(CHANNEL, self._hear)
            driver.add_termination_listener(partial(note, lost))
            try:
                await lost.wait()
            finally:
                await connection.invalidate()

    def _hear(self, connection: object, pid: int, channel: str, payload: object) -> None:
        for hint in str(payload).split(","):
            table_id, _, head = hint.partition(" ")
            if head.isdigit():
                self._do(self._take(table_id, int(head)))

    async def _take(self, table_id: str, head: int) -> None:
        try:
            await self.hub.hint(table_id, head)
        except Unstored:
            return
