"""The event store: tables and their logs. Waiting changes are committed together."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable

from chabudai.core import Seat
from chabudai.core.transcript import Transcript
from chabudai.server.store import statements as sql
from chabudai.server.store.commit import Stored, Verdict, is_fresh
from chabudai.server.store.database import (
    FAILURES,
    Database,
    Transaction,
    is_data_error,
    is_file_error,
)
from chabudai.server.store.diagnosis import trouble
from chabudai.server.store.rows import read_entries, read_table, transcript_of
from chabudai.server.tables.decide import Change, Entry, Move, Table

T = TypeVar("T")
BATCH = 256
"""Maximum number of changes in one commit."""
MOST_PARTIES = 10
"""Maximum number of parties deleted in one transaction."""
MOST_LOBBIES = 100
"""Maximum number of lobbies, or tables without a party, deleted in one transaction."""
CODE_RENEWED_MS = 24 * 3600 * 1000
"""A table with followers is marked as used again this many milliseconds before its code expires."""
PROOF_S = 1.0
"""Seconds for which the database counts as writable after a successful write."""


class StorageFailed(Exception):
    """A database failure, described in the message. The change may or may not have been stored."""


class Store:
    """The store of tables and their logs. `committed` is called with the number of changes written
    together, and `failed` with each error.
    """

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
        self._queue: deque[tuple[Change, asyncio.Future[Stored]]] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Write waiting changes, then close the database."""
        self._closing = True
        if self._writer:
            await self._writer
        await self.database.close()

    # --- writing --------------------------------------------------------------------------

    async def append(self, change: Change) -> Stored:
        """Store a change, and return once it is on disk. Raises Conflict, PassUsed or
        StorageFailed.
        """
        if self._closing:
            raise StorageFailed("closing")
        answer = asyncio.get_running_loop().create_future()
        self._queue.append((change, answer))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        stored: Stored = await answer
        return stored

    async def _write_all(self) -> None:
        while self._queue:
            await self._write([self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))])

    async def _write(self, batch: "list[tuple[Change, asyncio.Future[Stored]]]") -> None:
        """Write a batch and resolve its futures. If that fails and the file is usable, write each
        change separately, so that a bad one does not affect the others.
        """
        try:
            verdicts = await self.database.write([change for change, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever fails, callers get an answer
            if len(batch) > 1 and not is_file_error(error):
                for each in batch:
                    await self._write([each])
                return
            for _, answer in batch:
                settle(answer, self._fail(error))
            return
        self._wrote = time.monotonic()
        self._committed(sum(map(is_fresh, verdicts)))
        for (_, answer), verdict in zip(batch, verdicts, strict=True):
            settle(answer, verdict)

    def _fail(self, error: Exception) -> StorageFailed:
        """Report a database error, and return the exception to raise."""
        self._failed(error)
        if not is_data_error(error):
            self._wrote = -PROOF_S
        return StorageFailed(trouble(error))

    async def prove(self, at: int) -> None:
        """Store a heartbeat unless a write has just succeeded. Raises StorageFailed."""
        if self._closing:
            raise StorageFailed("closing")
        if time.monotonic() - self._wrote >= PROOF_S:
            await self.heartbeat(at)
            self._wrote = time.monotonic()

    async def heartbeat(self, at: int) -> None:
        """Store a heartbeat. Raises StorageFailed."""
        await self._change(partial(beat, at))

    async def put_off(self, by: int, at: int, seen: int | None = None) -> bool:
        """Extend every running clock by `by` milliseconds and store the heartbeat `at`. Return
        False without changes if the last heartbeat is no longer `seen`: another process has already
        extended the clocks. Raises StorageFailed.
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

    async def drop_codes(self, before: int, followed: Collection[str], now: int) -> Sequence[str]:
        """Remove the codes of tables where nothing has happened since `before`, and return the
        tables' ids. Mark `followed` tables as used at the time `now`, so that other servers keep
        their codes. Raises StorageFailed.
        """

        def work(connection: Connection) -> Sequence[str]:
            renewed = {"ids": followed, "before": before + CODE_RENEWED_MS, "now": now}
            connection.execute(sql.RENEW_CODES, renewed)
            ids = connection.scalars(sql.IDLE_CODES, {"before": before}).all()
            connection.execute(sql.DROP_CODES, {"ids": ids})
            return ids

        return await self._change(work)

    async def end_lobbies(self, before: int) -> Sequence[str]:
        """Delete at most MOST_LOBBIES lobbies that have had no step since `before`. Return their
        ids. Raises StorageFailed.
        """
        return await self._end(sql.IDLE_LOBBIES, before)

    async def end_alone(self, before: int) -> Sequence[str]:
        """Delete at most MOST_LOBBIES tables that have no party and have had no step since
        `before`. Return their ids. Raises StorageFailed.
        """
        return await self._end(sql.IDLE_ALONE, before)

    async def _end(self, idle: Executable, before: int) -> Sequence[str]:
        def work(connection: Connection) -> Sequence[str]:
            values = {"before": before, "most": MOST_LOBBIES}
            ids: Sequence[str] = connection.scalars(idle, values).all()
            for statement in sql.DELETE_TABLES:
                connection.execute(statement, {"ids": ids})
            return ids

        return await self._change(work)

    async def end_parties(self, before: int) -> Sequence[str]:
        """Delete at most MOST_PARTIES parties that have had no step since `before`, and their
        tables. Return the tables' ids. Raises StorageFailed.
        """

        def work(connection: Connection) -> Sequence[str]:
            values = {"before": before, "most": MOST_PARTIES}
            idle = connection.scalars(sql.IDLE_PARTIES, values).all()
            connection.execute(sql.LOCK_TABLES_IN, {"parties": idle})
            # Another server may have continued a party before it was locked.
            still = connection.scalars(sql.IDLE_PARTIES, values).all()
            return delete_tables(connection, [party for party in still if party in idle])

        return await self._change(work)

    async def delete_party(self, party: str) -> Sequence[str]:
        """Delete a party with its tables, and return the tables' ids. Raises StorageFailed."""
        return await self._change(lambda connection: delete_tables(connection, [party]))

    async def put_pass(self, digest: str, table_id: str, guest: str, due: int, now: int) -> None:
        """Store a pass that is valid until `due`. It replaces the guest's earlier pass for this
        table. Expired passes are deleted. Raises StorageFailed.
        """
        row = {"digest": digest, "table_id": table_id, "guest": guest, "due": due}

        def work(connection: Connection) -> None:
            connection.execute(sql.DROP_PASSES, {"of": table_id, "maker": guest, "now": now})
            connection.execute(sql.INSERT_PASS, row)

        await self._change(work)

    async def put_screen(
        self,
        screen: str,
        now: int,
        *,
        code: str | None = None,
        due: int = 0,
        party: str | None = None,
    ) -> None:
        """Store what a screen shows: a code that is valid until `due`, or the party that it shows
        from `due` on. Expired codes are deleted. Raises StorageFailed.
        """
        row = {"digest": screen, "table_id": party, "code": code, "due": due}

        def work(connection: Connection) -> None:
            connection.execute(sql.DROP_SCREENS, {"screen": screen, "now": now})
            connection.execute(sql.INSERT_SCREEN, row)

        await self._change(work)

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
        """Return the table with this id, or None. Raises CorruptRow."""
        rows, pending = await self._rows(*sql.TABLE, of=table_id)
        return read_table(rows[0], pending) if rows else None

    async def load_after(
        self, table_id: str, after: int, most: int
    ) -> tuple[Table | None, Sequence[Any]]:
        """Return the table with this id, or None, and the rows of its steps after `after`, at most
        `most`. `read_entries` decodes them. Raises CorruptRow.
        """
        rows, pending, later = await self._rows(
            *sql.TABLE, sql.STEPS, of=table_id, after=after, upto=after + most
        )
        return read_table(rows[0], pending) if rows else None, later

    async def entries(self, table: Table, after: int, upto: int) -> tuple[Entry, ...]:
        """Return a table's steps after `after`, up to and including `upto`. Raises CorruptRow."""
        (rows,) = await self._rows(sql.STEPS, of=table.id, after=after, upto=upto)
        return await read_entries(table.sitting.game, rows)

    async def moves(self, table: Table) -> tuple[Move, ...]:
        """Return all moves made in a table's game."""
        (rows,) = await self._rows(sql.MOVES, of=table.id, head=table.head)
        return tuple(Move(row.seq, row.cmd_id, row.seat, row.action) for row in rows)

    async def transcript(self, table: Table) -> Transcript:
        """Return all moves made at a table so far, including hidden ones."""
        return transcript_of(table, await self.moves(table))

    async def done(self, table_id: str, cmd: str) -> tuple[int, int | None]:
        """Return the table's head, and the number of a command's step, or None if the command is
        not stored.
        """
        heads, steps = await self._rows(sql.FIND_HEAD, sql.FIND_STEP, of=table_id, command=cmd)
        return heads[0].head if heads else 0, steps[0].seq if steps else None

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        """Map table ids to their heads."""
        (rows,) = await self._rows(sql.HEADS, ids=tuple(ids))
        return {row.id: row.head for row in rows}

    async def tables_of(
        self, guest: str, most: int
    ) -> tuple[Sequence[Any], Mapping[str, set[Seat]]]:
        """Return the rows of the tables where a guest has a seat, and the seats that owe a move
        there.

        Games in progress come first, then lobbies, then finished games. Newer tables come before
        older ones.
        """
        tables, owed = await self._rows(
            sql.TABLES_OF, sql.OWED_AT_TABLES_OF, guest=guest, most=most
        )
        owing: dict[str, set[Seat]] = {}
        for row in owed:
            owing.setdefault(row.table_id, set()).add(row.seat)
        return tables, owing

    async def pass_maker(self, digest: str, table_id: str, now: int) -> str | None:
        """Return the guest who made a pass, or None if the pass was used, has expired, or is not
        for this table.
        """
        (rows,) = await self._rows(sql.PASS_MAKER, digest=digest, of=table_id, now=now)
        return rows[0].guest if rows else None

    async def screen(self, screen: str) -> Any:
        """Return the row of a screen with the time of its party's latest step, or None."""
        (rows,) = await self._rows(sql.SCREEN, screen=screen)
        return rows[0] if rows else None

    async def screen_with_code(self, code: str, now: int) -> str | None:
        """Return the digest of the screen that shows a code, or None."""
        (rows,) = await self._rows(sql.SCREEN_WITH_CODE, code=code, now=now)
        return rows[0].digest if rows else None

    async def idle_tables(self, before: int) -> Sequence[Any]:
        """Return the rows of the tables whose party has had no step since `before`, the oldest
        first. A table without a party counts as a party of its own. Raises StorageFailed.
        """
        (rows,) = await self._rows(sql.IDLE_TABLES, before=before)
        return rows

    async def party_tables(self, party: str, most: int) -> Sequence[Any]:
        """Return the rows of a party's latest tables, the latest first."""
        (rows,) = await self._rows(sql.PARTY_TABLES, of=party, most=most)
        return rows

    async def latest_table(self, party: str) -> str | None:
        """Return the id of a party's latest table, or None."""
        (rows,) = await self._rows(sql.LATEST_TABLE, of=party)
        return rows[0].id if rows else None

    async def played_there(self, party: str, guest: str) -> bool:
        """Whether a guest has a seat at one of a party's tables."""
        (rows,) = await self._rows(sql.PLAYED_THERE, of=party, guest=guest)
        return bool(rows)

    async def with_code(self, code: str) -> str | None:
        """Return the id of the table with this code, or None."""
        (rows,) = await self._rows(sql.WITH_CODE, code=code)
        return rows[0].id if rows else None

    async def codes(self) -> set[str]:
        """Return all codes in use."""
        (rows,) = await self._rows(sql.CODES)
        return {row.code for row in rows}

    async def clocks(self) -> int:
        """Return the number of running clocks."""
        (rows,) = await self._rows(sql.CLOCKS)
        return int(rows[0].number)

    async def size(self) -> int:
        """Return the database's size in bytes, without free pages. Raises StorageFailed."""
        (rows,) = await self._rows(self.database.size)
        return int(rows[0].size)

    async def last_beat(self) -> int:
        """Return the time of the last heartbeat in milliseconds since 1970, or 0 if none."""
        (rows,) = await self._rows(sql.LAST_BEAT)
        return int(rows[0].at or 0)

    async def last_seen(self) -> int:
        """Return when a server last ran, in milliseconds since 1970, or 0 if never."""
        beats, moves = await self._rows(sql.LAST_BEAT, sql.LAST_MOVE)
        return max(beats[0].at or 0, moves[0].at or 0)


def beat(at: int, connection: Connection) -> None:
    """Write a heartbeat."""
    connection.execute(sql.BEAT, {"now": at})


def delete_tables(connection: Connection, parties: Sequence[str]) -> Sequence[str]:
    """Delete the tables of these parties, and return the tables' ids."""
    # A table that another server opens meanwhile is seen only once its predecessor is locked.
    connection.execute(sql.LOCK_TABLES_IN, {"parties": parties})
    ids = connection.scalars(sql.TABLES_IN, {"parties": parties}).all()
    for statement in sql.DELETE_TABLES:
        connection.execute(statement, {"ids": ids})
    return ids


def settle(answer: "asyncio.Future[Stored]", with_: Verdict | Exception) -> None:
    """Resolve a future, unless its caller has been cancelled."""
    if answer.done():
        return
    if isinstance(with_, Exception):
        answer.set_exception(with_)
    else:
        answer.set_result(with_)
