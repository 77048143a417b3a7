"""SQLite databases: one file, used by one process. One thread writes, and another reads."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    NullPool,
    create_engine,
    event,
    text,
)

from chabudai.server.logs import logger
from chabudai.server.refusal import StartupFailed
from chabudai.server.store.commit import Verdict, write
from chabudai.server.store.schema import is_made
from chabudai.server.tables.decide import Change

T = TypeVar("T")
JOURNAL_BYTES = 4 * 1024 * 1024
"""Bytes to which an unused journal is truncated: SQLite's checkpoint interval of 1,000 pages."""
PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    f"PRAGMA journal_size_limit = {JOURNAL_BYTES}",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
BEGIN_TO_WRITE = "BEGIN IMMEDIATE"
MOUNTS = Path("/proc/self/mountinfo")
"""Linux's list of mounted disks."""
NETWORK_DISKS = (
    *("afs", "ceph", "cifs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3"),
    *("smbfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"),
)
"""File systems on other computers. They do not share memory, so two servers there could both write
to a file in WAL mode.
"""
Identity = tuple[int, int]
"""A file's device and inode number."""


class Sqlite:
    """A SQLite file that only this process uses. Raises StartupFailed if another server uses it.

    A write transaction takes the lock when it begins, so that it cannot fail halfway.
    """

    size = text(
        "SELECT (page_count - freelist_count) * page_size AS size"
        " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
    )

    def __init__(self, url: URL) -> None:
        self.path = Path(url.database or "")
        check_file(self.path)
        check_disk(self.path.absolute().parent)
        self.identity = create_file(self.path)
        self._lock = lock(self.path)
        self.journal_identity: Identity | None = None
        self._journal = journal_of(self.path)
        self._writer = sqlite_engine(url, BEGIN_TO_WRITE)
        self._reader = sqlite_engine(url, "BEGIN")
        self._writing = ThreadPoolExecutor(1, "writer")
        self._reading = ThreadPoolExecutor(1, "reader")

    async def write(self, changes: list[Change]) -> list[Verdict]:
        """Write all changes that have no conflict in one commit. Return the verdicts in order."""
        return await self.transact(partial(write, changes))

    async def transact(self, transaction: Callable[[Connection], T]) -> T:
        """Run a transaction, and return once it is on disk. Raises OSError if the file or its
        journal has been deleted or replaced.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writing, self._transact, transaction)

    def _transact(self, transaction: Callable[[Connection], T]) -> T:
        self._check_files()
        with self._writer.begin() as connection:
            result = transaction(connection)
        if self.journal_identity is None:
            self.journal_identity = identity(self._journal)
        self._check_files()
        return result

    def _check_files(self) -> None:
        """Check that the database file and the writer's journal have not been replaced. If the
        journal has been replaced, save its commits in the file. Raises FileNotFoundError.
        """
        if identity(self.path) != self.identity:
            raise FileNotFoundError(f"{self.path} has been deleted or replaced")
        if self.journal_identity not in (None, identity(self._journal)):
            with self._writer.connect() as connection:
                driver: Any = connection.connection.driver_connection
                driver.execute("PRAGMA wal_checkpoint(FULL)")
            raise FileNotFoundError(f"{self._journal} has been deleted or replaced: start again")

    async def rows(
        self, statements: tuple[Executable, ...], values: Mapping[str, object]
    ) -> list[Sequence[Any]]:
        """Return the rows of each statement, all from one snapshot."""

        def work() -> list[Sequence[Any]]:
            with self._reader.begin() as connection:
                return [connection.execute(each, values).all() for each in statements]

        return await asyncio.get_running_loop().run_in_executor(self._reading, work)

    async def compact(self) -> None:
        """Rewrite the file without deleted data. Raises sqlite3.Error and OSError."""
        await asyncio.get_running_loop().run_in_executor(self._writing, self._compact)

    def _compact(self) -> None:
        with self._writer.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("VACUUM")
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Close the file and end both threads."""
        for engine, thread in ((self._reader, self._reading), (self._writer, self._writing)):
            await asyncio.get_running_loop().run_in_executor(thread, engine.dispose)
            thread.shutdown()
        self._lock.close()


def lock(path: Path) -> sqlite3.Connection:
    """Lock a database until the returned connection is closed or the process ends. The lock is held
    on a second SQLite file. Raises StartupFailed if another server has locked it.
    """
    connection = sqlite3.connect(
        path.with_name(f"{path.name}-server"), timeout=0, check_same_thread=False
    )
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise StartupFailed(
            "another server has it open: end that first, or choose another file with --db. Several "
            "servers with the same tables need a PostgreSQL (--db postgresql://…)."
        ) from None
    return connection


def identity(path: Path) -> Identity | None:
    """Return the identity of the file at this path, or None if it does not exist."""
    with suppress(FileNotFoundError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None


def journal_of(path: Path) -> Path:
    """Return the path of a file's write-ahead log. Only the log contains the latest commits."""
    return path.with_name(f"{path.name}-wal")


def create_file(path: Path) -> Identity | None:
    """Create a file that only its owner may use, since it contains all secrets, or restrict an
    existing file. Return its identity.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (path, journal_of(path), Path(f"{path}-shm")):
        with suppress(FileNotFoundError):
            keep_from_others(each)
    return identity(path)


def keep_from_others(path: Path) -> None:
    """Restrict a file to its owner, and log a warning if others had access. Raises
    FileNotFoundError.
    """
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name != "posix" or not mode & 0o077:
        return
    try:
        path.chmod(mode & 0o700)
        logger().warning("database_was_open_to_others", mode=f"{mode:o}")
    except PermissionError:  # the file has another owner
        logger().warning("database_is_open_to_others", mode=f"{mode:o}")


def sqlite_engine(url: URL, begin: str) -> Engine:
    """Return an engine for a SQLite file. Its transactions start with the statement `begin`."""
    engine = create_engine(url, pool_size=1, max_overflow=0)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.execute(begin)

    return engine


def check_file(path: Path) -> None:
    """Check, without creating files, that this path is usable for a SQLite file. If one exists,
    check that it has our tables. Raises StartupFailed, OSError and SQLAlchemyError.
    """
    if path.is_dir():
        raise StartupFailed("it is a folder.")
    try:
        folder = path.absolute().parent
    except FileNotFoundError:
        raise StartupFailed("your current folder no longer exists.") from None
    if not folder.is_dir():
        raise StartupFailed("its folder does not exist.")
    if path.exists():
        connect = partial(open_unchanged, path)
        with create_engine("sqlite://", creator=connect, poolclass=NullPool).connect() as file:
            is_made(file)


def check_disk(folder: Path) -> None:
    """Raise StartupFailed if a folder is known to be on a network disk."""
    status = folder.stat()
    device = f"{os.major(status.st_dev)}:{os.minor(status.st_dev)}"
    with suppress(FileNotFoundError):  # not Linux
        for line in MOUNTS.read_text(errors="replace").splitlines():
            mount, _, disk = line.partition(" - ")
            kind = disk.split(" ", 1)[0]
            if mount.split(" ", 3)[2:3] == [device] and kind in NETWORK_DISKS:
                raise StartupFailed(
                    f"it is on a network disk ({kind}): choose a file on a disk of this computer, "
                    "or a PostgreSQL, with --db."
                )


def open_unchanged(path: Path) -> sqlite3.Connection:
    """Open a SQLite file to read it, without creating files. Raises sqlite3.Error."""
    # If a journal exists, the file alone may be incomplete.
    how = "mode=ro" if journal_of(path).exists() else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)
