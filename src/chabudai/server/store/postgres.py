"""PostgreSQL databases, which several servers can share."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import methodcaller
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Executable,
    Text,
    cast,
    event,
    func,
    literal_column,
    select,
    text,
)
from sqlalchemy.exc import InvalidatePoolError

from chabudai.server.refusal import StartupFailed
from chabudai.server.store.commit import Verdict, write
from chabudai.server.store.diagnosis import POOLED
from chabudai.server.tables.decide import Change

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

ANSWER_S = 15.0
"""Seconds after which a query to PostgreSQL times out."""
SESSION = {
    # A plan cached while a table was small would still scan the whole table after it has grown.
    "enable_seqscan": "off",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""Session settings. Queries use indexes, and a server that is suspended or disconnected does not
hold its locks for long. They are statements, because PgBouncer rejects startup parameters.
"""
SESSION_STATEMENTS = "; ".join(f"SET {name} = '{value}'" for name, value in SESSION.items())
PROBE = "chabudai_start"
"""A channel for one notification when a server starts."""
PROBE_S = 3.0
"""Seconds after which that notification counts as lost."""


class Postgres:
    """A PostgreSQL database, which several servers can share."""

    size = text("SELECT pg_database_size(current_database()) AS size")

    def __init__(self, url: URL) -> None:
        # Import late: SQLite does not need this part of SQLAlchemy, which lengthens the import by
        # half.
        from sqlalchemy.ext.asyncio import create_async_engine

        self.engine: AsyncEngine = create_async_engine(
            url,
            pool_size=6,
            max_overflow=5,
            pool_timeout=5.0,
            connect_args={"command_timeout": ANSWER_S},
        )
        event.listen(self.engine.sync_engine, "connect", begin_session)
        event.listen(self.engine.sync_engine, "checkout", leave_closed)

        self.at_once = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        """Like `engine`, but each statement is its own transaction."""

    async def write(self, changes: list[Change]) -> list[Verdict]:
        """Write all changes that have no conflict in one commit. Return the verdicts in order."""
        return await self.transact(partial(write, changes))

    async def transact(self, transaction: Callable[[Connection], T]) -> T:
        """Run a transaction, and return once it is on disk."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(transaction)

    async def rows(
        self, statements: tuple[Executable, ...], values: Mapping[str, object]
    ) -> list[Sequence[Any]]:
        """Return the rows of each statement, all from one snapshot. Several statements are sent as
        one, because round trips cost more than the lookups themselves.
        """
        async with self.at_once.connect() as connection:
            if len(statements) == 1:
                return [(await connection.execute(statements[0], values)).all()]
            (found,) = await connection.execute(as_one(statements), values)
            return [[SimpleNamespace(**row) for row in msgspec.json.decode(each)] for each in found]

    async def check_notifications(self) -> None:
        """Check that one connection can notify another. Raises StartupFailed if not."""
        heard = asyncio.Event()

        def hear(*notification: object) -> None:
            heard.set()

        async with self.at_once.connect() as one, self.at_once.connect() as other:
            driver: Any = (await one.get_raw_connection()).driver_connection
            await driver.add_listener(PROBE, hear)
            await other.execute(text(f"NOTIFY {PROBE}"))
            try:
                async with asyncio.timeout(PROBE_S):
                    await heard.wait()
            except TimeoutError:
                raise StartupFailed(f"{POOLED}.") from None
            finally:
                await driver.remove_listener(PROBE, hear)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


@cache
def as_one(statements: tuple[Any, ...]) -> Executable:
    """Combine statements into one that returns the rows of each as a JSON list of objects."""
    row: ColumnElement[Any] = literal_column("found")
    lists = (select(func.json_agg(row)).select_from(each.subquery("found")) for each in statements)
    texts = [func.coalesce(cast(each.scalar_subquery(), Text), "[]") for each in lists]
    return select(*texts)


def begin_session(connection: Any, record: object) -> None:
    """Set up a new connection's session."""
    connection.run_async(methodcaller("execute", SESSION_STATEMENTS))


def leave_closed(connection: Any, record: object, proxy: object) -> None:
    """Make the pool reconnect if the database has closed a connection. The alternative,
    `pool_pre_ping`, would take three round trips each time.
    """
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError
