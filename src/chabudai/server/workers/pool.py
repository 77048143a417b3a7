"""Pools of processes for bots, and for jobs that may take seconds."""

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
"""Seconds after which a bot's process is ended if the bot is still thinking."""
TIMEOUT_S = 60.0
"""Seconds after which a job times out. This is enough on a busy machine. See also
`job.PROCESSOR_S`.
"""

MOST_WAITING = 64
"""Maximum number of jobs that may wait for their turn."""
FULL = "The server is busy. Try again in a moment."
LONGEST_LINE = 64 * 1024 * 1024
"""Maximum size of an answer in bytes."""
Gone: TypeAlias = Callable[[], Awaitable[object]]
"""A coroutine function that returns once a job's client has disconnected."""
Work: TypeAlias = Callable[[JobRequest], Awaitable[Raw]]
"""A coroutine function that runs a job and returns its result."""


class ClientGone(ConnectionError):
    """Raised if a job's client has disconnected."""


class BotPool:
    """A pool of at most `workers` processes, started on demand and replaced when they die."""

    def __init__(self, workers: int) -> None:
        self._turns = FairLimiter(workers, workers)
        self._free: list[Process] = []

    async def action(self, request: BotRequest, address: str, table: str) -> bytes:
        """Return the action that a bot chooses, as JSON. Requests from one address alternate
        between tables. Raises OSError if the process dies or exceeds THINK_S.
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
        """Return a free process, or start one. Raises OSError."""
        while self._free:
            process = self._free.pop()
            if process.returncode is None:
                return process
            await end_worker(process)
        return await start_worker("chabudai.server.workers.bot")

    async def close(self) -> None:
        """End the free processes."""
        await asyncio.gather(*map(end_worker, self._free))


class JobPool:
    """Runs at most `workers` jobs at a time, each in its own process with a timeout. One address
    may use all processes but one, or the only process if there is just one.
    """

    def __init__(self, workers: int) -> None:
        self._turns = FairLimiter(workers, max(1, workers - 1), MOST_WAITING)

    @asynccontextmanager
    async def turn(self, address: str, table: str, gone: Gone) -> AsyncGenerator[Work]:
        """Wait for a turn. Turns are shared fairly among addresses and their tables. Yield a
        function that runs jobs. Raises Refused if too many requests wait, or ClientGone.
        """
        async with AsyncExitStack() as stack:
            async with while_present(gone):
                try:
                    await stack.enter_async_context(self._turns.turn(address, table))
                except QueueFull:
                    raise Refused("busy", FULL) from None
            yield partial(self._work, gone)

    async def _work(self, gone: Gone, request: JobRequest) -> Raw:
        """Run a job, and return its result as JSON. Raises Refused if it fails, or ClientGone."""
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
            raise Refused("busy", "That takes too long to compute.") from None
        except OSError:
            raise Refused("busy", "The computation failed.") from None
        answer = msgspec.json.decode(line, type=JobResult)
        if answer.unreadable is not None:
            why = answer.unreadable[:200]
            raise Refused("malformed", "The body cannot be read: {why}.", why=why)
        return answer.result


@asynccontextmanager
async def while_present(gone: Gone) -> AsyncGenerator[None]:
    """Cancel the block when the client disconnects, and raise ClientGone."""
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
    """Start a process that runs a module, and end it if the caller is cancelled meanwhile."""
    starting = asyncio.create_task(
        asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST_LINE,
            start_new_session=True,  # an interrupt at the terminal must reach the server only
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(OSError):
            await end_worker(await starting)
        raise


async def exchange(worker: Process, request: Struct) -> bytes:
    """Send a request to a worker and return the answer, without line breaks. `msgspec.Raw` fields
    of the request must not contain line breaks. Raises OSError if the worker dies.
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
    """Kill a worker if it is still running, and reap it."""
    with suppress(ProcessLookupError):
        worker.kill()
    await worker.communicate()
