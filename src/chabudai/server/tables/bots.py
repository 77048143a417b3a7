"""Bots' moves: other processes choose them, based only on views. They are made like players' moves.

A bot's pending move is a row in the database, so a restart does not lose it. The command's id
follows from the row, so the move is made only once even if several servers try. If several servers
have guests at the table, one of them is responsible (`Attendance.is_handled_elsewhere`).
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw

from chabudai.core import Illegal, NotToMove, Seat
from chabudai.server.logs import logger
from chabudai.server.metrics import Metrics
from chabudai.server.protocol import Act
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables.attendance import LEFT_MS
from chabudai.server.tables.decide import BOT, STAND_IN, Call, Change, PendingMove, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.play import PACE_MS, bot_seed, idle, pace
from chabudai.server.tables.followers import warn
from chabudai.server.tables.live import LiveTable
from chabudai.server.tables.registry import Registry
from chabudai.server.workers.bot import BotRequest
from chabudai.server.workers.pool import BotPool

ANSWER_INTERVAL_MS = 250
"""Rounding interval for late answers, in milliseconds. If a bot thinks longer than its pause, the
rounded time of its move reveals little about the difficulty of the choice.
"""
CHECK_S = 2.0
"""Seconds between two checks of all tables."""
AGAIN_S = 2.0
"""Seconds until a move that could not be stored is retried."""
TRIES = 2
"""Number of attempts to get an action from a bot before an idle move is made for it."""


@dataclass(slots=True)
class Bots:
    """Makes the moves that are pending for bots, each in a task that waits until it is due."""

    registry: Registry
    pool: BotPool
    sources: Sources
    metrics: Metrics
    _wakes: dict[tuple[str, Seat, int], asyncio.Event] = field(
        default_factory=dict[tuple[str, Seat, int], asyncio.Event]
    )
    _tasks: asyncio.TaskGroup = field(default_factory=asyncio.TaskGroup)

    async def run(self) -> None:
        """Check all tables periodically until cancelled, so that failed moves are retried."""
        async with self._tasks:
            while True:
                await asyncio.sleep(CHECK_S)
                for live in self.registry.all():
                    try:
                        self.check(live)
                    except Exception as error:  # noqa: BLE001 - a fault must not end the checks
                        self.metrics.fault("bots", error, table=live.table.id)

    def check(self, live: LiveTable) -> None:
        """If a table is awake, start its pending bot moves, except those already running."""
        if not live.guests.awake:
            return
        for move in live.table.pending:
            if move.kind != "bot":
                continue
            key = (live.table.id, move.seat, move.since)
            if key in self._wakes:
                self._wakes[key].set()
            else:
                wake = self._wakes[key] = asyncio.Event()
                self._tasks.create_task(self._run(live, move, wake))

    async def _run(self, live: LiveTable, move: PendingMove, wake: asyncio.Event) -> None:
        try:
            if live.guests.is_handled_elsewhere():
                await asyncio.sleep(self._left_s(move))
            while still_pending(live.table, move) and await self._try(live, move, wake):
                pass  # a step in between may have made the move illegal: think again
        except CorruptRow:
            pass  # the row remains, and the next check finds it
        except Exception as error:  # noqa: BLE001 - a fault affects only its own table
            with suppress(Exception):
                await live.fail(error)
        finally:
            del self._wakes[live.table.id, move.seat, move.since]

    def _left_s(self, move: PendingMove) -> float:
        """Return how many seconds another server still has to make a move."""
        now = self.sources.now()
        due = min(move.due or now, now + longest_pause(self.sources))
        return (max(now, due) - now + LEFT_MS) / 1000

    async def _try(self, live: LiveTable, move: PendingMove, wake: asyncio.Event) -> bool:
        """Make a bot's move. Return whether the bot must think again. Raises CorruptRow, and the
        rules' exceptions if even an idle move fails.
        """
        head = live.table.head
        action = await self._think(live, move)
        if not await self._wait(live, move, wake):
            return False
        try:
            await self._act_until_stored(live, move, action)
        except Illegal:
            if live.table.head > head:
                return True
            logger().warning("bot_illegal", game=live.table.sitting.game)
            await self._act_idly(live, move)
        except Refused:
            pass  # the move has been made, or the next check finds its row
        except CorruptRow:
            raise
        except Exception as error:  # noqa: BLE001 - the rules fail at this move
            self.metrics.fault("bot", error)
            await self._act_idly(live, move)
        return False

    async def _act_idly(self, live: LiveTable, move: PendingMove) -> None:
        self.metrics.fallbacks.inc()
        with suppress(Refused, Illegal, NotToMove):  # the move may have been made meanwhile
            await self._act(live, move, idle(live.table, move.seat))

    async def _think(self, live: LiveTable, move: PendingMove) -> bytes:
        """Return the action that a bot chooses, or an idle move if its process fails twice."""
        table = live.table
        place = table.sitting.places[move.seat]
        view = Raw(msgspec.json.encode(table.game.view(table.state, move.seat)))
        seed = bot_seed(table, move.seat, self.sources)
        request = BotRequest(
            table.sitting.game, place.level or "easy", place.persona, move.seat, seed, view
        )
        started = time.perf_counter()
        for _ in range(TRIES):
            with suppress(OSError):
                action = await self.pool.action(request, live.guests.address(), table.id)
                self.metrics.thinking.observe(time.perf_counter() - started)
                return action
        self.metrics.fallbacks.inc()
        logger().warning("bot_lost", game=table.sitting.game)
        return idle(table, move.seat)

    async def _wait(self, live: LiveTable, move: PendingMove, wake: asyncio.Event) -> bool:
        """Wait until the move is due. Return whether it is still pending."""
        ready = self.sources.now()
        while live.guests.awake and (owed := still_pending(live.table, move)):
            now = self.sources.now()
            # Cap the wait, since the server that stored the move may have a clock that is ahead.
            wanted = min(owed.due or now, ready + longest_pause(self.sources))
            due = shown_at(wanted, ready, answer_interval(live.table, owed.seat))
            if due <= now:
                return True
            wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout((due - now) / 1000):
                    await wake.wait()
        return False

    async def _act_until_stored(self, live: LiveTable, move: PendingMove, action: bytes) -> None:
        """Make a move. If it cannot be stored, warn the followers and retry with the same action.
        Raises Refused, Illegal, CorruptRow and the rules' exceptions.
        """
        while True:
            try:
                return await self._act(live, move, action)
            except Refused as why:
                if why.code != "unstored" or not live.guests.awake:
                    raise
                warn(live, why)
            await asyncio.sleep(AGAIN_S)

    async def _act(self, live: LiveTable, move: PendingMove, action: bytes) -> None:
        by = STAND_IN if live.table.sitting.places[move.seat].kind == "guest" else BOT
        cmd = f"{by}:{move.seat}:{move.since}"
        call = Call(move.seat, cmd, self.sources.now(), self.sources)
        command = Act(cmd, move.since, Raw(action))

        def decide(table: Table) -> Change:
            if still_pending(table, move) is None:
                raise Refused("stale", "No bot owes this move.")
            return carry_out(table, call, command)

        await live.submit(cmd, decide)


def longest_pause(sources: Sources) -> int:
    """Return the longest pause before a bot's move, in milliseconds."""
    return max(sources.pause_ms[1], sources.stand_in_pause_ms[1], *PACE_MS.values())


def answer_interval(table: Table, seat: Seat) -> int:
    """Return the interval, in milliseconds, to which a bot's late moves are rounded."""
    if table.game.silent:
        return pace(table.sitting, seat)
    return 1 if table.sitting.hasten else ANSWER_INTERVAL_MS


def shown_at(due: int, ready: int, interval: int) -> int:
    """Return the time at which to make a move that is due at `due` and was chosen at `ready`."""
    late = max(0, ready - due)
    return due + -(-late // interval) * interval


def still_pending(table: Table, move: PendingMove) -> PendingMove | None:
    """Return the pending move with its current due time, or None if it is no longer pending."""
    now = table.pending_of(move.seat)
    return now if now and now.since == move.since and now.kind == "bot" else None
