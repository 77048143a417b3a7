"""Backups of SQLite files, made while a server uses them."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from chabudai.server.refusal import StartupFailed
from chabudai.server.store.sqlite import check_file, journal_of, open_unchanged

Counts = Mapping[str, int]
"""Numbers of rows by table."""
BESIDE = ("", "-wal", "-shm", "-journal", "-server")
"""Suffixes of the files that belong to a database."""


def check_source(url: URL) -> Path:
    """Return the path of an existing database. Raises StartupFailed (also for the database of a
    newer version), OSError and SQLAlchemyError.
    """
    path = Path(url.database or "")
    check_file(path)
    if not path.exists():
        raise StartupFailed("it does not exist.")
    return path


def check_target(source: Path, to: Path) -> None:
    """Check that a new backup file can be written at `to`. Raises StartupFailed and OSError."""
    if to.is_dir():
        raise StartupFailed(f"{to} is a folder: name a file in it.")
    if not to.parent.is_dir():
        raise StartupFailed(f"the folder {to.parent} does not exist.")
    taken = {source.resolve().with_name(f"{source.resolve().name}{each}") for each in BESIDE}
    if to.parent.resolve() / to.name in taken or (to.exists() and to.samefile(source)):
        raise StartupFailed(f"{to} belongs to the database itself: choose another file.")
    if to.exists() or to.is_symlink():
        raise StartupFailed(f"{to} already exists: choose another name.")


def copy_database(source: Path, to: Path) -> Counts:
    """Copy one snapshot of a database to an empty file, check the copy, and return the number of
    rows in each table. A server may use the database meanwhile. Raises StartupFailed and
    sqlite3.Error.
    """
    is_locked, before = journal_of(source).exists(), source.stat()
    with closing(open_unchanged(source)) as database:
        database.execute("BEGIN")  # the snapshot that is counted and copied
        expected = count_rows(database)
        with closing(sqlite3.connect(to)) as copy:
            database.backup(copy)
    after = source.stat()
    # Without a journal, the file is read without locks.
    is_changed = (after.st_mtime_ns, after.st_size) != (before.st_mtime_ns, before.st_size)
    if not is_locked and (is_changed or journal_of(source).exists()):
        raise StartupFailed("a server has just started: try again.")
    if "log" not in expected:
        raise StartupFailed("it contains no tables yet.")
    if not is_whole(to, expected):
        raise StartupFailed("its copy is damaged, so it may be damaged: restore a backup.")
    return expected


def is_whole(copy: Path, expected: Counts) -> bool:
    """Whether a copy passes SQLite's checks and has the expected number of rows in each table."""
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True)) as database:
        try:
            (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            stray = database.execute("PRAGMA foreign_key_check").fetchone()
            return found == "ok" and stray is None and count_rows(database) == expected
        except sqlite3.DatabaseError:
            return False


def count_rows(database: sqlite3.Connection) -> Counts:
    """Return the number of rows in each of a database's tables."""
    tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    counts: dict[str, int] = {}
    for (name,) in tables.fetchall():
        query = f'SELECT count(*) FROM "{name}"'  # noqa: S608 - names of our own tables
        (counts[name],) = database.execute(query).fetchone()
    return counts
