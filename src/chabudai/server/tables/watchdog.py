"""Periodic checks: lost notifications, stalled sockets, idle tables, absent hosts."""

import asyncio
import time
from dataclasses import dataclass, field
from itertools import chain

from chabudai.server.limits import Limits
from chabudai.server.logs import fault
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import TOO_SLOW
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.rows import CorruptRow, Ended
from chabudai.server.tables.live import LiveTable
from chabudai.server.tables.presence import Presence
from chabudai.server.tables.registry import Registry

POLL_S = 1.0
"""Seconds between checks."""
AT_ONCE = 4
"""Maximum number of changed tables that are read simultaneously."""


@dataclass(slots=True)
class Watchdog:
    """Checks the tables in memory and their sockets."""

    store: Store
    registry: Registry
    presence: Presence
    limits: Limits
    metrics: Metrics
    _checking: set[str] = field(default_factory=set[str])
    _tasks: asyncio.TaskGroup = field(default_factory=asyncio.TaskGroup)

    async def run(self) -> None:
        """Check periodically until cancelled."""
        due = time.monotonic()
        async with self._tasks:
            while True:
                due = max(due + POLL_S, time.monotonic())
                await asyncio.sleep(due - time.monotonic())
                try:
                    await self.check(time.monotonic())
                except StorageFailed:
                    continue
                except Exception as error:  # noqa: BLE001 - a fault must not end the checks
                    self.metrics.fault("watch", error)

    async def check(self, now: float) -> None:
        """Check all tables concurrently. `now` is in monotonic seconds. Raises StorageFailed."""
        self._close_stalled(now)
        self.registry.forget_idle(now)
        await self._poll()
        for live in self.registry.all():
            try:
                if live.table.id not in self._checking and self.presence.look(live, now):
                    self._checking.add(live.table.id)
                    self._tasks.create_task(self._check_guests(live))
            except Exception as error:  # noqa: BLE001 - a fault affects only its own table
                self.metrics.fault("watch", error, table=live.table.id)

    async def _check_guests(self, live: LiveTable) -> None:
        """Issue the commands that are due at one table. Errors are logged, not raised."""
        try:
            await self.presence.check(live)
        except Exception as error:  # noqa: BLE001 - a fault affects only its own table
            self.metrics.fault("watch", error, table=live.table.id)
        finally:
            self._checking.discard(live.table.id)

    def _close_stalled(self, now: float) -> None:
        for follower in chain.from_iterable(live.guests.followers for live in self.registry.all()):
            since = follower.sending_since
            if since is not None and now - since > self.limits.stalled_s:
                self.metrics.slow.inc()
                follower.sending_since = None
                follower.close(TOO_SLOW)

    async def _poll(self) -> None:
        """Catch up with tables that were changed or deleted without a notification."""
        followed = {live.table.id: live for live in self.registry.all() if live.guests.followers}
        if not followed:
            return
        heads = await self.store.heads(followed)
        behind = [
            live
            for of, live in followed.items()
            if heads.get(of, live.table.head + 1) > live.table.head
        ]
        few = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._catch_up(live, few) for live in behind))

    async def _catch_up(self, live: LiveTable, few: asyncio.Semaphore) -> None:
        """Read a changed table when the semaphore allows it. Raises StorageFailed."""
        async with few:
            if live.lock.locked():
                return
            self.metrics.missed.inc()
            try:
                await live.catch_up()
            except Ended:
                pass  # its sockets are closed
            except CorruptRow as error:
                fault("watch", error, table=live.table.id)
