"""The workers of one server as one of them knows the others: a line to each for hints, for numbers,
and for connections, which are handed to the worker at which their table is played.

Nothing depends on what is said here. A hint that is lost is made up for by `Watchdog`; a connection
that cannot be handed on is served where it came in.
"""

import asyncio
import socket
import tempfile
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from functools import partial
from mmap import mmap
from typing import Any, TypeAlias
from zlib import crc32

from chabudai.core import Rng
from chabudai.server.limits import SHARED_BYTES
from chabudai.server.processes.sqlite_writer import WriterSocket

HINTS, CONNECTION, ASK = b"h", b"c", b"?"
"""What a message is, by its first byte."""
MESSAGE_BYTES = 128 * 1024
"""The most bytes of a message."""
PATIENCE_S = 1.0
"""How long the numbers of the others are waited for."""
Adopt: TypeAlias = Callable[[socket.socket, bytes], Coroutine[Any, Any, None]]
"""Serves a connection of which the head of a request has been read."""


class Family:
    """What the workers of a server share, made before the first of them is forked."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.lines = [line() for _ in range(count)]
        """By worker: where the others write, and where it reads. What it has not read when it dies
        is for the one that replaces it."""
        self.up = mmap(-1, count)
        """By worker, whether it serves."""
        self.visited = mmap(-1, count)
        """By worker, whether sockets follow a table there that is played at another one."""
        self.limits = mmap(-1, SHARED_BYTES)
        self.writer = WriterSocket()
        self.writing = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the server

    def close(self) -> None:
        """Close the lines."""
        for end in (end for line in self.lines for end in line):
            end.close()
        self.writer.close()
        self.writing.close()

    @contextmanager
    def turn(self) -> Generator[None]:
        """Wait until no other worker writes to the file of the tables. SQLite would only look again
        from time to time, and whoever looks at the wrong times waits for long.
        """
        import fcntl

        fcntl.lockf(self.writing, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self.writing, fcntl.LOCK_UN)


def line() -> tuple[socket.socket, socket.socket]:
    """Where messages are written, and where they are read."""
    there, here = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    there.setblocking(False)
    here.setblocking(False)
    there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MESSAGE_BYTES)
    return there, here


class Siblings:
    """The workers of a server, as the one with the number `own` knows them."""

    def __init__(self, family: Family, own: int) -> None:
        self.family = family
        self.own = own
        self._visitors = 0
        self._next_home = own
        self._adopting: set[asyncio.Task[None]] = set()

    def listen(
        self, hear: Callable[[str], None], adopt: Adopt, numbers: Callable[[], bytes]
    ) -> None:
        """Be there for the others: call `hear` with their hints and `adopt` with the connections
        that they hand over, and answer with `numbers`.
        """
        here = self.family.lines[self.own][1]
        take = partial(self._take, hear, adopt, numbers)
        asyncio.get_running_loop().add_reader(here.fileno(), take)
        self.family.visited[self.own] = 0  # those of the one that it replaces have gone
        self.family.up[self.own] = 1

    def leave(self) -> None:
        """Take no more connections."""
        self.family.up[self.own] = 0

    def _others(self) -> list[int]:
        there = range(self.family.count)
        return [each for each in there if each != self.own and self.family.up[each]]

    def home(self, table_id: str) -> int:
        """The worker at which a table is played, if it is there."""
        return crc32(table_id.encode()) % self.family.count

    def by_turns(self, draw: Callable[[Rng], str], rng: Rng) -> str:
        """An id that `draw` gives for a new table: each worker in turn is where it is played."""
        self._next_home = (self._next_home + 1) % self.family.count
        while self.home(table_id := draw(rng)) != self._next_home:
            pass
        return table_id

    @contextmanager
    def follow(self, table_id: str) -> Generator[None]:
        """Have the others know that a socket follows a table here, if it is not at home here."""
        visitors = int(self.home(table_id) != self.own)
        self._visitors += visitors
        self.family.visited[self.own] = self._visitors > 0
        try:
            yield
        finally:
            self._visitors -= visitors
            self.family.visited[self.own] = self._visitors > 0

    def may_follow(self, table_id: str) -> bool:
        """Whether another worker may follow this table."""
        visited = self.family.visited
        return self.home(table_id) != self.own or sum(visited[:]) > visited[self.own]

    def tell(self, hints: str) -> None:
        """Send hints to the others, as far as they have room for them."""
        for each in self._others():
            self._send(each, HINTS + hints.encode())

    def _send(self, to: int, message: bytes, *files: int) -> bool:
        """Send a message, with open files. Returns whether there was room for it."""
        there = self.family.lines[to][0]
        try:
            if files:
                socket.send_fds(there, [message], files)
            else:
                there.send(message)
        except OSError:
            return False
        return True

    def hand_on(self, path: str, head: bytes, connection: int) -> bool:
        """Hand a WebSocket to the worker at which the table of its path is played, if that is
        another one. `head` is its request. Returns whether it is there now.

        So those at one table are told at once of every move, and the table is in memory once.
        """
        home = self.home(path.rpartition("/")[2])
        if home == self.own or not self.family.up[home]:
            return False
        return self._send(home, CONNECTION + head, connection)

    def _take(
        self, hear: Callable[[str], None], adopt: Adopt, numbers: Callable[[], bytes]
    ) -> None:
        """Read a message."""
        here = self.family.lines[self.own][1]
        with suppress(BlockingIOError):
            message, files, _, _ = socket.recv_fds(here, MESSAGE_BYTES, 1)
            kind, text = message[:1], message[1:]
            if kind == CONNECTION and files:  # there are none where too many are open here
                task = asyncio.create_task(adopt(socket.socket(fileno=files[0]), text))
                self._adopting.add(task)
                task.add_done_callback(self._adopting.discard)
            elif kind == HINTS:
                hear(text.decode())
            elif kind == ASK and files:
                with socket.socket(fileno=files[0]) as asker, suppress(OSError):
                    asker.send(b"%d\n" % self.own + numbers())

    async def numbers(self, own: bytes) -> dict[int, bytes]:
        """By worker, its metrics: `own`, and those of the others who answer soon."""
        pages, others, (there, here) = {self.own: own}, self._others(), line()
        with there, here, suppress(TimeoutError):  # one of them is busy, or gone
            for each in others:
                self._send(each, ASK, there.fileno())
            async with asyncio.timeout(PATIENCE_S):
                while not set(others) <= set(pages):
                    answer = await asyncio.get_running_loop().sock_recv(here, MESSAGE_BYTES)
                    worker, _, page = answer.partition(b"\n")
                    pages[int(worker)] = page
        return dict(sorted(pages.items()))
