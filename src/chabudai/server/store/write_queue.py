"""Group commit: changes that wait while others are written are committed together next."""

import asyncio
from collections import deque
from collections.abc import Callable

from chabudai.core import Struct
from chabudai.server.store.commit import Stored, Verdict, is_fresh
from chabudai.server.store.database import Database, is_file_error
from chabudai.server.tables.decide import Change

BATCH = 256
"""Changes in one commit at most."""


class Waiting(Struct):
    """A change that waits to be written, and where its caller waits."""

    change: Change
    answer: "asyncio.Future[Stored]"


class WriteQueue:
    """Writes changes, between `start` and `close`. `committed` is called with the number written
    together, and `failed` with an error; it returns what to raise.
    """

    def __init__(
        self,
        database: Database,
        committed: Callable[[int], None],
        failed: Callable[[Exception], Exception],
    ) -> None:
        self._database = database
        self._committed = committed
        self._failed = failed
        self._queue: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the writer."""
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._wake.set()
        if self._writer:
            await self._writer

    def put(self, change: Change) -> "asyncio.Future[Stored]":
        """Have a change written. The answer comes when it is on disk, or raises what is wrong."""
        waiting = Waiting(change, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        return waiting.answer

    async def _write_on(self) -> None:
        while not self._closing or self._queue:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._write(
                    [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
                )

    async def _write(self, batch: list[Waiting]) -> None:
        """Write a batch and answer all who wait for it."""
        try:
            verdicts = await self._database.write([waiting.change for waiting in batch])
        except Exception as error:  # noqa: BLE001 - whatever fails, those who wait are answered
            await self._write_singly(batch, error)
            return
        self._committed(sum(map(is_fresh, verdicts)))
        for waiting, verdict in zip(batch, verdicts, strict=True):
            settle(waiting.answer, verdict)

    async def _write_singly(self, batch: list[Waiting], error: Exception) -> None:
        """Write each change of a failed batch alone, so that one cannot fail the others. If the
        file itself fails, answer all with the error instead.
        """
        if len(batch) > 1 and not is_file_error(error):
            for waiting in batch:
                await self._write([waiting])
            return
        for waiting in batch:
            settle(waiting.answer, self._failed(error))


def settle(answer: "asyncio.Future[Stored]", with_: Verdict | Exception) -> None:
    """Resolve a future, unless its caller has gone."""
    if answer.done():
        return
    if isinstance(with_, Exception):
        answer.set_exception(with_)
    else:
        answer.set_result(with_)
