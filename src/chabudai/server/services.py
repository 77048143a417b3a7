"""The services of a running server, opened and closed together."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from functools import partial

from chabudai.server import credentials
from chabudai.server.client import Client, read_client
from chabudai.server.limits import Address, Buckets, RateName
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import Refused, StartupFailed
from chabudai.server.settings import Settings
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.database import Database, open_database
from chabudai.server.store.postgres import Postgres
from chabudai.server.tables.bots import Bots
from chabudai.server.tables.clocks import Clocks
from chabudai.server.tables.followers import FanOut
from chabudai.server.tables.ledger import Ledger, Quota
from chabudai.server.tables.live import Common, Feeds
from chabudai.server.tables.notifications import Notifier
from chabudai.server.tables.presence import Presence
from chabudai.server.tables.registry import Registry
from chabudai.server.tables.watchdog import Watchdog
from chabudai.server.workers.pool import BotPool, Gone, JobPool, Work

JOBS_AT_ONCE = 2
"""Maximum number of jobs that run simultaneously."""


class Services:
    """The services of one server."""

    def __init__(self, settings: Settings, client: Client, database: Database) -> None:
        self.settings = settings
        self.client = client
        self.metrics = metrics = Metrics()
        failed = partial(metrics.fault, "store")
        self.store = store = Store(database, metrics.batch.observe, failed)
        self.sources = sources = settings.sources
        self.limits = limits = settings.limits
        self.rates: dict[RateName, Buckets] = {
            name: Buckets(rate, time.monotonic, metrics.limited.labels(name).inc)
            for name, rate in limits.rates().items()
        }
        """Map each rate in `Limits` to its buckets."""
        self.quota = Quota(limits, time.monotonic)
        feeds, is_shared = Feeds(), isinstance(database, Postgres)
        ledger, name = Ledger(store, self.quota, metrics), sources.token(6) if is_shared else ""
        common = Common(ledger, feeds, sources, limits.queue, name)
        self.registry = registry = Registry(store, common)
        self.fan_out = FanOut(store, sources.now, self.rates["stories"])
        self.presence = Presence(feeds, sources)
        self.watchdog = Watchdog(store, registry, self.presence, limits, metrics)
        self.clocks = Clocks(store, registry, self.quota, sources, metrics)
        self.bots = Bots(registry, BotPool(settings.bot_workers), sources, metrics)
        self.loops: list[Callable[[], Coroutine[None, None, None]]]
        """Coroutines that run until cancelled."""
        self.loops = [self.watchdog.run, self.clocks.run]
        if settings.bot_workers:
            feeds.moved.subscribe(self.bots.check)
            self.loops.append(self.bots.run)
        if isinstance(database, Postgres):
            notifier = Notifier(database, name, registry)
            notifier.subscribe(feeds)
            self.loops.append(notifier.run)
        self.job_pool = JobPool(JOBS_AT_ONCE)
        self.addresses: dict[str, int] = {}
        """Number of open WebSockets by address."""

    def check_rate(self, name: RateName, caller: Address, text: str = "Wait a little.") -> None:
        """Count a call against the caller's rate limit. Raises Refused with `text` if the limit is
        exceeded.
        """
        if not self.rates[name].take(caller):
            raise Refused("too-fast", text)

    def may_speak(self, caller: Address, speaker: Address) -> bool:
        """Count a message. Return whether `caller` and `speaker` are within their limits."""
        return self.rates["messages"].take(caller) and self.rates["frames"].take(speaker)

    @contextmanager
    def open_socket(self, address: str, role: str) -> Generator[None]:
        """Count a WebSocket from this address while it is open."""
        self.addresses[address] = self.addresses.get(address, 0) + 1
        self.metrics.sockets.labels(role).inc()
        try:
            yield
        finally:
            self.metrics.sockets.labels(role).dec()
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def spare_code(self) -> str | None:
        """Return an unused table code, or None if too few are left. Raises StorageFailed."""
        return credentials.new_code(self.sources.picks(), await self.store.codes())

    def job_turn(
        self, caller: Address, address: str, table: str, gone: Gone
    ) -> AbstractAsyncContextManager[Work]:
        """Count a job and wait for its turn (`JobPool.turn`). Addresses take turns, and so do the
        tables of one address. Raises Refused or ClientGone.
        """
        self.check_rate("jobs", caller)
        return self.job_pool.turn(address, table, gone)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Services]:
    """Open the services, run their loops, and finally close them. Raises StartupFailed."""
    client = read_client(settings.static)
    database = await open_database(settings.db)
    services = Services(settings, client, database)
    tasks = list[asyncio.Task[None]]()
    try:
        try:
            await services.clocks.make_up_for_outage()
        except StorageFailed as why:
            raise StartupFailed(f"The database cannot be used: {why}.") from None
        tasks += [asyncio.create_task(loop()) for loop in services.loops]
        yield services
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await services.bots.pool.close()
        await services.store.close()
