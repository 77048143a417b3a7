"""Players' clocks, and clock extensions after an outage.

Clocks are rows in the database. Every server handles the tables where it has guests. The id of a
clock's command follows from the clock's row, so that the command is carried out only once.
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
"""Age of the last heartbeat, in milliseconds, above which an outage is assumed."""
SWEEP_TICKS = 4 * 3600
"""Ticks between two hourly sweeps, which remove idle tables' codes and delete idle lobbies."""
CODE_KEPT_MS = 7 * 24 * 3600 * 1000
"""Milliseconds without a step after which a table loses its code."""
LOBBY_KEPT_MS = 24 * 3600 * 1000
"""Milliseconds without a step after which a lobby is deleted."""
PARTY_KEPT_MS = 180 * 24 * 3600 * 1000
"""Milliseconds without a step after which a party is deleted."""


@dataclass(slots=True)
class Clocks:
    """The clocks of the tables with guests on this server, and the heartbeat."""

    store: Store
    registry: Registry
    quota: Quota
    sources: Sources
    metrics: Metrics
    _running: set[tuple[str, Seat]] = field(default_factory=set[tuple[str, Seat]])
    _tasks: asyncio.TaskGroup = field(default_factory=asyncio.TaskGroup)
    _own_beat: int = 0

    async def make_up_for_outage(self) -> None:
        """Extend all clocks by the time without a running server. Raises StorageFailed."""
        if seen := await self.store.last_seen():
            await self.make_up_for(self.sources.now() - seen)

    async def make_up_for(self, asleep: int) -> None:
        """Extend all clocks by the `asleep` milliseconds during which this server or its computer
        was suspended, minus the time during which another server ran. Raises StorageFailed.
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
        """Extend all running clocks by `by` milliseconds (`Store.put_off`), including those in
        memory. If another process has already done so, re-read them. Raises StorageFailed.
        """
        async with AsyncExitStack() as held:
            # Lock the tables: a command that runs meanwhile would store the old clocks.
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
        """Run the ticks, heartbeats and sweeps until cancelled."""
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
                    pass  # readyz reports it; the rows still exist at the next tick
                except Exception as error:  # noqa: BLE001 - a fault must not stop the clocks
                    self.metrics.fault("clocks", error)
                ticks += 1
                await asyncio.sleep(TICK_S)

    async def sweep(self, now: int) -> None:
        """Delete idle lobbies and parties, drop idle codes, and measure the database. Raises
        StorageFailed.
        """
        await self.registry.end_lobbies(now - LOBBY_KEPT_MS)
        await self.registry.end_parties(now - PARTY_KEPT_MS)
        await self.registry.drop_codes(now - CODE_KEPT_MS, now)
        self.quota.database = await self.store.size()

    async def tick(self, now: int) -> None:
        """Act concurrently for all guests whose clocks have run out at tables that are awake."""
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
        """Store the heartbeat if any clock is running. Raises StorageFailed."""
        if any(move.runs_out for live in self._awake() for move in live.table.pending):
            self._own_beat = now
            await self.store.heartbeat(now)

    def _awake(self) -> list[LiveTable]:
        return [live for live in self.registry.all() if live.guests.awake]

    async def _run_out(self, live: LiveTable, move: PendingMove) -> None:
        """Act for one guest whose clock has run out. Errors are reported, not raised."""
        seat, cmd = move.seat, f"clock:{move.seat}:{move.since}"
        call = Call(seat, cmd, self.sources.now(), self.sources)

        def decide(table: Table) -> Change:
            now = table.pending_of(seat)
            if now is None or now.since != move.since or not has_run_out(now, call.at):
                raise Refused("stale", "The clock is no longer running.")
            return carry_out(table, call, Act(cmd, move.since, Raw(idle(table, seat))))

        try:
            await live.submit(cmd, decide)
            self.metrics.late.observe(max(0, call.at - (move.due or call.at)) / 1000)
        except Refused as why:
            if why.code == "unstored":
                warn(live, why)
        except CorruptRow:
            pass  # if the move is still pending, the next tick finds its row
        except Exception as error:  # noqa: BLE001 - a fault affects only its own table
            with suppress(Exception):
                await live.fail(error)
        finally:
            self._running.discard((live.table.id, seat))


def has_run_out(move: PendingMove, at: int) -> bool:
    """Whether a move belongs to a guest and was due by this time."""
    return move.kind == "guest" and move.due is not None and move.due <= at
