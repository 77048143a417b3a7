"""Two servers on one PostgreSQL, without their sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from msgspec import structs

from chabudai.core import Illegal, Seat
from chabudai.server.protocol import Command
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.store.base import Store
from chabudai.server.store.database import open_database
from chabudai.server.tables.decide import Call, Change, Entry, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.registry import Registry
from tests.server.postgres import cluster
from tests.server.tables import common


@dataclass(frozen=True, slots=True)
class Half:
    """One of the servers."""

    store: Store
    registry: Registry
    sources: Sources

    async def submit(self, table_id: str, seat: Seat, cmd: str, command: Command) -> int | None:
        """Carry out a command as a socket of that seat does; its step, or None if refused.

        One that finds the table too busy is sent again, as pages do.
        """
        live = await self.registry.get(table_id)
        assert live is not None
        call = Call(seat, cmd, self.sources.now(), self.sources, "1234")

        def decide(table: Table) -> Change:
            return carry_out(table, call, command)

        while True:
            try:
                return await live.submit(cmd, decide)
            except Illegal:
                return None
            except Refused as refused:
                if refused.code not in ("busy", "unstored"):
                    return None
            await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def two_servers() -> AsyncIterator[tuple[Half, Half]]:
    """Two servers on one PostgreSQL, without notifications."""
    async with contextlib.AsyncExitStack() as stack:
        url = cluster()
        halves: list[Half] = []
        for _ in range(2):
            store = Store(await open_database(url), lambda _: None)
            stack.push_async_callback(store.close)
            sources = Sources()
            registry = Registry(store, replace(common(store, sources), server="another"))
            halves.append(Half(store, registry, sources))
        yield halves[0], halves[1]


def as_new(table: Table, log: tuple[Entry, ...], table_id: str) -> Change:
    """A change that stores a table with its whole log under another id."""
    return Change(structs.replace(table, id=table_id, code=None), log)
