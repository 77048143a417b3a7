"""A server of several workers in processes of their own, some of which are to be killed.

crew.py PORT DB STATIC WORKERS METRICS prints a line `up PID` for each worker that serves,
`writer PID` for each process that writes for them, and the address.
"""

import asyncio
import contextlib
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from chabudai.server import run
from chabudai.server.limits import Limits, Rate
from chabudai.server.processes import sqlite_writer, workers
from chabudai.server.services import Settings
from chabudai.server.sqlite_file import Turn
from chabudai.server.store import write_queue, writer_process
from tests.server import host
from tests.server.forked import reserve_port

WIDE = Rate(10_000, 0.001)
START_S = 60.0
"""How long a worker may take to start on a busy machine, in seconds."""


@dataclass(slots=True)
class Crew:
    """A running server. `up` are the ids of its workers, as they begin to serve, and `writers`
    those of the processes that write for them.
    """

    process: Process
    up: "asyncio.Queue[int]" = field(default_factory=asyncio.Queue[int])
    writers: "asyncio.Queue[int]" = field(default_factory=asyncio.Queue[int])
    base: str = ""
    metrics: str = ""

    async def read(self, started: asyncio.Event) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            kind, _, number = line.decode().strip().partition(" ")
            if kind == "up":
                self.up.put_nowait(int(number))
            elif kind == "writer":
                self.writers.put_nowait(int(number))
            else:
                self.base = kind
                started.set()
        started.set()

    async def next_up(self) -> int:
        """The id of the next worker that serves."""
        async with asyncio.timeout(START_S):
            return await self.up.get()

    async def next_writer(self) -> int:
        """The id of the next process that writes for them."""
        async with asyncio.timeout(START_S):
            return await self.writers.get()


@contextlib.asynccontextmanager
async def crew(db: str, static: Path, count: int = 2, log: int = DEVNULL) -> AsyncIterator[Crew]:
    """A server with so many workers."""
    reserved = reserve_port()
    metrics = reserved.getsockname()[1]
    command = ("-m", "tests.server.crew", "0", db, str(static), str(count), str(metrics))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=PIPE, stderr=log
    )
    each, started = Crew(process, metrics=f"http://127.0.0.1:{metrics}"), asyncio.Event()
    reading = asyncio.create_task(each.read(started))
    try:
        await asyncio.wait_for(started.wait(), START_S)
        assert each.base, "the server did not start"
        yield each
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), START_S)
        await reading
        reserved.close()


def main(port: str, db: str, static: str, count: str, metrics: str) -> None:
    said, write, up = workers.say, sqlite_writer.write_on, set[int]()

    def say(line: int, what: bytes) -> None:
        if what == workers.UP and os.getpid() not in up:
            up.add(os.getpid())
            host.say(f"up {os.getpid()}")
        said(line, what)

    def write_on(
        listening: socket.socket, turn: Turn, alive: int, say: Callable[[], object]
    ) -> None:
        up.add(os.getpid())
        host.say(f"writer {os.getpid()}")
        write(listening, turn, alive, say)

    workers.say, workers.REPLACED = say, Rate(1000, 0.01)
    sqlite_writer.write_on = write_on
    # Here few play, and all that they do is to be written by the process that can be killed.
    write_queue.COMPANY, write_queue.CROWD, writer_process.AGAIN_S = 0, 0, 0.1
    limits = Limits(frames=WIDE, tables=WIDE, stories=WIDE, openings=WIDE, messages=WIDE)
    at = ("127.0.0.1", int(metrics))
    settings = Settings(db=db, static=Path(static), bot_workers=1, limits=limits, metrics=at)
    run.serve("127.0.0.1", int(port), settings=settings, ready=host.say, workers=int(count))


if __name__ == "__main__":
    main(*sys.argv[1:])
