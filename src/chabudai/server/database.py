"""The database: opened, found to be ours, and brought up to date."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from chabudai.server.schema import REVISIONS

PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
MIGRATING = 0x43484142
"""The advisory lock of PostgreSQL under which one server migrates."""


class Refusal(Exception):
    """Why a server cannot start, as a sentence."""


class Database:
    """Connections for the one writer, and for readers.

    On SQLite the writer takes the file's write lock when it begins, so it never fails half-way.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            self.writer = sqlite_engine(url, "BEGIN IMMEDIATE", 1)
            self.reader = sqlite_engine(url, "BEGIN", 4)
        else:
            self.writer = self.reader = create_async_engine(url, pool_size=5, max_overflow=5)

    async def close(self) -> None:
        """Give every connection back."""
        await self.writer.dispose()
        await self.reader.dispose()


def sqlite_engine(url: URL, begin: str, connections: int) -> AsyncEngine:
    """Connections to a SQLite file whose transactions start with `begin`."""
    engine = create_async_engine(url, pool_size=connections, max_overflow=0)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def where(db: str) -> URL:
    """The address of a database: a URL, or the path of a SQLite file. Raises Refusal."""
    try:
        url = make_url(db if "://" in db else f"sqlite:///{db}")
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise Refusal("The database's address cannot be read.") from None
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise Refusal("Tables are kept in a file: give the database a path.")
        return url.set(drivername="sqlite+aiosqlite")
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    raise Refusal(f"Tables are kept in SQLite or PostgreSQL, not in {backend}.")


async def open_database(db: str) -> Database:
    """Open a database, make it or bring it up to date. Raises Refusal."""
    url = where(db)
    name = (
        url.render_as_string(hide_password=True).replace("+aiosqlite", "").replace("+asyncpg", "")
    )
    if url.get_backend_name() == "sqlite" and url.database:
        check_file(Path(url.database))
    try:
        database = Database(url)
    except ModuleNotFoundError as missing:
        raise Refusal(
            f"PostgreSQL needs the package {missing.name}: pip install 'chabudai[postgres]'."
        ) from None
    try:
        async with database.writer.begin() as connection:
            if not database.is_sqlite:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            await connection.run_sync(bring_up_to_date)
    except Refusal as refusal:
        await database.close()
        raise Refusal(f"The database {name} cannot be used: {refusal}") from None
    except (SQLAlchemyError, OSError, sqlite3.Error) as error:
        await database.close()
        raise Refusal(f"The database {name} cannot be opened: {first_line(error)}.") from None
    return database


def check_file(path: Path) -> None:
    """Raises Refusal where no SQLite file can be."""
    if path.is_dir():
        raise Refusal(f"The database {path} cannot be opened: it is a folder.")
    if not path.absolute().parent.is_dir():
        raise Refusal(f"The database {path} cannot be opened: its folder does not exist.")


def first_line(error: Exception) -> str:
    """What a database says is wrong, without the statement that found it out."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0].rstrip(".") if str(cause).strip() else "no answer"


def bring_up_to_date(connection: Connection) -> None:
    """Run the revisions that are missing. Raises Refusal for what is not ours to touch."""
    names = set(inspect(connection).get_table_names())
    if "alembic_version" in names and "log" in names:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version == REVISIONS[-1]:
            return
        if version not in REVISIONS:
            raise Refusal("it was made by a newer chabudai.")
    elif names:
        raise Refusal("it holds something else.")
    migrate(connection)


def migrate(connection: Connection) -> None:
    """Run the revisions that are missing."""
    # Alembic takes a tenth of a second to import, and most starts do not need it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
