"""The processes in which bots think, and those of jobs that may take seconds."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec import Raw

from chabudai.core import Struct
from chabudai.server.refusal import Refused
from chabudai.server.workers.bot import BotRequest
from chabudai.server.workers.fair_limiter import FairLimiter, QueueFull
from chabudai.server.workers.job import JobRequest, JobResult

THINK_S = 10.0
"""The longest a bot may think before its process is ended, in seconds."""
TIMEOUT_S = 60.0
"""How long a job may take, in seconds, on a busy machine; see also `job.PROCESSOR_S`."""

MOST_WAITING = 64
"""How many jobs may wait for their turn."""
FULL = "Many things are being worked out. Try again in a moment."
LONGEST_LINE = 64 * 1024 * 1024
"""The most bytes that an answer may have."""
Gone: TypeAlias = Callable[[], Awaitable[object]]
"""Waits until the client of a job has disconnected."""
Work: TypeAlias = Callable[[JobRequest], Awaitable[Raw]]
"""Returns the result of a job."""


class ClientGone(ConnectionError):
    """The client of a job has disconnected."""


class BotPool:
    """At most `workers` processes, started as they are needed. A new one replaces one that dies."""

    def __init__(self, workers: int) -> None:
        self._turns = FairLimiter(workers, workers)
        self._free: list[Process] = []

    async def action(self, request: BotRequest, address: str, table: str) -> bytes:
        """The action a bot decides on, as JSON. The bots of one address, and there those of one
        table, wait for each other. Raises OSError if its process dies, or thinks for too long.
        """
        async with self._turns.turn(address, table):
            process = await self._process()
            try:
                async with asyncio.timeout(THINK_S):
                    action = await exchange(process, request)
            except BaseException:
                await end_worker(process)
                raise
            self._free.append(process)
            return action

    async def _process(self) -> Process:
        """A process that has nothing to do. Raises OSError."""
        while self._free:
            process = self._free.pop()
            if process.returncode is None:
                return process
            await end_worker(process)
        return await start_worker("chabudai.server.workers.bot")

    async def close(self) -> None:
        """End the processes that have nothing to do."""
        await asyncio.gather(*map(end_worker, self._free))


class JobPool:
    """Runs at most `workers` jobs at a time, each in a process that is ended when its time is up.
    Where there are several, one is kept from the address that has all the others.
    """

    def __init__(self, workers: int) -> None:
        self._turns = FairLimiter(workers, max(1, workers - 1), MOST_WAITING)

    @asynccontextmanager
    async def turn(self, address: str, table: str, gone: Gone) -> AsyncGenerator[Work]:
        """Wait for the turn of an address and, for a seat's job, a table. Yields the function that
        runs a job. Raises Refused if too many wait, or ClientGone.
        """
        async with AsyncExitStack() as stack:
            async with while_present(gone):
                try:
                    await stack.enter_async_context(self._turns.turn(address, table))
                except QueueFull:
                    raise Refused("busy", FULL) from None
            yield partial(self._work, gone)

    async def _work(self, gone: Gone, request: JobRequest) -> Raw:
        """Return the result of a job as JSON. Raises Refused if it has none, or ClientGone."""
        try:
            async with while_present(gone):
                worker = await start_worker("chabudai.server.workers.job")
                try:
                    async with asyncio.timeout(TIMEOUT_S):
                        line = await exchange(worker, request)
                finally:
                    await end_worker(worker)
        except ClientGone:
            raise
        except TimeoutError:
            raise Refused("busy", "That takes too long to work out.") from None
        except OSError:
            raise Refused("busy", "That could not be worked out.") from None
        answer = msgspec.json.decode(line, type=JobResult)
        if answer.unreadable is not None:
            why = answer.unreadable[:200]
            raise Refused("malformed", "The body cannot be read: {why}.", why=why)
        return answer.result


@asynccontextmanager
async def while_present(gone: Gone) -> AsyncGenerator[None]:
    """Cancel the block when the client disconnects. Raises ClientGone."""
    leaving, present = asyncio.ensure_future(gone()), asyncio.timeout(None)

    def leave(_: object) -> None:
        with suppress(RuntimeError):  # the block has just ended
            present.reschedule(0.0)

    try:
        async with present:
            leaving.add_done_callback(leave)
            yield
    except TimeoutError:
        if present.expired():
            raise ClientGone from None
        raise
    finally:
        leaving.cancel()


async def start_worker(module: str) -> Process:
    """Start a process that runs a module. It is ended if the caller is cancelled meanwhile."""
    starting = asyncio.create_task(
        asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST_LINE,
            start_new_session=True,  # an interrupt at the terminal is for the server
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(OSError):
            await end_worker(await starting)
        raise


async def exchange(worker: Process, request: Struct) -> bytes:
    """A worker's answer to a request, without the line break. Any `msgspec.Raw` in the request must
    be without line breaks. Raises OSError if the worker dies.
    """
    if worker.stdin is None or worker.stdout is None:
        raise BrokenPipeError
    worker.stdin.write(msgspec.json.encode(request) + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line.endswith(b"\n"):
        raise BrokenPipeError
    return line.rstrip()


async def end_worker(worker: Process) -> None:
    """End a worker, if it is still running, and wait until it is gone."""
    with suppress(ProcessLookupError):
        worker.kill()
    await worker.communicate()
