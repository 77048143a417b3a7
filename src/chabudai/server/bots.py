"""Bots' moves: thought out in other processes, from views only, and made like anyone's.

That a bot owes a move is a row of the database, so it is made also after a restart; the command's
id follows from the row, so it is made once however many servers try.
"""

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import DEVNULL
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from chabudai.core import Illegal, Seat
from chabudai.server.bot_worker import BotRequest
from chabudai.server.commands import obey
from chabudai.server.hub import Hub, LiveTable
from chabudai.server.logs import fault, logger
from chabudai.server.play import pace
from chabudai.server.store import Unstored
from chabudai.server.table import Call, PendingMove, Refused, Table
from chabudai.server.wire import Act

THINK_S = 10.0
"""The longest a bot may think before its process is ended, in seconds."""
ANSWER_INTERVAL_MS = 250
"""A bot that thought longer than its pause answers at the next of these steps, so that the time
tells little of how hard it was."""
TRIES = 2
"""How often a bot is asked before a move is made for it."""

T = TypeVar("T")


class Lost(Exception):
    """A process died, or had to be ended, before it answered."""


class BotPool:
    """Processes in which bots think. One that dies or hangs is replaced by a new one."""

    def __init__(self, workers: int) -> None:
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._all: set[Process] = set()
        self._chores: set[asyncio.Task[Any]] = set()
        for _ in range(workers):
            self._free.put_nowait(None)

    async def warm(self) -> None:
        """Have one process ready, for a game that is about to begin."""
        if self._all or self._free.empty():
            return
        process = self._free.get_nowait()
        try:
            process = await self._started()
        finally:
            self._free.put_nowait(process)

    async def action(self, request: BotRequest) -> bytes:
        """The action a bot decides on, as JSON. Raises Lost."""
        process = await self._free.get()
        try:
            if process is not None and process.returncode is not None:
                self._end(process)
                process = None
            if process is None:
                process = await self._started()
            return await asyncio.wait_for(ask(process, request), THINK_S)
        except BaseException as error:
            if process is not None:
                self._end(process)
                process = None
            if isinstance(error, TimeoutError | OSError):
                raise Lost from None
            raise
        finally:
            self._free.put_nowait(process)

    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that are running."""
        return tuple(process.pid for process in self._all)

    async def close(self) -> None:
        """End every process, also those just being started."""
        await asyncio.gather(*self._chores, return_exceptions=True)
        for process in tuple(self._all):
            self._end(process)
        await asyncio.gather(*self._chores, return_exceptions=True)

    async def _started(self) -> Process:
        """A new process. Who asked for it may be cancelled; it is not, so that none is lost."""
        return await asyncio.shield(self._chore(self._start()))

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "chabudai.server.bot_worker",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,  # an interrupt at the terminal is for the server
        )
        self._all.add(process)
        return process

    def _end(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        self._chore(process.communicate())

    def _chore(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)
        return task


async def ask(process: Process, request: BotRequest) -> bytes:
    """One line to a process, one line back. Raises Lost, or OSError."""
    if process.stdin is None or process.stdout is None:
        raise Lost
    process.stdin.write(msgspec.json.encode(request) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise Lost
    return line.rstrip()


@dataclass(slots=True)
class BotTask:
    """The task that makes a bot's move, and what wakes it while it waits."""

    task: "asyncio.Task[None]"
    look: asyncio.Event = field(default_factory=asyncio.Event)


