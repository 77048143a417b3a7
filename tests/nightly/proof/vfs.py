"""SQLite with a file system that remembers every write and every sync, for the server's own store.

The standard library's SQLite takes no file system of ours, so apsw's stands in for it below
SQLAlchemy: the store's statements, pragmas and transactions are its own. Without shared memory a
journal in WAL mode needs `locking_mode = EXCLUSIVE`, which writes and syncs as other modes do.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import apsw
from sqlalchemy import Engine, event

NAME = "remembering"
BEFORE = ("PRAGMA locking_mode = EXCLUSIVE", "PRAGMA wal_autocheckpoint = 24")
"""Set before the server's own pragmas. The journal is taken into the file more often than usual, so
that a short run has many such moments.
"""


@dataclass(frozen=True, slots=True)
class Op:
    """Something done to a file, which is named by the end of its name, such as "-wal"."""

    kind: Literal["write", "truncate", "sync", "delete"]
    file: str
    at: int = 0
    data: bytes = b""


class Disk(apsw.VFS):
    """The usual file system, and all that is done in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.ops: list[Op] = []
        super().__init__(NAME, "")

    def xOpen(self, name: Any, flags: list[int]) -> "DiskFile":  # noqa: N802
        return DiskFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.ops.append(Op("delete", filename.removeprefix(self.path)))
        super().xDelete(filename, syncdir)


class DiskFile(apsw.VFSFile):
    """A file whose writes are remembered."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        filename = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.ops, self.file = disk.ops, str(filename).removeprefix(disk.path)
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        self.ops.append(Op("write", self.file, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.ops.append(Op("truncate", self.file, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Record the sync, without waiting for the disk."""
        self.ops.append(Op("sync", self.file))


class Cursor:
    """A cursor as SQLAlchemy wants it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._cursor = connection.cursor()
        self._cursor.exec_trace = self._describe
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid = 0
        self.arraysize = 1

    def _describe(self, cursor: apsw.Cursor, sql: str, values: Any) -> bool:
        columns = cursor.get_description()
        self.description = [(name, *(None,) * 6) for name, *_ in columns] or None
        return True

    def execute(self, sql: str, values: Sequence[Any] = ()) -> "Cursor":
        connection = self._cursor.connection
        before = connection.total_changes()
        self._rows = list(self._cursor.execute(sql, tuple(values)))
        self.rowcount = -1 if self.description else connection.total_changes() - before
        self.lastrowid = connection.last_insert_rowid()
        return self

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> "Cursor":
        changed = 0
        for values in rows:
            changed += max(0, self.execute(sql, values).rowcount)
        self.rowcount = changed
        return self

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._cursor.close()


class Connection:
    """A connection as SQLAlchemy wants it."""

    isolation_level: str | None = None

    def __init__(self, path: str) -> None:
        self._db = apsw.Connection(path, vfs=NAME)
        for pragma in BEFORE:
            self._db.execute(pragma)

    def cursor(self) -> Cursor:
        return Cursor(self._db)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        return self.cursor().execute(sql, values)

    def create_function(self, *_: Any, **__: Any) -> None:
        """Ignore SQLAlchemy's function for regular expressions."""

    def commit(self) -> None:
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()


@contextlib.contextmanager
def remembered(path: str) -> Iterator[Disk]:
    """Record all operations on the SQLite file at a path and its journals."""
    disk = Disk(path)

    def connect(*_: Any) -> Connection:
        return Connection(path)

    event.listen(Engine, "do_connect", connect)
    try:
        yield disk
    finally:
        event.remove(Engine, "do_connect", connect)
        disk.unregister()
