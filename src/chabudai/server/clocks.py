"""Players' clocks, and bots' moves that no server is making.

Both are rows of the database. Every server sees to the tables at which it has guests; the command's
id follows from the row, so that it is carried out once.
"""

import asyncio
from contextlib import suppress

from msgspec import Raw

from chabudai.core import Illegal
from chabudai.server.absence import GRACE_MS
from chabudai.server.bots import Bots, idle
from chabudai.server.command_queue import CommandQueue
from chabudai.server.commands import carry_out
from chabudai.server.live_table import LiveTable
from chabudai.server.logs import fault, logger
from chabudai.server.metrics import Metrics
from chabudai.server.refusal import Refused
from chabudai.server.registry import Registry
from chabudai.server.sources import Sources
from chabudai.server.store import Store, Unstored
from chabudai.server.table import Call, Change, PendingMove, Table
from chabudai.server.wire import Act

TICK_S = 0.25
HEARTBEAT_TICKS = 8
"""Every so many ticks the heartbeat is stored, and bots' moves that failed are made."""
OUTAGE_MS = 5_000
"""A heartbeat so old means that no server was running."""
SWEEP_TICKS = 4 * 3600
"""Every so many ticks, an hour, the codes of idle tables are freed."""
CODE_KEPT_MS = 7 * 24 * 3600 * 1000
"""How long a table at which nothing happens keeps its code."""


class Clocks:
    """Finds what is due in the store and has it done."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        commands: CommandQueue,
        bots: Bots,
        sources: Sources,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._registry = registry
        self._commands = commands
        self._bots = bots
        self._sources = sources
        self._metrics = metrics

    async def make_up_for_outage(self) -> None:
        """Give every clock the time during which no server was running. Raises Unstored."""
        seen, now = await self._store.last_seen(), self._sources.now()
        outage = now - seen
        if seen and outage > OUTAGE_MS and await self._store.clocks():
            await self._store.put_off(outage + GRACE_MS, now)
            logger().info("clocks_put_off", ms=outage + GRACE_MS)

    async def run(self) -> None:
        """Do what is due, for ever."""
        ticks = 0
        while True:
            try:
                await self.tick(self._sources.now())
                if ticks % HEARTBEAT_TICKS == 0:
                    await self.look_after(self._sources.now())
                if ticks % SWEEP_TICKS == 0:
                    await self._store.drop_codes(self._sources.now() - CODE_KEPT_MS)
            except Unstored:
                pass  # readyz tells; the rows are still there at the next tick
            except Exception as error:  # noqa: BLE001 - a fault must not stop the clocks
                self._metrics.faults.inc()
                fault("clocks", error)
            ticks += 1
            await asyncio.sleep(TICK_S)

    async def tick(self, now: int) -> None:
        """Act for the guests whose clock has run out, at tables that are awake. Raises Unstored."""
        for live in self._awake():
            for move in live.table.pending:
                if move.kind == "guest" and move.due is not None and move.due <= now:
                    await self._run_out(live, move)

    async def look_after(self, now: int) -> None:
        """Make bots' moves that failed; store the heartbeat if a clock runs. Raises Unstored."""
        awake = self._awake()
        for live in awake:
            self._bots.check(live)
        if any(move.runs_out for live in awake for move in live.table.pending):
            await self._store.heartbeat(now)

    def _awake(self) -> list[LiveTable]:
        return [live for live in self._registry.all() if live.awake]

    async def _run_out(self, live: LiveTable, move: PendingMove) -> None:
        seat, cmd = move.seat, f"clock:{move.seat}:{move.since}"
        call = Call(seat, cmd, self._sources.now(), self._sources)

        def decide(table: Table) -> Change:
            now = table.pending_of(seat)
            if now is None or now.kind != "guest" or now.since != move.since:
                raise Refused("stale", "The clock is not running any more.")
            if now.due is None or now.due > call.at:
                raise Refused("stale", "The clock is not running any more.")
            return carry_out(table, call, Act(cmd, move.since, Raw(idle(table, seat))))

        with suppress(Refused, Illegal):
            await self._commands.submit(live, cmd, decide)
            self._metrics.late.observe(max(0, call.at - (move.due or call.at)) / 1000)
