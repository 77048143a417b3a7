"""Servers forked from a process that has imported everything, so that they start quickly."""

import asyncio
import atexit
import contextlib
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TextIO

from chabudai.games import GAMES
from tests.server import host

IMPORTED_LATE = ("alembic.command", "structlog", "uvicorn.lifespan.off")
"""Modules that a server imports only when it needs them."""
FOR_POSTGRES = ("sqlalchemy.ext.asyncio", "sqlalchemy.dialects.postgresql.asyncpg", "asyncpg")
START_S = 30.0
"""Timeout for the start of a server, in seconds."""


@cache
def fork_server() -> "subprocess.Popen[str]":
    """The process from which servers are forked. It runs until this process ends."""
    command = (sys.executable, "-m", "tests.server.forked_servers")
    process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def reserve_port() -> socket.socket:
    """Reserve a port for a server, so that no other process gets it."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


@dataclass(slots=True)
class Servers:
    """Consecutive servers on one port. `pid` is the process of the running one, or 0."""

    db: str
    static: Path
    port: socket.socket = field(default_factory=reserve_port)
    pid: int = 0
    output: TextIO = field(init=False)

    def __post_init__(self) -> None:
        os.mkfifo(self._pipe)
        self.output = os.fdopen(os.open(self._pipe, os.O_RDWR))

    @property
    def _pipe(self) -> Path:
        return self.static.with_name(f"output-{self.port.getsockname()[1]}")

    async def start(self, *options: str) -> str:
        """Start a server with options of `host.py`, and return its address."""
        stdin = fork_server().stdin
        assert stdin is not None
        port = str(self.port.getsockname()[1])
        stdin.write(shlex.join((str(self._pipe), port, self.db, str(self.static), *options)) + "\n")
        stdin.flush()
        self.pid = int(await self._line())
        address = await self._line()
        assert address.startswith("http"), "the server did not start"
        return address

    async def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End the server, and return its status from `os.waitpid`."""
        if not self.pid:
            return 0
        os.kill(self.pid, how)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until the server has ended, and return its status from `os.waitpid`."""
        self.pid = 0
        return int(await self._line())

    async def close(self) -> None:
        """End the server, and release its port."""
        await self.end()
        self.output.close()
        self._pipe.unlink()
        self.port.close()

    async def _line(self) -> str:
        line = await asyncio.wait_for(asyncio.to_thread(self.output.readline), START_S)
        assert line, "the server did not start"
        return line.strip()


@contextlib.asynccontextmanager
async def forked_servers(db: str, static: Path, number: int) -> AsyncIterator[list[Servers]]:
    """Servers for one database, not started yet."""
    made = [Servers(db, static) for _ in range(number)]
    try:
        yield made
    finally:
        for each in made:
            await each.close()


def main() -> None:
    """Fork a server for each line PIPE PORT DB STATIC [OPTION …] of standard input."""
    for late in IMPORTED_LATE:
        import_module(late)
    tuple(GAMES.values())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        for late in FOR_POSTGRES if "postgresql:" in line else ():
            import_module(late)
        if os.fork() == 0:
            watch(*shlex.split(line))
            return


def watch(pipe: str, *server: str) -> None:
    """Fork a server, and write its process ID and its exit status to the pipe."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(pipe, os.O_WRONLY), sys.stdout.fileno())
    child = os.fork()
    if child == 0:
        host.say(str(os.getpid()))
        host.serve_on(*server)
    else:
        host.say(str(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main()
