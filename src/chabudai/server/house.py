"""A running server's parts, put together and taken apart again."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from chabudai.server.bots import Bots, Thinkers
from chabudai.server.clocks import CODE_KEPT_MS, Clocks
from chabudai.server.database import open_database
from chabudai.server.hints import Hints
from chabudai.server.hub import Hub
from chabudai.server.limits import Buckets, Limits
from chabudai.server.log import Store
from chabudai.server.metrics import Metrics
from chabudai.server.pages import STATIC, Client, read_client
from chabudai.server.sources import Sources
from chabudai.server.workshop import Workshop

BENCHES = 2
"""Pieces of long work that are done at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server is set up. `origins` are addresses besides its own from which pages may call."""

    db: str = "chabudai.db"
    static: Path = STATIC
    origins: frozenset[str] = frozenset()
    sources: Sources = field(default_factory=Sources)
    limits: Limits = field(default_factory=Limits)
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))


class House:
    """Everything one server works with."""

    def __init__(self, settings: Settings, client: Client, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.client = client
        self.store = store
        self.metrics = metrics
        self.hub = Hub(store, settings.sources, settings.limits, metrics)
        self.thinkers = Thinkers(settings.workers)
        self.bots = Bots(self.hub, self.thinkers)
        self.hub.owed = self.bots.look
        self.clocks = Clocks(self.hub, self.bots)
        limits = settings.limits
        self.opening = Buckets(limits.tables, time.monotonic)
        self.misses = Buckets(limits.misses, time.monotonic)
        self.drawing = Buckets(limits.drawings, time.monotonic)
        self.workshop = Workshop(BENCHES)
        self.working = Buckets(limits.works, time.monotonic)
        self.addresses: dict[str, int] = {}
        """Sockets open, by address."""
        self.closing = False


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[House]:
    """A server's parts, at work until they are closed. Raises Refusal."""
    client = read_client(settings.static)
    database = await open_database(settings.db)
    metrics = Metrics()
    store = Store(database, metrics.batch.observe)
    house = House(settings, client, store, metrics)
    store.start()
    hints = Hints(database, house.hub)
    tasks: list[asyncio.Task[None]] = []
    try:
        await hints.start()
        await house.clocks.make_up_for_outage()
        await store.drop_codes(settings.sources.now() - CODE_KEPT_MS)
        tasks = [asyncio.create_task(run) for run in (house.hub.watch(), house.clocks.run())]
        yield house
    finally:
        house.closing = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await house.bots.close()
        await house.thinkers.close()
        await hints.close()
        await store.close()
