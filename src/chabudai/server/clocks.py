"""Players' clocks, and bots' moves that nobody is making.

Both are rows of the database. Any server may find one that is due; the command's id follows from
the row, so that it is done once.
"""

import asyncio
from contextlib import suppress

from msgspec import Raw

from chabudai.core import Illegal
from chabudai.server.bots import Bots, idle
from chabudai.server.commands import obey
from chabudai.server.hub import Hub, LiveTable
from chabudai.server.logs import fault, logger
from chabudai.server.store import Unstored
from chabudai.server.table import Call, Change, PendingMove, Refused, Table
from chabudai.server.wire import Act

TICK_S = 0.25
HEARTBEAT_TICKS = 8
"""Every so many ticks the heartbeat is stored, and forgotten bots are looked for."""
ORPHAN_MS = 3_000
"""A bot's move that is so late is not being made by anyone."""
OUTAGE_MS = 5_000
"""No sign of life for so long means that no server was running."""
GRACE_MS = 10_000
"""What every clock gets on top of the outage, for people to come back."""
CODE_KEPT_MS = 24 * 3600 * 1000
"""How long a lobby in which nothing happens keeps its code."""


class Clocks:
    """Sees to what is due."""

    def __init__(self, hub: Hub, bots: Bots) -> None:
        self.hub = hub
        self.store = hub.store
        self.bots = bots

    async def make_up_for_outage(self) -> None:
        """Give every clock the time during which no server was running."""
        seen = await self.store.last_seen()
        outage = self.hub.sources.now() - seen
        if seen and outage > OUTAGE_MS and await self.store.clocks():
            await self.store.put_off(outage + GRACE_MS)
            logger().info("clocks_put_off", ms=outage + GRACE_MS)

    async def run(self) -> None:
        """For ever: see to what is due."""
        ticks = 0
        while True:
            try:
                await self.tick(self.hub.sources.now())
                if ticks % HEARTBEAT_TICKS == 0:
                    await self.look_after(self.hub.sources.now())
            except Unstored:
                pass  # readyz tells; the rows are still there at the next tick
            except Exception as error:  # noqa: BLE001 - clocks run on
                self.hub.metrics.faults.inc()
                fault("clocks", error)
            ticks += 1
            await asyncio.sleep(TICK_S)

    async def tick(self, now: int) -> None:
        """Act for those whose clock has run out."""
        for table_id, move in await self.store.due("guest", now):
            live = await self.hub.get(table_id)
            if live is not None:
                await self._run_out(live, move)

    async def look_after(self, now: int) -> None:
        """Take over bots' moves that are overdue; note that a server is alive."""
        for table_id, _ in await self.store.due("bot", now - ORPHAN_MS):
            live = await self.hub.get(table_id)
            if live is not None:
                self.bots.look(live)
        if await self.store.clocks():
            await self.store.heartbeat(now)

    async def _run_out(self, live: LiveTable, move: PendingMove) -> None:
        seat, cmd = move.seat, f"clock:{move.seat}:{move.since}"
        call = Call(seat, cmd, self.hub.sources.now(), self.hub.sources)

        def decide(table: Table) -> Change:
            owed = table.pending_of(seat)
            if owed is None or owed.since != move.since or (owed.due or call.at + 1) > call.at:
                raise Refused("stale", "The clock is not running any more.")
            return obey(table, call, Act(cmd, move.since, Raw(idle(table, seat))))

        with suppress(Refused, Illegal):
            await self.hub.submit(live, cmd, decide)
            self.hub.metrics.late.observe(max(0, call.at - (move.due or call.at)) / 1000)
