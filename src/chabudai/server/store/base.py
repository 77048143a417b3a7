"""The event store: tables and their logs. One writer commits the waiting changes together."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable

from chabudai.core import Seat
from chabudai.server.store import codes, lobbies, passes, statements as sql
from chabudai.server.store.commit import Stored
from chabudai.server.store.database import FAILURES, Database, Transaction, is_data_error
from chabudai.server.store.diagnosis import trouble
from chabudai.server.store.rows import read_entries, read_table
from chabudai.server.store.write_queue import WriteQueue
from chabudai.server.tables.decide import Change, Entry, Move, Table

T = TypeVar("T")
PROOF_S = 1.0
"""For how long a write that succeeded proves that the next one can, in seconds."""


class StorageFailed(Exception):
    """The database failed, which its text tells the host; whether it stored the change is not
    known.
    """


class Store:
    """Reads and writes tables and their logs, between `start` and `close`."""

    def __init__(
        self,
        database: Database,
        committed: Callable[[int], None],
        failed: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self.database = database
        self._committed = committed
        self._failed = failed
        self._wrote = -PROOF_S
        self._closing = False
        self._writing = WriteQueue(database, self._stored, self._fail)

    def start(self) -> None:
        """Start the writer."""
        self._writing.start()

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        await self._writing.close()
        await self.database.close()

    # --- writing --------------------------------------------------------------------------

    async def append(self, change: Change) -> Stored:
        """Store a change; return when it is on disk.

        Raises Conflict if the table is not as the change found it, PassUsed if there is no pass as
        the change needs it, StorageFailed if the database fails.
        """
        if self._closing:
            raise StorageFailed("closing")
        return await self._writing.put(change)

    def _stored(self, count: int) -> None:
        self._wrote = time.monotonic()
        self._committed(count)

    def _fail(self, error: Exception) -> StorageFailed:
        """Tell of an error. Returns what to raise."""
        self._failed(error)
        if not is_data_error(error):
            self._wrote = -PROOF_S
        return StorageFailed(trouble(error))

    async def prove(self, at: int) -> None:
        """Store that a server is alive, unless something was stored a moment ago.

        Raises StorageFailed if nothing can be stored.
        """
        if self._closing:
            raise StorageFailed("closing")
        if time.monotonic() - self._wrote >= PROOF_S:
            await self.heartbeat(at)
            self._wrote = time.monotonic()

    async def heartbeat(self, at: int) -> None:
        """Store that a server is alive at this time. Raises StorageFailed."""
        await self._change(partial(beat, at))

    async def put_off(self, by: int, at: int, seen: int | None = None) -> bool:
        """Give every running clock `by` milliseconds more, once: the heartbeat of the time `at` is
        stored with it. Returns False, and does nothing, if the last heartbeat is not that of the
        time `seen` any more: another process was faster. Raises StorageFailed.
        """

        def work(connection: Connection) -> bool:
            if seen:
                beats = connection.execute(sql.BEAT_AFTER, {"seen": seen, "now": at})
                if not beats.rowcount:
                    return False
            connection.execute(sql.PUT_OFF, {"by": by})
            beat(at, connection)
            return True

        return await self._change(work)

    async def drop_codes(self, before: int, kept: Collection[str]) -> Sequence[str]:
        """Take the codes from idle tables (`codes.drop`); returns which. Raises StorageFailed."""
        return await self._change(partial(codes.drop, before, kept))

    async def end_lobbies(self, before: int) -> Sequence[str]:
        """Delete idle lobbies (`lobbies.end`). Returns their ids. Raises StorageFailed."""
        return await self._change(partial(lobbies.end, before))

    async def put_pass(self, digest: str, table_id: str, guest: str, due: int, now: int) -> None:
        """Store a pass that is good until `due`; it replaces the guest's other one for this table.

        Passes that are past their time go, too. Raises StorageFailed.
        """
        await self._change(partial(passes.put, digest, table_id, guest, due, now))

    async def _change(self, work: Transaction[T]) -> T:
        try:
            return await self.database.transact(work)
        except FAILURES as error:
            raise self._fail(error) from None

    # --- reading --------------------------------------------------------------------------

    async def _rows(self, *statements: Executable, **values: object) -> list[Sequence[Any]]:
        """Return the rows of each statement, all from one snapshot. Raises StorageFailed."""
        try:
            return await self.database.rows(statements, values)
        except FAILURES as error:
            raise self._fail(error) from None

    async def load(self, table_id: str) -> Table | None:
        """The table of this id, if there is one. Raises CorruptRow."""
        rows, pending = await self._rows(*sql.TABLE, of=table_id)
        return read_table(rows[0], pending) if rows else None

    async def load_after(
        self, table_id: str, after: int, most: int
    ) -> tuple[Table | None, Sequence[Any]]:
        """Return the table of this id or None, and the rows of its steps after `after`, at most
        `most`, for `read_entries`. Raises CorruptRow.
        """
        rows, pending, later = await self._rows(
            *sql.TABLE, sql.STEPS, of=table_id, after=after, upto=after + most
        )
        return read_table(rows[0], pending) if rows else None, later

    async def entries(self, table: Table, after: int, upto: int) -> tuple[Entry, ...]:
        """The steps of a table after `after`, up to and with `upto`. Raises CorruptRow."""
        (rows,) = await self._rows(sql.STEPS, of=table.id, after=after, upto=upto)
        return await read_entries(table.sitting.game, rows)

    async def moves(self, table: Table) -> tuple[Move, ...]:
        """Every move of the game at a table."""
        (rows,) = await self._rows(sql.MOVES, of=table.id, head=table.head)
        return tuple(Move(row.seq, row.cmd_id, row.seat, row.action) for row in rows)

    async def done(self, table_id: str, cmd: str) -> tuple[int, int | None]:
        """The table's head, and the step at which a command is stored, if it is."""
        heads, steps = await self._rows(sql.FIND_HEAD, sql.FIND_STEP, of=table_id, command=cmd)
        return heads[0].head if heads else 0, steps[0].seq if steps else None

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        """The heads of these tables."""
        (rows,) = await self._rows(sql.HEADS, ids=tuple(ids))
        return {row.id: row.head for row in rows}

    async def tables_of(
        self, guest: str, most: int
    ) -> tuple[Sequence[Any], Mapping[str, set[Seat]]]:
        """The rows of the tables where a guest has a seat, and the seats that owe a move there.

        Games that go on come first and those that are over last, new ones before old ones.
        """
        tables, owed = await self._rows(
            sql.TABLES_OF, sql.OWED_AT_TABLES_OF, guest=guest, most=most
        )
        owing: dict[str, set[Seat]] = {}
        for row in owed:
            owing.setdefault(row.table_id, set()).add(row.seat)
        return tables, owing

    async def pass_maker(self, digest: str, table_id: str, now: int) -> str | None:
        """Who made a pass; None if there is no such pass for this table, or not any more."""
        (rows,) = await self._rows(passes.maker(digest, table_id, now))
        return rows[0].guest if rows else None

    async def with_code(self, code: str) -> str | None:
        """The open table with this code."""
        (rows,) = await self._rows(sql.WITH_CODE, code=code)
        return rows[0].id if rows else None

    async def codes(self) -> set[str]:
        """The codes in use."""
        (rows,) = await self._rows(sql.CODES)
        return {row.code for row in rows}

    async def clocks(self) -> int:
        """How many clocks have been wound up."""
        (rows,) = await self._rows(sql.CLOCKS)
        return int(rows[0].number)

    async def size(self) -> int:
        """Return the size of the database in bytes, without free pages. Raises StorageFailed."""
        (rows,) = await self._rows(self.database.size)
        return int(rows[0].size)

    async def last_beat(self) -> int:
        """When a server last said that it runs, in milliseconds since 1970; 0: never."""
        (rows,) = await self._rows(sql.LAST_BEAT)
        return int(rows[0].at or 0)

    async def last_seen(self) -> int:
        """When a server last ran, in milliseconds since 1970; 0: never."""
        beats, moves = await self._rows(sql.LAST_BEAT, sql.LAST_MOVE)
        return max(beats[0].at or 0, moves[0].at or 0)


def beat(at: int, connection: Connection) -> None:
    """Write that a server is alive at this time."""
    connection.execute(sql.BEAT, {"now": at})
