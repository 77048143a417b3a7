"""Opening the database: SQLite or PostgreSQL, checked and migrated."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, SQLAlchemyError

from chabudai.server import sqlite_file
from chabudai.server.logs import code_of, logger
from chabudai.server.refusal import CannotStart
from chabudai.server.sqlite_file import BEGIN_TO_WRITE, Identity, Turn, identity, journal_of
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import REVISIONS
from chabudai.server.store.unopened import why_closed

T = TypeVar("T")
Transaction = Callable[[Connection], T]
"""A function that is run in one transaction."""
FAILURES = (SQLAlchemyError, sqlite3.Error, OSError)
"""What is raised where a database fails, by SQLAlchemy or by the driver below it."""
MIGRATING = 0x43484142
"""The advisory lock of PostgreSQL under which one server migrates."""


class Sqlite:
    """A file of SQLite, written in one thread and read in another.

    A transaction is one trip to its thread: a trip for every call, as drivers for asyncio make it,
    costs several times what SQLite itself does. The writer takes the file's write lock when it
    begins, so that it never fails half-way. `turn` is what a transaction that writes is run in,
    where other processes write to the file, too.
    """

    size = text(
        "SELECT (page_count - freelist_count) * page_size AS size"
        " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
    )

    def __init__(self, url: URL, turn: Turn = nullcontext) -> None:
        self.path = Path(url.database or "")
        self._turn = turn
        self.identity = create_file(self.path)
        self.journal_identity: Identity | None = None
        self._journal = journal_of(self.path)
        self._writer = Held(sqlite_engine(url, BEGIN_TO_WRITE))
        self._reader = Held(sqlite_engine(url, "BEGIN"))
        self._writing = ThreadPoolExecutor(1, "writer")
        self._reading = ThreadPoolExecutor(1, "reader")

    async def write(self, transaction: Transaction[T]) -> T:
        """Run a transaction; it is on disk when this returns.

        Raises OSError if the file or its journal has been deleted or replaced: what is written to
        it is lost.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writing, self._write, transaction)

    def _write(self, transaction: Transaction[T]) -> T:
        self._check_files()
        with self._turn():
            result = self._writer.run(transaction)
        if self.journal_identity is None:
            self.journal_identity = identity(self._journal)
        self._check_files()
        return result

    def _check_files(self) -> None:
        """Check that the file is there, and the journal that the writer's connection has. What was
        committed in another is saved in the file.
        """
        if identity(self.path) != self.identity:
            raise FileNotFoundError(f"{self.path} has been deleted or replaced")
        if not self._writer.is_open:
            self.journal_identity = None
        if self.journal_identity is not None and not self._has_journal():
            self._writer.carry_over()
            raise FileNotFoundError(f"{self._journal} has been deleted or replaced: start again")

    def _has_journal(self) -> bool:
        with suppress(FileNotFoundError):
            return identity(self._journal) == self.journal_identity
        return False

    async def rows(
        self, statements: tuple[Executable, ...], values: Mapping[str, object]
    ) -> list[Sequence[Any]]:
        """The rows that each statement finds with these values, all from one snapshot."""

        def work(connection: Connection) -> list[Sequence[Any]]:
            return [connection.execute(each, values).all() for each in statements]

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._reader.run, work)

    async def close(self) -> None:
        """Close the file and end both threads."""
        for held, thread in ((self._reader, self._reading), (self._writer, self._writing)):
            await asyncio.get_running_loop().run_in_executor(thread, held.close)
            thread.shutdown()


