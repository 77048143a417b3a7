"""A PostgreSQL, which several servers may share."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
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

from chabudai.server.store.commit import Verdict, write
from chabudai.server.tables.decide import Change

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

ANSWER_S = 15.0
"""How long PostgreSQL may take to answer."""
SESSION = {
    # A plan that was made while a table was small is kept, and tables grow.
    "enable_seqscan": "off",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""So that rows are looked up by indexes, and a server that is stopped or cut off keeps nothing from
the others for long."""


class Postgres:
    """A PostgreSQL, which several servers may share."""

    size = text("SELECT pg_database_size(current_database()) AS size")

    def __init__(self, url: URL) -> None:
        # Half as much again to import as the rest of SQLAlchemy, and SQLite does without.
        from sqlalchemy.ext.asyncio import create_async_engine

        self.engine: AsyncEngine = create_async_engine(
            url,
            pool_size=6,
            max_overflow=5,
            pool_timeout=5.0,
            connect_args={"server_settings": SESSION, "command_timeout": ANSWER_S},
        )
        event.listen(self.engine.sync_engine, "checkout", leave_closed)

        self.at_once = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        """The same, where each statement is a transaction of its own."""

    async def write(self, changes: list[Change]) -> list[Verdict]:
        """Write the changes that fit in one commit. Returns what became of each, in order."""
        return await self.transact(partial(write, changes))

    async def transact(self, transaction: Callable[[Connection], T]) -> T:
        """Run a transaction; it is on disk when this returns."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(transaction)

    async def rows(
        self, statements: tuple[Executable, ...], values: Mapping[str, object]
    ) -> list[Sequence[Any]]:
        """The rows that each statement finds with these values, all from one snapshot. Several are
        run as one: each question and its answer cost more than what is looked up.
        """
        async with self.at_once.connect() as connection:
            if len(statements) == 1:
                return [(await connection.execute(statements[0], values)).all()]
            (found,) = await connection.execute(as_one(statements), values)
            return [[SimpleNamespace(**row) for row in msgspec.json.decode(each)] for each in found]

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()


@cache
def as_one(statements: tuple[Any, ...]) -> Executable:
    """A statement that finds what these find, as JSON: a list of objects for each."""
    row: ColumnElement[Any] = literal_column("found")
    lists = (select(func.json_agg(row)).select_from(each.subquery("found")) for each in statements)
    texts = [func.coalesce(cast(each.scalar_subquery(), Text), "[]") for each in lists]
    return select(*texts)


def leave_closed(connection: Any, record: object, proxy: object) -> None:
    """Have connections made anew where a database that ended has closed them: to try them first
    (`pool_pre_ping`) would take three questions and answers each time.
    """
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError
