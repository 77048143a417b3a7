"""Players' clocks, and bots' moves that no server is making.

Both are rows of the database. Every server sees to the tables at which it has guests; the command's
id follows from the row, so that it is carried out once.
"""

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field

from msgspec import Raw

from chabudai.core import Seat
from chabudai.server.logs import logger
from chabudai.server.metrics import Metrics
from chabudai.server.protocol import Act
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables.attendance import LEFT_MS
from chabudai.server.tables.decide import Call, Change, PendingMove, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.play import GRACE_MS, idle
from chabudai.server.tables.followers import warn
from chabudai.server.tables.ledger import Quota
from chabudai.server.tables.live import LiveTable
from chabudai.server.tables.registry import Registry

TICK_S = 0.25
HEARTBEAT_TICKS = 8
"""Ticks between two heartbeats."""
OUTAGE_MS = 5_000
"""A heartbeat so old means that no server was running."""
SWEEP_TICKS = 4 * 3600
"""Every so many ticks, an hour, idle tables lose their codes, and idle lobbies are deleted."""
CODE_KEPT_MS = 7 * 24 * 3600 * 1000
"""How long a table at which nothing happens keeps its code."""
LOBBY_KEPT_MS = 24 * 3600 * 1000
"""How long a table without a step is kept if its game has not begun."""


@dataclass(slots=True)
class Clocks:
    """Finds what is due in the store and has it done."""

    store: Store
    registry: Registry
    quota: Quota
    sources: Sources
    metrics: Metrics
    _running: set[tuple[str, Seat]] = field(default_factory=set[tuple[str, Seat]])
    _tasks: asyncio.TaskGroup = field(default_factory=asyncio.TaskGroup)
    _own_beat: int = 0

    async def make_up_for_outage(self) -> None:
        """Give every clock the time during which no server was running. Raises StorageFailed."""
        if seen := await self.store.last_seen():
            await self.make_up_for(self.sources.now() - seen)

    async def make_up_for(self, asleep: int) -> None:
        """Give every clock the milliseconds for which this server has not run, or its computer has
        slept, but those in which another one ran. Raises StorageFailed.
        """
        now, beat = self.sources.now(), await self.store.last_beat()
        outage = now - max(now - asleep, beat if beat != self._own_beat else 0)
        if outage > OUTAGE_MS and await self.store.clocks():
            self._own_beat = now
            await self._extend(outage + GRACE_MS, now, beat)
            logger().info("clocks_put_off", ms=outage + GRACE_MS)
        else:
            await self._read_clocks()

    async def _extend(self, by: int, at: int, seen: int) -> None:
        """Give every running clock `by` milliseconds more (`Store.put_off`), also those of the
        tables in memory; if another process has done so, only those. Raises StorageFailed.
        """
        async with AsyncExitStack() as held:
            # A command that is carried out meanwhile would store the clocks as they were.
            tables = [live for live in self.registry.all() if live.table.pending]
            for live in tables:
                await held.enter_async_context(live.lock)
            if await self.store.put_off(by, at, seen):
                for live in tables:
                    live.set_pending(tuple(move.put_off(by) for move in live.table.pending))
                return
        await self._read_clocks()

    async def _read_clocks(self) -> None:
        """Re-read clocks that another server may have extended. Raises StorageFailed."""
        for live in self.registry.all() if self.registry.common.server else ():
            stored = await self.store.load(live.table.id) if live.table.pending else None
            if stored is not None and stored.head == live.table.head:
                live.set_pending(stored.pending)

    async def run(self) -> None:
        """Do what is due, for ever."""
        ticks, before = 0, self.sources.elapsed()
        async with self._tasks:
            while True:
                try:
                    asleep = self.sources.elapsed() - before
                    if asleep > OUTAGE_MS:
                        await self.make_up_for(asleep)
                    before = self.sources.elapsed()
                    await self.tick(self.sources.now())
                    if ticks % HEARTBEAT_TICKS == 0:
                        await self.write_heartbeat(self.sources.now())
                    if ticks % SWEEP_TICKS == 0:
                        await self.sweep(self.sources.now())
                except StorageFailed:
                    pass  # readyz tells; the rows are still there at the next tick
                except Exception as error:  # noqa: BLE001 - a fault must not stop the clocks
                    self.metrics.fault("clocks", error)
                ticks += 1
                await asyncio.sleep(TICK_S)

    async def sweep(self, now: int) -> None:
        """Delete idle lobbies, drop idle codes, measure the database. Raises StorageFailed."""
        await self.registry.end_lobbies(now - LOBBY_KEPT_MS)
        await self.registry.drop_codes(now - CODE_KEPT_MS, now)
        self.quota.database = await self.store.size()

    async def tick(self, now: int) -> None:
        """Act for the guests whose clock has run out, at tables awake; none waits for another."""
        started: list[asyncio.Task[None]] = []
        for live in self._awake():
            over = [move for move in live.table.pending if has_run_out(move, now)]
            if over and live.guests.is_handled_elsewhere():
                over = [move for move in over if has_run_out(move, now - LEFT_MS)]
            for move in over:
                key = (live.table.id, move.seat)
                if key not in self._running:
                    self._running.add(key)
                    started.append(self._tasks.create_task(self._run_out(live, move)))
        if started:
            await asyncio.wait(started, timeout=TICK_S)

    async def write_heartbeat(self, now: int) -> None:
        """Store the heartbeat if a clock runs. Raises StorageFailed."""
        if any(move.runs_out for live in self._awake() for move in live.table.pending):
            self._own_beat = now
            await self.store.heartbeat(now)

    def _awake(self) -> list[LiveTable]:
        return [live for live in self.registry.all() if live.guests.awake]

    async def _run_out(self, live: LiveTable, move: PendingMove) -> None:
        """Act for one guest. Whatever fails is told, and not raised."""
        seat, cmd = move.seat, f"clock:{move.seat}:{move.since}"
        call = Call(seat, cmd, self.sources.now(), self.sources)

        def decide(table: Table) -> Change:
            now = table.pending_of(seat)
            if now is None or now.since != move.since or not has_run_out(now, call.at):
                raise Refused("stale", "The clock is not running any more.")
            return carry_out(table, call, Act(cmd, move.since, Raw(idle(table, seat))))

        try:
            await live.submit(cmd, decide)
            self.metrics.late.observe(max(0, call.at - (move.due or call.at)) / 1000)
        except Refused as why:
            if why.code == "unstored":
                warn(live, why)
        except CorruptRow:
            pass  # if it is still to be done, the row is there at the next tick
        except Exception as error:  # noqa: BLE001 - the fault of one table stays its own
            with suppress(Exception):
                await live.fail(error)
        finally:
            self._running.discard((live.table.id, seat))


def has_run_out(move: PendingMove, at: int) -> bool:
    """Whether it is a guest's, and was due at this time."""
    return move.kind == "guest" and move.due is not None and move.due <= at
