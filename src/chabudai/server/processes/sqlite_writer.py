"""The process that writes to a file of SQLite where many moves come together: for one server, or
for all the workers of one, whose batches then share a commit.

It knows nothing of tables: it is sent statements with their rows, and says whether all that they
change is on disk. `writer_process` is how a server knows it.
"""

import selectors
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path
from typing import TypeAlias

import msgspec

from chabudai.server.sqlite_file import (
    BEGIN_TO_WRITE,
    PRAGMAS,
    Identity,
    Turn,
    identity,
    journal_of,
)
from chabudai.server.temporary import SOCKET, temporary_folder

Value: TypeAlias = str | int | bool | None
Run: TypeAlias = tuple[str, tuple[tuple[Value, ...], ...]]
"""A statement, and the values of each of its rows."""
DONE, NOT_DONE = b"y", b"n"
"""The answers to a batch."""
SIZE_BYTES = 4
"""So many bytes before a batch say how many it has."""
READ_BYTES = 1024 * 1024
SAID_S = 0.5
"""Every so many seconds it says that it is there."""


class Batch(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is to be written to a file, as a whole or not at all.

    `identity` and `journal_identity` are those of the file which is meant by its path. Each UPDATE
    is to find as many rows as it has values for.
    """

    path: str
    identity: Identity
    journal_identity: Identity | None
    runs: tuple[Run, ...]


class WriterSocket:
    """Where the process listens. Only this user can connect."""

    def __init__(self) -> None:
        self._folder = ExitStack()
        self.path = str(self._folder.enter_context(temporary_folder()) / SOCKET)
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.path)
        self.listening.listen()

    def close(self) -> None:
        """Listen no more here; a process that was given the socket still does."""
        self.listening.close()
        self._folder.close()

    def __enter__(self) -> "WriterSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Writer:
    """Writes batches; keeps the file open from one to the next."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._files: tuple[Identity, Identity] | None = None
        self._connection = sqlite3.connect(":memory:")

    def write(self, batches: Sequence[Batch]) -> list[bytes]:
        """Write batches in one commit, or each by itself where they do not all fit. Returns the
        answer to each. NOT_DONE: nothing of it is stored, as far as is known.
        """
        if self._commit(batches):
            return [DONE] * len(batches)
        if len(batches) == 1:
            return [NOT_DONE]
        return [DONE if self._commit([each]) else NOT_DONE for each in batches]

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _commit(self, batches: Sequence[Batch]) -> bool:
        """Write batches. Returns whether they are on disk."""
        try:
            if not all(map(self._is_open, batches)):
                return False
            with self._turn(), self._connection:
                self._connection.execute(BEGIN_TO_WRITE)
                if not all(run(self._connection, each) for batch in batches for each in batch.runs):
                    self._connection.rollback()
                    return False
            # What was written to a file that has been deleted or replaced is lost.
            return all(map(self._is_open, batches))
        except (sqlite3.Error, OSError):
            return False

    def _is_open(self, batch: Batch) -> bool:
        """Open a batch's file, unless it is. Returns whether it is the one that is meant."""
        path = Path(batch.path)
        files = identity(path), identity(journal_of(path))
        if files != (batch.identity, batch.journal_identity):
            return False
        if files != self._files:
            self._connection.close()
            self._connection = sqlite3.connect(batch.path, isolation_level=None)
            for pragma in PRAGMAS:
                self._connection.execute(pragma)
            self._files = files
        return True


def run(connection: sqlite3.Connection, each: Run) -> bool:
    """Run a statement with its rows. Returns whether it fits. Raises sqlite3.Error."""
    statement, rows = each
    found = connection.executemany(statement, rows).rowcount
    return found == len(rows) or not statement.startswith("UPDATE")


def write_on(listening: socket.socket, turn: Turn, alive: int, say: Callable[[], object]) -> None:
    """Write what comes over connections to `listening`, each time in a turn, until the file `alive`
    comes to its end. Calls `say` at once, and then every SAID_S.
    """
    said, halves = 0.0, dict[socket.socket, bytes]()
    with selectors.DefaultSelector() as selector, closing(Writer(turn)) as writer:
        selector.register(listening, selectors.EVENT_READ)
        selector.register(alive, selectors.EVENT_READ)
        while True:
            if time.monotonic() - said >= SAID_S:
                said = time.monotonic()
                say()
            ready = [key.fileobj for key, _ in selector.select(SAID_S)]
            if alive in ready:
                break
            if listening in ready:
                connection, _ = listening.accept()
                halves[connection] = b""
                selector.register(connection, selectors.EVENT_READ)
            for ended in write_what_came(
                [each for each in halves if each in ready], halves, writer
            ):
                selector.unregister(ended)
                del halves[ended]
                ended.close()
    for connection in halves:
        connection.close()


def write_what_came(
    ready: Sequence[socket.socket], halves: dict[socket.socket, bytes], writer: Writer
) -> set[socket.socket]:
    """Write the batches that are whole with what came over these connections, and answer them;
    `halves` is what has come of others. Returns the connections that have come to their end.
    """
    came: list[tuple[socket.socket, Batch]] = []
    ended = set[socket.socket]()
    for each in ready:
        try:
            read = each.recv(READ_BYTES)
            batches, halves[each] = whole(halves[each] + read)
            came += [(each, batch) for batch in batches]
        except (OSError, msgspec.MsgspecError):
            read = b""
        if not read:
            ended.add(each)
    answers = writer.write([batch for _, batch in came]) if came else []
    for (each, _), answer in zip(came, answers, strict=True):
        try:
            each.sendall(answer)
        except OSError:
            ended.add(each)
    return ended


def whole(come: bytes) -> tuple[list[Batch], bytes]:
    """The batches that have come, and the rest. Raises MsgspecError."""
    batches, rest = list[Batch](), memoryview(come)
    while len(rest) >= SIZE_BYTES:
        end = SIZE_BYTES + int.from_bytes(rest[:SIZE_BYTES], "big")
        if len(rest) < end:
            break
        batches.append(msgspec.msgpack.decode(rest[SIZE_BYTES:end], type=Batch))
        rest = rest[end:]
    return batches, bytes(rest)


def main() -> None:
    """Write for the server that started this process, until it closes standard input."""
    write_on(socket.socket(fileno=int(sys.argv[1])), nullcontext, sys.stdin.fileno(), bool)


if __name__ == "__main__":
    main()
