"""SQLite on a file system that records every write and every sync, for the server's own store.

The standard library's SQLite cannot use a custom file system, so apsw replaces it below SQLAlchemy.
The statements, pragmas and transactions are still the store's own. Without shared memory, a journal
in WAL mode needs `locking_mode = EXCLUSIVE`, which does not change its writes and syncs.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import apsw
from sqlalchemy import Engine, event

NAME = "remembering"
BEFORE = ("PRAGMA locking_mode = EXCLUSIVE", "PRAGMA wal_autocheckpoint = 24")
"""Pragmas that run before the server's own. Even a short run has many checkpoints."""


@dataclass(frozen=True, slots=True)
class Op:
    """A file operation. `file` is the end of the file's name, such as "-wal"."""

    kind: Literal["write", "truncate", "sync", "delete"]
    file: str
    at: int = 0
    data: bytes = b""


class Disk(apsw.VFS):
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


class Cursor(apsw.Cursor):
    """A cursor with the additional attributes that SQLAlchemy needs."""

    description: Any = None
    rowcount = -1
    lastrowid = 0

    def execute(self, sql: str, values: Sequence[Any] = ()) -> "Cursor":  # type: ignore[override]
        self.exec_trace = self._describe
        before = self.connection.total_changes()
        self._rows: list[Any] = list(super().execute(sql, tuple(values)))
        self.rowcount = -1 if self.description else self.connection.total_changes() - before
        self.lastrowid = self.connection.last_insert_rowid()
        return self

    def _describe(self, cursor: apsw.Cursor, sql: str, values: Any) -> bool:
        columns = cursor.get_description()
        self.description = [(name, *(None,) * 6) for name, *_ in columns] or None
        return True

    def executemany(self, sql: str, rows: Sequence[Any]) -> "Cursor":  # type: ignore[override]
        self.rowcount = sum(max(0, self.execute(sql, values).rowcount) for values in rows)
        return self

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None


class Connection(apsw.Connection):
    """A connection with the additional attributes that SQLAlchemy needs."""

    isolation_level: str | None = None

    def __init__(self, path: str) -> None:
        super().__init__(path, vfs=NAME)
        for pragma in BEFORE:
            self.execute(pragma)
        self.cursor_factory = Cursor

    def create_function(self, *_: Any, **__: Any) -> None:
        """Ignore SQLAlchemy's function for regular expressions, which the store does not use."""

    def commit(self) -> None:
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.in_transaction:
            self.execute("ROLLBACK")


@contextlib.contextmanager
def remembered(path: str) -> Iterator[Disk]:
    """Record all operations on the SQLite file at a path, and on its journals."""
    disk = Disk(path)

    def connect(*_: Any) -> Connection:
        return Connection(path)

    event.listen(Engine, "do_connect", connect)
    try:
        yield disk
    finally:
        event.remove(Engine, "do_connect", connect)
        disk.unregister()
