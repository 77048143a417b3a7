"""What a running server works with, opened and closed together."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
)
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from chabudai.server import seats
from chabudai.server.limits import Address, Buckets, Limits, RateName
from chabudai.server.live.arrivals import Arrivals
from chabudai.server.live.bots import Bots
from chabudai.server.live.clocks import Clocks
from chabudai.server.live.command_queue import CommandQueue
from chabudai.server.live.fan_out import FanOut
from chabudai.server.live.hints import Hints
from chabudai.server.live.live_table import LiveTable
from chabudai.server.live.quota import Quota
from chabudai.server.live.registry import Registry
from chabudai.server.live.troubles import Troubles
from chabudai.server.live.watchdog import Watchdog
from chabudai.server.metrics import Metrics
from chabudai.server.pages import STATIC, Client, read_client
from chabudai.server.processes.pools import BotPool, Gone, JobPool, Work
from chabudai.server.refusal import CannotStart, Refused
from chabudai.server.sources import Sources
from chabudai.server.store import Store, Unstored
from chabudai.server.store.database import Database, open_database
from chabudai.server.store.postgres import Postgres

JOBS_AT_ONCE = 2
"""How many jobs run at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server is set up. `db` is a URL or the path of a SQLite file. `names` are those, in
    lower case, by which it is called besides the computer's own. `proxies` are IP addresses, or
    networks, of those whose word is taken for who calls and whether over TLS. `metrics` is
    the host and port of the metrics, or None for none.
    """

    db: str = "chabudai.db"
    static: Path = STATIC
    names: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    metrics: tuple[str, int] | None = None
    sources: Sources = field(default_factory=Sources)
    limits: Limits = field(default_factory=Limits)
    bot_workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))


class Services:
    """The parts of one server."""

    def __init__(self, settings: Settings, client: Client, database: Database) -> None:
        self.settings = settings
        self.client = client
        self.metrics = metrics = Metrics()
        failed = partial(metrics.fault, "store")
        self.store = store = Store(database, metrics.of_moves.batch.observe, failed)
        sources, self.limits = settings.sources, settings.limits
        limits = settings.limits
        self.rates = {name: Buckets(rate, time.monotonic) for name, rate in limits.rates().items()}
        """By the name of each rate in `Limits` its buckets."""
        server = sources.token(6)
        shared = server if isinstance(database, Postgres) else ""
        self.registry = registry = Registry(
            store, sources.now, self._check_bots, self._look, shared
        )
        self.hints = Hints(database, server, registry)
        self.quota = Quota(limits, time.monotonic)
        self.commands = CommandQueue(store, registry, limits, metrics, self.quota, self.hints.note)
        self.troubles = Troubles(self.commands, metrics, sources)
        self.fan_out = FanOut(store, sources.now, self.rates["stories"])
        self.arrivals = Arrivals(self.commands, sources, self.hints.note_guests)
        self.watchdog = Watchdog(store, registry, self.arrivals, limits, metrics)
        self.bot_pool = BotPool(settings.bot_workers)
        self.bots = Bots(self.commands, self.bot_pool, self.troubles, sources, metrics)
        self.clocks = Clocks(
            store, registry, self.commands, self.bots, self.troubles, sources, metrics
        )
        self.job_pool = JobPool(JOBS_AT_ONCE)
        self.addresses: dict[str, int] = {}
        """How many sockets are open, by address."""
        self.closing = False

    def _check_bots(self, live: LiveTable) -> None:
        # The registry comes before the bots, who look tables up in it.
        self.bots.check(live)

    async def _look(self, live: LiveTable) -> None:
        await self.troubles.look(live)

    def check_rate(self, name: RateName, caller: Address, text: str = "Wait a little.") -> None:
        """Count what a caller does against a rate. Raises Refused, with the text, if over it."""
        if not self.rates[name].take(caller):
            self.metrics.limited.labels(name).inc()
            raise Refused("too-fast", text)

    def may_speak(self, caller: Address, speaker: Address) -> bool:
        """Count a message of a caller. Returns whether it is within the limits of their address,
        and of the seat, or watcher, who has one limit on all sockets, on those opened next, too.
        """
        return self.rates["messages"].take(caller) and self.rates["frames"].take(speaker)

    @contextmanager
    def open_socket(self, address: str, role: str) -> Generator[None]:
        """Count a socket of this address while it is open."""
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
        """A code that no table has; None when there is none left. Raises Unstored."""
        return seats.new_code(self.settings.sources.pauses(), await self.store.codes())

    def job_turn(
        self, caller: Address, address: str, table: str, gone: Gone
    ) -> AbstractAsyncContextManager[Work]:
        """Count a job for a caller, an address or a seat at a table, and wait for its turn
        (`JobPool.turn`). People behind one address do not wait for each other: addresses take
        turns, and so do the tables of one address. Raises Refused, or ClientGone.
        """
        self.check_rate("jobs", caller)
        return self.job_pool.turn(address, table, gone)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Services]:
    """Open the services and run their loops; close them at the end. Raises CannotStart."""
    client = read_client(settings.static)
    database = await open_database(settings.db)
    services = Services(settings, client, database)
    services.store.start()
    tasks = [asyncio.create_task(services.hints.run())]
    try:
        try:
            await services.clocks.make_up_for_outage()
        except Unstored as why:
            raise CannotStart(f"The database cannot be used: {why}.") from None
        tasks += [asyncio.create_task(each.run()) for each in (services.watchdog, services.clocks)]
        yield services
    finally:
        services.closing = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await services.clocks.close()
        await services.bots.close()
        await services.bot_pool.close()
        await services.store.close()
