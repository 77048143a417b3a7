"""The changes that wait to be written. What waits is committed together: by the writer's process
where many come, else by the database's own thread.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from chabudai.core import Struct
from chabudai.server.store.database import Database, is_about_file
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.postgres_writer import write_moves
from chabudai.server.store.writer_process import WriterProcess
from chabudai.server.store.writing import Stored, Verdict, is_fresh, write
from chabudai.server.table import Change

BATCH = 256
"""How many changes are committed together at most."""
CROWD = 16
"""Where more changes wait than this, the writer's process is started."""
COMPANY = 2
"""More changes than these the process is given, if it is there;"""
COMMIT_DELAY_S = 0.003
"""and after a commit here of so many the next one waits so long for others to come: what a commit
costs by itself is then shared by several times as many.
"""


class Waiting(Struct):
    """A change that waits to be written, and where its caller waits."""

    change: Change
    answer: "asyncio.Future[Stored]"


class WriteQueue:
    """Writes changes, between `start` and `close`. `committed` is called with how many were written
    together, and `failed` with an error; it gives what to raise.
    """

    def __init__(
        self,
        database: Database,
        committed: Callable[[int], None],
        failed: Callable[[Exception], Exception],
        apart: WriterProcess | None,
    ) -> None:
        self._database = database
        self._committed = committed
        self._failed = failed
        self._apart = apart
        self._queue: deque[Waiting] = deque()
        self._returned: deque[list[Waiting]] = deque()
        self._apart_now: set[asyncio.Task[None]] = set()
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
        if self._apart:
            await self._apart.close()

    def put(self, change: Change) -> "asyncio.Future[Stored]":
        """Have a change written. The answer comes when it is on disk, or raises what is wrong."""
        waiting = Waiting(change, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        return waiting.answer

    async def _write_on(self) -> None:
        together = 0
        while not self._closing or self._queue:
            await self._wake.wait()
            self._wake.clear()
            while self._queue or self._returned:
                if self._is_for_process(together):
                    together = self._write_apart()
                    continue
                await self._until_process_is_done()
                if self._returned:
                    together = await self._write(self._returned.popleft())
                    continue
                if together > COMPANY and not self._closing:
                    await asyncio.sleep(COMMIT_DELAY_S)
                if isinstance(self._database, Postgres):
                    together = await self._write_moves(self._database)
                else:
                    together = await self._write([])
        await self._until_process_is_done()
        for batch in self._returned:
            await self._write(batch)

    def _take(self) -> list[Waiting]:
        """Take what waits, as much as is committed together."""
        return [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]

    async def _write_moves(self, database: Postgres) -> int:
        """Write the moves that wait by one statement. All else, and what does not fit, is returned
        for a transaction that looks first. Returns how much waited.
        """
        batch = self._take()
        try:
            written = await write_moves(database, [waiting.change for waiting in batch])
        except Exception as error:  # noqa: BLE001 - whatever fails, those who wait are answered
            await self._write_singly(batch, error)
            return len(batch)
        both = list(zip(batch, written, strict=True))
        if stored := [waiting for waiting, is_stored in both if is_stored]:
            self._stored_as_they_are(stored)
        if left := [waiting for waiting, is_stored in both if not is_stored]:
            self._returned.append(left)
        return len(batch)

    async def _write_singly(self, batch: list[Waiting], error: Exception) -> None:
        """Try each change of a batch that failed alone, so that one cannot fail the others; unless
        it is the file that fails, for which each would wait as long as all.
        """
        if len(batch) > 1 and not is_about_file(error):
            for waiting in batch:
                await self._write([waiting])
            return
        for waiting in batch:
            settle(waiting.answer, self._failed(error))

    async def _write(self, batch: list[Waiting]) -> int:
        """Write changes in one transaction; an empty batch stands for those that wait once it has
        begun, so that whoever comes while others write is not left for the next one. Returns how
        many there were.
        """

        def work(connection: Connection) -> list[Verdict]:
            batch.extend([] if batch else self._take())
            return write([waiting.change for waiting in batch], connection)

        try:
            verdicts = await self._database.write(work)
        except Exception as error:  # noqa: BLE001 - whatever fails, those who wait are answered
            batch = batch or self._take()
            await self._write_singly(batch, error)
            return len(batch)
        self._stored(batch, verdicts)
        return len(batch)

    def _is_for_process(self, together: int) -> bool:
        """Whether the writer's process is to be given what waits, after a batch of so many. It is
        begun where there are many.
        """
        if self._apart is None:
            return False
        if len(self._queue) > CROWD:
            self._apart.begin()
        is_crowd = bool(self._apart_now) or max(together, len(self._queue)) > COMPANY
        return is_crowd and self._apart.is_there and not self._returned

    async def _until_process_is_done(self) -> None:
        """Wait until the writer's process writes nothing. Beside it SQLite would only look now and
        then whether it may write.
        """
        while self._apart_now:
            await asyncio.wait(self._apart_now)

    def _write_apart(self) -> int:
        """Have the writer's process write what waits. Returns how much that is."""
        batch = self._take()
        task = asyncio.create_task(self._write_there(batch))
        self._apart_now.add(task)
        task.add_done_callback(self._apart_now.discard)
        return len(batch)

    async def _write_there(self, batch: list[Waiting]) -> None:
        """Have the writer's process write changes; what it has not written is returned."""
        changes = [waiting.change for waiting in batch]
        if self._apart is not None and await self._apart.write(changes):
            self._stored_as_they_are(batch)
        else:
            self._returned.append(batch)
            self._wake.set()

    def _stored_as_they_are(self, batch: Sequence[Waiting]) -> None:
        """Tell those who wait that their changes are stored."""
        firsts = (waiting.change.entries[0] for waiting in batch)
        self._stored(batch, [Stored(first.seq, fresh=True) for first in firsts])

    def _stored(self, batch: Sequence[Waiting], verdicts: Sequence[Verdict]) -> None:
        """Tell those who wait what became of their changes."""
        self._committed(sum(map(is_fresh, verdicts)))
        for waiting, verdict in zip(batch, verdicts, strict=True):
            settle(waiting.answer, verdict)


def settle(answer: "asyncio.Future[Stored]", with_: Stored | Exception) -> None:
    """Resolve a future, unless its caller has gone."""
    if answer.done():
        return
    if isinstance(with_, Exception):
        answer.set_exception(with_)
    else:
        answer.set_result(with_)
