"""Opening the database: SQLite or PostgreSQL, checked and migrated."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, SQLAlchemyError

from chabudai.server.logs import code_of
from chabudai.server.refusal import StartupFailed
from chabudai.server.store.diagnosis import explain_open_error, masked
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import is_made
from chabudai.server.store.sqlite import Sqlite

T = TypeVar("T")
Transaction = Callable[[Connection], T]
"""A function that runs in a transaction."""
FAILURES = (SQLAlchemyError, sqlite3.Error, OSError)
"""Errors that SQLAlchemy or its driver raises when the database fails."""
MIGRATING = 0x43484142
"""The key for the PostgreSQL advisory lock held during migrations."""


Database = Sqlite | Postgres


UNREADABLE = "The database's address cannot be read."


def where(db: str) -> URL:
    """Parse a database's address: a URL, or the path of a SQLite file. Raises StartupFailed."""
    kind, is_url, _ = db.partition(":")
    if is_url and kind in ("postgresql", "postgres", "sqlite") and "://" not in db:
        raise StartupFailed(f"The database's address cannot be read: it must begin with {kind}://.")
    try:
        db.encode()  # raises ValueError for bytes of the command line that are not UTF-8
        url = make_url(db if "://" in db else f"sqlite:///{db}")
        (url.host or "").encode("idna")
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise StartupFailed(UNREADABLE) from None
    # An @ in the host is the rest of a password with an unescaped @.
    if "\0" in (url.database or "") or "@" in (url.host or ""):
        raise StartupFailed(UNREADABLE)
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise StartupFailed("Tables are kept in a file: give the database a path.")
        return url.set(drivername="sqlite")
    if backend in ("postgresql", "postgres"):
        if url.port is not None and not 0 < url.port < 1 << 16:
            raise StartupFailed(f"The database's address cannot be read: {url.port} is not a port.")
        # asyncpg's parameter `ssl` is called `sslmode` in other programs.
        query = {"ssl" if key == "sslmode" else key: said for key, said in url.query.items()}
        return url.set(drivername="postgresql+asyncpg", query=query)
    raise StartupFailed(f"Tables are kept in SQLite or PostgreSQL, not in {backend}.")


async def open_database(db: str) -> Database:
    """Open a database, and create its tables if it is new. Raises StartupFailed."""
    return await open_prepared(where(db), create_tables)


async def open_existing(db: str) -> Database:
    """Open a database that this version has used, but create nothing. Raises StartupFailed."""
    return await open_prepared(existing(db), require_tables)


def existing(db: str) -> URL:
    """Parse a database's address, like `where`, but also raise StartupFailed if its file is
    missing.
    """
    url = where(db)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        raise StartupFailed(f"The database {url.database} does not exist.")
    return url


async def open_prepared(url: URL, prepare: Transaction[None]) -> Database:
    """Open the database at an address, and prepare it. Raises StartupFailed, with advice."""
    shown = url.render_as_string(hide_password=False).replace("+asyncpg", "")
    name = masked(shown)
    try:
        return await open_at(url, prepare)
    except StartupFailed as reason:
        raise StartupFailed(f"The database {name} cannot be opened: {reason}") from None
    except ImportError as missing:
        # SQLAlchemy sets no module name if greenlet is missing.
        package = missing.name or "greenlet"
        raise StartupFailed(
            f"PostgreSQL needs the package {package}: pip install 'chabudai[postgres]'."
        ) from None
    except (*FAILURES, TypeError) as error:
        if isinstance(error, TypeError) and not url.query:
            raise
        why = explain_open_error(url, error)
        raise StartupFailed(f"The database {name} cannot be opened: {why}.") from None


async def open_at(url: URL, prepare: Transaction[None]) -> Database:
    """Open the database at an address, and prepare it. Raises StartupFailed and the driver's
    errors.
    """
    database = Sqlite(url) if url.get_backend_name() == "sqlite" else Postgres(url)
    try:
        if isinstance(database, Postgres):
            await database.check_notifications()
        await database.transact(prepare)
    except BaseException:
        await database.close()
        raise
    return database


def is_data_error(error: Exception) -> bool:
    """Whether an error is caused by the data, not by the database."""
    bad = DataError | IntegrityError | sqlite3.DataError | sqlite3.IntegrityError
    refused = isinstance(error, bad) or code_of(error)[:2] in ("22", "23")
    return refused or not isinstance(error, FAILURES)


def is_file_error(error: Exception) -> bool:
    """Whether SQLite cannot use its file: the disk is full, or the file is locked, damaged or
    missing.
    """
    cause = getattr(error, "orig", None) or error
    about_file = isinstance(cause, sqlite3.OperationalError | OSError)
    return about_file or code_of(error) in ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def create_tables(connection: Connection) -> None:
    """Create the tables if the database is new. Raises StartupFailed if it has other tables."""
    if connection.dialect.name == "postgresql":
        # Wait if another server is creating the tables.
        connection.execute(text("SET LOCAL lock_timeout = 60000"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    if not is_made(connection):
        migrate(connection)


def require_tables(connection: Connection) -> None:
    """Raise StartupFailed unless the database has the tables of this version."""
    if not is_made(connection):
        raise StartupFailed("this version has not used it yet: start its server once.")


def migrate(connection: Connection) -> None:
    """Run the migrations that the database still needs."""
    # Import late: Alembic takes 0.1 s to import, and most starts do not need it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
