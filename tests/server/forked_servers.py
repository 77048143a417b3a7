"""Servers in processes of their own, to be killed: forked from one that has imported everything.

A server starts in some hundredths of a second that way, and not in half a second.
"""

import asyncio
import os
import shlex
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TextIO

from chabudai.games import GAMES
from tests.server import host

IMPORTED_LATE = ("alembic.command", "structlog", "uvicorn.lifespan.off")
"""What a server imports when it is needed,"""
FOR_POSTGRES = ("sqlalchemy.ext.asyncio", "sqlalchemy.dialects.postgresql.asyncpg", "asyncpg")
"""and for PostgreSQL only."""
START_S = 30.0
"""How long a server may take to start, in seconds."""


def start_process() -> "subprocess.Popen[str]":
    """The process that servers are forked from, one or several."""
    command = (sys.executable, "-m", "tests.server.forked_servers")
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True)


def reserve_port() -> socket.socket:
    """A port that a server may listen on and that nobody else is given while none does."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


@dataclass(slots=True)
class Servers:
    """Servers that are started one after the other on one port; `pid` is that of the one that runs
    (0: none). What they say comes through a pipe of their own.
    """

    db: str
    static: Path
    process: "subprocess.Popen[str]" = field(default_factory=start_process)
    port: socket.socket = field(default_factory=reserve_port)
    pid: int = 0
    said: TextIO = field(init=False)

    def __post_init__(self) -> None:
        os.mkfifo(self._pipe)
        self.said = os.fdopen(os.open(self._pipe, os.O_RDWR))

    @property
    def _pipe(self) -> Path:
        return self.static.with_name(f"said-{self.port.getsockname()[1]}")

    async def start(self, *more: str) -> str:
        """Start a server, told more as `host.py` says, and return its address."""
        assert self.process.stdin is not None
        port = str(self.port.getsockname()[1])
        self.process.stdin.write(
            shlex.join((str(self._pipe), port, self.db, str(self.static), *more)) + "\n"
        )
        self.process.stdin.flush()
        self.pid = int(await self._line())
        address = await self._line()
        assert address.startswith("http"), "the server did not start"
        return address

    async def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End the server; returns how it ended, as `os.waitpid` tells it."""
        if not self.pid:
            return 0
        os.kill(self.pid, how)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until the server has ended; returns as `end` does."""
        self.pid = 0
        return int(await self._line())

    async def close(self) -> None:
        """End the server, and the process it was forked from."""
        await self.end()
        self.process.communicate()
        self.said.close()
        self._pipe.unlink()
        self.port.close()

    async def _line(self) -> str:
        reading = asyncio.to_thread(self.said.readline)
        line = await asyncio.wait_for(reading, START_S)
        assert line, "the server did not start"
        return line.strip()


def main() -> None:
    """Fork a server for each line PIPE PORT DB STATIC [DIES], and tell there how it ended."""
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
    """Fork a server, and tell how it ended."""
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