def create_file(path: Path) -> Identity:
    """Create a file that only its owner may read, or keep others from one of ours and from its
    journal: it holds all secrets. Returns its identity. Raises CannotStart, OSError and
    sqlite3.Error, and leaves as it is what is no database of ours.
    """
    check_file(path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    journal = journal_of(path)
    if not journal.exists():  # else the file alone does not tell what it holds
        unchanged = f"{path.absolute().as_uri()}?immutable=1"
        with closing(sqlite3.connect(unchanged, uri=True)) as file:
            tables = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            is_ours([name for (name,) in tables])
    for each in (path, journal, Path(f"{path}-shm")):
        with suppress(FileNotFoundError):
            keep_from_others(each)
    return identity(path)


def keep_from_others(path: Path) -> None:
    """Let only its owner use a file, and log where that was not so. Raises FileNotFoundError."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name != "posix" or not mode & 0o077:
        return
    try:
        path.chmod(mode & 0o700)
        logger().warning("database_was_open_to_others", mode=f"{mode:o}")
    except PermissionError:  # it is somebody else's file, and for them to say
        logger().warning("database_is_open_to_others", mode=f"{mode:o}")


class Held:
    """A connection that is kept from one transaction to the next, unless one fails: to take it from
    its engine and give it back costs more than an empty transaction.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def run(self, transaction: Transaction[T]) -> T:
        """Run a transaction."""
        connection = self._connection = self._connection or self._engine.connect()
        try:
            with connection.begin():
                return transaction(connection)
        except BaseException:
            self._give_back()
            raise

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._connection is not None

    def carry_over(self) -> None:
        """Write what is in the journal of the connection to the file."""
        if self._connection is not None:
            driver: Any = self._connection.connection.driver_connection
            driver.execute("PRAGMA wal_checkpoint(FULL)")

    def close(self) -> None:
        """Close the connection."""
        self._give_back()
        self._engine.dispose()

    def _give_back(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def sqlite_engine(url: URL, begin: str) -> Engine:
    """A connection to a SQLite file whose transactions start with `begin`."""
    engine = create_engine(url, pool_size=1, max_overflow=0)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        connection.isolation_level = None
        for pragma in sqlite_file.PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.execute(begin)

    return engine


Database = Sqlite | Postgres


UNREADABLE = "The database's address cannot be read."


def where(db: str) -> URL:
    """The address of a database: a URL, or the path of a SQLite file. Raises CannotStart."""
    kind, is_url, _ = db.partition(":")
    if is_url and kind in ("postgresql", "postgres", "sqlite") and "://" not in db:
        raise CannotStart(f"The database's address cannot be read: one begins with {kind}://.")
    try:
        db.encode()  # raises ValueError for bytes of the command line that are not UTF-8
        url = make_url(db if "://" in db else f"sqlite:///{db}")
        (url.host or "").encode("idna")
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise CannotStart(UNREADABLE) from None
    if "\0" in (url.database or ""):
        raise CannotStart(UNREADABLE)
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise CannotStart("Tables are kept in a file: give the database a path.")
        return url.set(drivername="sqlite")
    if backend in ("postgresql", "postgres"):
        if url.port is not None and not 0 < url.port < 1 << 16:
            raise CannotStart(f"The database's address cannot be read: {url.port} is no port.")
        # Other programs' name for it.
        query = {"ssl" if key == "sslmode" else key: said for key, said in url.query.items()}
        return url.set(drivername="postgresql+asyncpg", query=query)
    raise CannotStart(f"Tables are kept in SQLite or PostgreSQL, not in {backend}.")


async def open_database(db: str, turn: Turn = nullcontext) -> Database:
    """Open a database; create or migrate its tables if needed. Raises CannotStart."""
    url = where(db)
    name = url.render_as_string(hide_password=True).replace("+asyncpg", "")
    try:
        return await brought_up_to_date(url, turn)
    except CannotStart as reason:
        raise CannotStart(f"The database {name} cannot be opened: {reason}") from None
    except ImportError as missing:
        # SQLAlchemy names no module where it is greenlet that it misses.
        package = missing.name or "greenlet"
        raise CannotStart(
            f"PostgreSQL needs the package {package}: pip install 'chabudai[postgres]'."
        ) from None
    except (*FAILURES, TypeError) as error:
        if isinstance(error, TypeError) and not url.query:
            raise
        why = why_closed(url, error)
        raise CannotStart(f"The database {name} cannot be opened: {why}.") from None


async def brought_up_to_date(url: URL, turn: Turn) -> Database:
    """The database at an address, with today's tables. Raises CannotStart, and whatever the driver
    raises.
    """
    database = Sqlite(url, turn) if url.get_backend_name() == "sqlite" else Postgres(url)
    try:
        await database.write(bring_up_to_date)
    except BaseException:
        await database.close()
        raise
    return database


def check_file(path: Path) -> None:
    """Check that a SQLite file can be at this path. Raises CannotStart, or OSError."""
    if path.is_dir():
        raise CannotStart("it is a folder.")
    try:
        folder = path.absolute().parent
    except FileNotFoundError:
        raise CannotStart("the folder that you are in does not exist any more.") from None
    if not folder.is_dir():
        raise CannotStart("its folder does not exist.")


def is_about_data(error: Exception) -> bool:
    """Whether an error is about what was to be written, and not about the database."""
    bad = DataError | IntegrityError | sqlite3.DataError | sqlite3.IntegrityError
    refused = isinstance(error, bad) or code_of(error)[:2] in ("22", "23")
    return refused or not isinstance(error, FAILURES)


def is_about_file(error: Exception) -> bool:
    """Whether an error is about a file of SQLite, whatever was to be written: its disk is full, it
    is locked, damaged or gone.
    """
    cause = getattr(error, "orig", None) or error
    about_file = isinstance(cause, sqlite3.OperationalError | OSError)
    return about_file or code_of(error) in ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def bring_up_to_date(connection: Connection) -> None:
    """Run the revisions that are missing. Raises CannotStart for another program's database."""
    if connection.dialect.name == "postgresql":
        # Another server that migrates is waited for.
        connection.execute(text("SET LOCAL lock_timeout = 60000"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    if is_ours(inspect(connection).get_table_names()):
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version == REVISIONS[-1]:
            return
        if version not in REVISIONS:
            _, _, oldest = str(version).partition(".")
            if oldest in {each.partition(".")[0] for each in REVISIONS}:
                return  # a newer server has added to it
            raise CannotStart("it was made by a newer chabudai.")
    migrate(connection)


def is_ours(tables: Collection[str]) -> bool:
    """Whether these are the tables of a database of ours; there are none in a new one. Raises
    CannotStart for another program's.
    """
    ours = {"alembic_version", "log"} <= set(tables)
    if tables and not ours:
        raise CannotStart("it holds something else.")
    return ours


def migrate(connection: Connection) -> None:
    """Run the revisions that are missing."""
    # Alembic takes a tenth of a second to import, and most starts do not need it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
