"""The process that writes to SQLite where many moves come together, as a server knows it.

Beside a busy event loop a thread has to wait for the interpreter at every row, so that one of them
stands still while the other works.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from chabudai.server.logs import fault
from chabudai.server.processes.sqlite_writer import DONE, SIZE_BYTES, Batch, WriterSocket
from chabudai.server.processes.worker_process import end_worker, start_worker
from chabudai.server.store.database import Sqlite
from chabudai.server.store.statements import for_driver
from chabudai.server.store.writing import rows_of
from chabudai.server.table import Change

if TYPE_CHECKING:
    from asyncio.subprocess import Process

PATIENCE_S = 5.0
"""How long a batch may take before the process is given up."""
AGAIN_S = 5.0
"""How long after that it is tried again."""
IDLE_S = 6.0
"""How long a server keeps its own process after a batch, which takes PATIENCE_S at most."""


class Answers(asyncio.Protocol):
    """The connection to the process: what is sent, and the answers to it, in the same order.
    Asyncio's streams would take more of the processor (docs/performance.md).
    """

    def __init__(self) -> None:
        self._transport: asyncio.WriteTransport | None = None
        self._awaited: deque[asyncio.Future[bytes]] = deque()

    def connection_made(self, transport: Any) -> None:
        """Keep the way there."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Take answers, of a byte each."""
        for at in range(len(data)):
            self._settle(data[at : at + 1])

    def connection_lost(self, exc: Exception | None) -> None:
        """Answer that there are none."""
        self._transport = None
        while self._awaited:
            self._settle(b"")

    def _settle(self, answer: bytes) -> None:
        awaited = self._awaited.popleft()
        if not awaited.done():  # else it took too long
            awaited.set_result(answer)

    async def ask(self, batch: bytes) -> bytes:
        """The answer to a batch; nothing if the process has gone. Raises TimeoutError."""
        if self._transport is None:
            return b""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._awaited.append(answer)
        self._transport.write(batch)
        async with asyncio.timeout(PATIENCE_S):
            return await answer

    def close(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.close()


class WriterProcess:
    """The process that writes to one file.

    `shared` is where that of all workers listens; empty: one is started when it is needed, and ends
    when it has not been for IDLE_S. While there is none the server's own thread writes.
    """

    def __init__(self, file: Sqlite, shared: str = "") -> None:
        self._file = file
        self._shared = shared
        self._answers: Answers | None = None
        self._process: Process | None = None
        self._begun: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._not_before = 0.0

    @property
    def is_there(self) -> bool:
        """Whether it can be asked to write."""
        return self._answers is not None

    def begin(self) -> None:
        """See to it that it will be there, unless it was lost a moment ago."""
        now = asyncio.get_running_loop().time()
        if self._answers is None and self._begun is None and now >= self._not_before:
            self._begun = asyncio.create_task(self._begin())

    async def _begin(self) -> None:
        answers = Answers()
        try:
            if self._shared:
                await connect(answers, self._shared)
            else:
                with WriterSocket() as own:
                    self._process = await start_listening(own.listening)
                    await connect(answers, own.path)
            if await answers.ask(self._batch(())) == DONE:
                self._answers = answers
                self._wait_for_more()
                return
        except OSError as error:  # a TimeoutError is one
            fault("writer", error)
        finally:
            self._begun = None
        answers.close()
        await self._lose()

    async def write(self, changes: Sequence[Change]) -> bool:
        """Write changes in one transaction; others may be asked for meanwhile. Returns whether they
        are on disk: False where one does not fit, where the database fails, and where the process
        is lost, which may have written them.
        """
        if self._answers is None or any(change.uses for change in changes):
            return False
        self._wait_for_more()
        try:
            batch = self._batch(changes)
        except Exception:  # noqa: BLE001 - the thread tries each alone, and tells what is wrong
            return False
        asked, answer = self._answers, b""
        with suppress(TimeoutError):
            answer = await asked.ask(batch)
        if not answer and asked is self._answers:
            await self._lose()
        return answer == DONE

    def _batch(self, changes: Sequence[Change]) -> bytes:
        runs = ((for_driver(each), rows) for each, rows in rows_of(changes) if rows)
        batch = Batch(
            str(self._file.path),
            self._file.identity,
            self._file.journal_identity,
            tuple((text, tuple(map(values_of, rows))) for (text, values_of), rows in runs),
        )
        return framed(batch)

    def _wait_for_more(self) -> None:
        """Keep a process of the server's own for IDLE_S from now."""
        if self._idle is not None:
            self._idle.cancel()
        if self._process is not None:
            self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._rest)

    def _rest(self) -> None:
        self._ending = asyncio.create_task(self._end())

    async def _lose(self) -> None:
        """End what there is of it, and try again later."""
        self._not_before = asyncio.get_running_loop().time() + AGAIN_S
        await self._end()

    async def _end(self) -> None:
        """End what there is of it."""
        if self._idle is not None:
            self._idle.cancel()  # it would end the next one
        answers, self._answers = self._answers, None
        process, self._process = self._process, None
        if answers is not None:
            answers.close()
        if process is not None:
            await end_worker(process)

    async def close(self) -> None:
        """Have it write no more."""
        if self._begun is not None:
            await self._begun
        if self._ending is not None:
            await self._ending
        await self._end()


def framed(batch: Batch) -> bytes:
    """A batch as it is sent."""
    packed = msgspec.msgpack.encode(batch)
    return len(packed).to_bytes(SIZE_BYTES, "big") + packed


async def connect(answers: Answers, path: str) -> None:
    """Connect to a process that listens at this path. Raises OSError."""
    await asyncio.get_running_loop().create_unix_connection(lambda: answers, path)


async def start_listening(listening: socket.socket) -> "Process":
    """Start a process that writes what comes over connections to a socket."""
    number = listening.fileno()
    return await start_worker(
        "chabudai.server.processes.sqlite_writer", str(number), files=(number,)
    )