class Bots:
    """Makes the moves that bots owe at the tables of a hub."""

    def __init__(self, hub: Hub, bot_pool: BotPool) -> None:
        self.hub = hub
        self.bot_pool = bot_pool
        self._tasks: dict[tuple[str, Seat, int], BotTask] = {}

    def look(self, live: LiveTable) -> None:
        """See what bots owe at a table, and set to it what is not yet being done."""
        for move in live.table.pending:
            if move.kind != "bot":
                continue
            key = (live.table.id, move.seat, move.since)
            if key in self._tasks:
                self._tasks[key].look.set()
            else:
                self._tasks[key] = BotTask(asyncio.create_task(self._do(key)))

    async def close(self) -> None:
        """Leave what is being done; the rows remain."""
        tasks = [each.task for each in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _do(self, key: tuple[str, Seat, int]) -> None:
        try:
            await self._make_move(key)
        except Unstored:
            pass  # the row remains, and is found again
        except Exception as error:  # noqa: BLE001 - one bot's trouble stays its own
            self.hub.metrics.faults.inc()
            fault("bot", error)
        finally:
            del self._tasks[key]

    async def _make_move(self, key: tuple[str, Seat, int]) -> None:
        table_id, seat, since = key
        live = await self.hub.get(table_id)
        move = still_pending(live.table, seat, since) if live else None
        if live is None or move is None:
            return
        cmd = f"bot:{seat}:{since}"
        while True:
            head = live.table.head
            action = await self._think(live.table, move)
            if not await self._pause(live, key):
                return
            try:
                await self._say(live, seat, cmd, since, action)
            except Illegal:
                if live.table.head > head:
                    continue  # what others did in between may have made it so
                self.hub.metrics.fallbacks.inc()
                logger().warning("bot_illegal", game=live.table.sitting.game)
                with suppress(Refused):
                    await self._say(live, seat, cmd, since, idle(live.table, seat))
            except Refused as refused:
                if refused.code == "busy":
                    raise Unstored(refused.code) from None
            return

    async def _think(self, table: Table, move: PendingMove) -> bytes:
        """What the bot decides on; if its process fails twice, what an idle seat does."""
        place = table.sitting.places[move.seat]
        view = Raw(msgspec.json.encode(table.game.view(table.state, move.seat)))
        seed = self.hub.sources.pauses().bits() >> 1
        request = BotRequest(
            table.sitting.game, place.level or "easy", place.persona, move.seat, seed, view
        )
        started = time.perf_counter()
        for _ in range(TRIES):
            with suppress(Lost):
                action = await self.bot_pool.action(request)
                self.hub.metrics.thinking.observe(time.perf_counter() - started)
                return action
        self.hub.metrics.fallbacks.inc()
        logger().warning("bot_lost", game=table.sitting.game)
        return idle(table, move.seat)

    async def _pause(self, live: LiveTable, key: tuple[str, Seat, int]) -> bool:
        """Wait until the move is due; whether it is still owed then."""
        _, seat, since = key
        ready = self.hub.sources.now()
        while move := still_pending(live.table, seat, since):
            now = self.hub.sources.now()
            due = shown_at(move.due or now, ready, answer_interval(live.table, seat))
            if due <= now:
                return True
            look = self._tasks[key].look
            look.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(look.wait(), (due - now) / 1000)
        return False

    async def _say(self, live: LiveTable, seat: Seat, cmd: str, since: int, action: bytes) -> None:
        call = Call(seat, cmd, self.hub.sources.now(), self.hub.sources)
        command = Act(cmd, since, Raw(action))
        await self.hub.submit(live, cmd, lambda table: obey(table, call, command))


def answer_interval(table: Table, seat: Seat) -> int:
    """At which multiples of time, in milliseconds, a late answer of a bot is shown."""
    if table.game.silent:
        return pace(table.sitting, seat)
    return 1 if table.sitting.hasten else ANSWER_INTERVAL_MS


def shown_at(due: int, ready: int, interval: int) -> int:
    """When a move is made that was due then and thought out then, in milliseconds."""
    late = max(0, ready - due)
    return due + -(-late // interval) * interval


def still_pending(table: Table, seat: Seat, since: int) -> PendingMove | None:
    """The pending move of a seat, if it is still the one since that step."""
    move = table.pending_of(seat)
    return move if move and move.since == since and move.kind == "bot" else None


def idle(table: Table, seat: Seat) -> bytes:
    """What a seat does that does nothing."""
    return msgspec.json.encode(table.game.idle(table.game.view(table.state, seat), seat))
