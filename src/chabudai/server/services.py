"""What a running server works with, opened and closed together."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from chabudai.server.bots import BotPool, Bots
from chabudai.server.clocks import CODE_KEPT_MS, Clocks
from chabudai.server.database import open_database
from chabudai.server.hints import Hints
from chabudai.server.hub import Hub
from chabudai.server.job_pool import JobPool
from chabudai.server.limits import Buckets, Limits
from chabudai.server.metrics import Metrics
from chabudai.server.pages import STATIC, Client, read_client
from chabudai.server.sources import Sources
from chabudai.server.store import Store

JOBS_AT_ONCE = 2
"""How many jobs run at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server is set up. `origins` are addresses besides its own from which pages may call."""

    db: str = "chabudai.db"
    static: Path = STATIC
    origins: frozenset[str] = frozenset()
    sources: Sources = field(default_factory=Sources)
    limits: Limits = field(default_factory=Limits)
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))


class Services:
    """The parts of one server."""

    def __init__(self, settings: Settings, client: Client, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.client = client
        self.store = store
        self.metrics = metrics
        self.hub = Hub(store, settings.sources, settings.limits, metrics)
        self.bot_pool = BotPool(settings.workers)
        self.bots = Bots(self.hub, self.bot_pool)
        self.hub.owed = self.bots.look
        self.clocks = Clocks(self.hub, self.bots)
        limits = settings.limits
        self.table_rate = Buckets(limits.tables, time.monotonic)
        self.miss_rate = Buckets(limits.misses, time.monotonic)
        self.file_rate = Buckets(limits.drawings, time.monotonic)
        self.job_pool = JobPool(JOBS_AT_ONCE)
        self.job_rate = Buckets(limits.jobs, time.monotonic)
        self.addresses: dict[str, int] = {}
        """How many sockets are open, by address."""
        self.closing = False


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Services]:
    """Open the services and run their loops; close them at the end. Raises CannotStart."""
    client = read_client(settings.static)
    database = await open_database(settings.db)
    metrics = Metrics()
    store = Store(database, metrics.batch.observe)
    services = Services(settings, client, store, metrics)
    store.start()
    hints = Hints(database, services.hub)
    tasks: list[asyncio.Task[None]] = []
    try:
        await hints.start()
        await services.clocks.make_up_for_outage()
        await store.drop_codes(settings.sources.now() - CODE_KEPT_MS)
        tasks = [asyncio.create_task(run) for run in (services.hub.watch(), services.clocks.run())]
        yield services
    finally:
        services.closing = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await services.bots.close()
        await services.bot_pool.close()
        await hints.close()
        await store.close()
