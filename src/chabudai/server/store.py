"""The event store: tables and their logs. One writer commits the waiting changes together."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    case,
    delete,
    func,
    insert,
    null,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from chabudai.core import Seat
from chabudai.server.database import Database, Transaction
from chabudai.server.rows import (
    log_row,
    moved_row,
    pending_row,
    read_entry,
    read_table,
    seat_rows,
    table_row,
)
from chabudai.server.schema import HEARTBEAT, LOG, PASSES, PENDING, SEATS, TABLES
from chabudai.server.table import Change, Entry, Table

T = TypeVar("T")
BATCH = 256
"""How many changes are committed together at most."""

UPDATE_TABLE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of"), TABLES.c.head == bindparam("expected"))
    .values(
        head=bindparam("head"),
        status=bindparam("status"),
        # A code that was freed may be another table's by now.
        code=case((bindparam("status") == "over", null()), else_=TABLES.c.code),
        moved=bindparam("moved"),
        sitting=bindparam("sitting"),
        state=bindparam("state"),
    )
)
# Built once: making a statement anew costs more than running it.
LOCK_HEADS = (
    select(TABLES.c.id, TABLES.c.head)
    .where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(TABLES.c.id)
    .with_for_update()
)
FIND_STEPS = select(LOG.c.table_id, LOG.c.cmd_id, LOG.c.seq).where(
    LOG.c.table_id.in_(bindparam("ids", expanding=True)),
    LOG.c.cmd_id.in_(bindparam("commands", expanding=True)),
)
INSERT_TABLE, INSERT_LOG, INSERT_PENDING = insert(TABLES), insert(LOG), insert(PENDING)
INSERT_SEATS = insert(SEATS)
IS_CLOCK = (PENDING.c.kind == "guest") & PENDING.c.due.is_not(None)
DELETE_PENDING = delete(PENDING).where(PENDING.c.table_id == bindparam("of"))
DELETE_SEATS = delete(SEATS).where(SEATS.c.table_id == bindparam("of"))


class Stale(Exception):
    """The table has moved on since the change was worked out."""


class Unstored(Exception):
    """The database failed; whether it stored the change is not known."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The step at which a command is stored. `fresh` is False if it was stored before."""

    seq: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A change that waits to be written, and where its caller waits."""

    change: Change
    answer: "asyncio.Future[Stored]"


class Store:
    """Reads and writes tables and their logs, between `start` and `close`."""

    def __init__(self, database: Database, committed: Callable[[int], None]) -> None:
        self.database = database
        self.healthy = True
        self._committed = committed
        self._queue: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the writer."""
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._wake.set()
        if self._writer:
            await self._writer
        await self.database.close()

    # --- writing --------------------------------------------------------------------------

    async def append(self, change: Change) -> Stored:
        """Store a change; return when it is on disk.

        Raises Stale if the table is not as the change found it, Unstored if the database fails.
        """
        if self._closing:
            raise Unstored("closing")
        waiting = Waiting(change, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        return await waiting.answer

    async def _write_on(self) -> None:
        while not self._closing or self._queue:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
                await self._write(batch)

    async def _write(self, batch: list[Waiting]) -> None:
        """Write in one transaction. If it fails, try each change alone, so that one cannot
        fail the others.
        """
        try:
            changes = [waiting.change for waiting in batch]
            verdicts = await self.database.write(partial(write, changes))
        except Exception as error:  # noqa: BLE001 - whatever fails, those who wait are answered
            if len(batch) > 1:
                for waiting in batch:
                    await self._write([waiting])
                return
            self.healthy = False
            settle(batch[0].answer, Unstored(type(error).__name__))
            return
        self.healthy = True
        self._committed(sum(map(is_fresh, verdicts)))
        for waiting, verdict in zip(batch, verdicts, strict=True):
            settle(waiting.answer, verdict)

    async def heartbeat(self, at: int) -> None:
        """Store that a server is alive at this time. Raises Unstored."""
        await self._change(partial(beat, at))

    async def put_off(self, by: int, at: int) -> None:
        """Give every running clock `by` milliseconds more, once: the heartbeat of the time `at` is
        stored with it. Raises Unstored.
        """
        own = update(PENDING).where(IS_CLOCK).values(due=PENDING.c.due + by)
        kept = update(PENDING).where(PENDING.c.clock.is_not(None))

        def work(connection: Connection) -> None:
            connection.execute(own)
            connection.execute(kept.values(clock=PENDING.c.clock + by))
            beat(at, connection)

        await self._change(work)

    async def drop_codes(self, before: int) -> None:
        """Take the codes from tables at which nothing happened since `before`. Raises Unstored."""
        idle = (TABLES.c.code.is_not(None)) & (TABLES.c.moved < before)
        dropped = update(TABLES).where(idle).values(code=None)
        await self._change(lambda connection: connection.execute(dropped))

    async def put_pass(self, digest: str, table_id: str, guest: str, due: int, now: int) -> None:
        """Store a pass that is good until `due`; it replaces the guest's other one for this table.

        Passes that are past their time go, too. Raises Unstored.
        """
        other = (PASSES.c.table_id == table_id) & (PASSES.c.guest == guest)
        row = {"digest": digest, "table_id": table_id, "guest": guest, "due": due}

        def work(connection: Connection) -> None:
            connection.execute(delete(PASSES).where(other | (PASSES.c.due <= now)))
            connection.execute(insert(PASSES).values(row))

        await self._change(work)

    async def take_pass(self, digest: str, table_id: str, now: int) -> str | None:
        """Use up a pass: who made it, or None if there is no such pass, or not any more.

        Raises Unstored.
        """
        there = (PASSES.c.digest == digest) & (PASSES.c.table_id == table_id) & (PASSES.c.due > now)
        taken = delete(PASSES).where(there).returning(PASSES.c.guest)
        return await self._change(lambda connection: connection.execute(taken).scalar())

    async def _change(self, work: Transaction[T]) -> T:
        try:
            return await self.database.write(work)
        except (SQLAlchemyError, OSError) as error:
            raise Unstored(type(error).__name__) from None

    # --- reading --------------------------------------------------------------------------

    async def _rows(self, *statements: Any) -> list[Sequence[Row[Any]]]:
        """The rows of each statement, all from one snapshot. Raises Unstored."""

        def work(connection: Connection) -> list[Sequence[Row[Any]]]:
            return [connection.execute(each).all() for each in statements]

        try:
            return await self.database.read(work)
        except (SQLAlchemyError, OSError) as error:
            raise Unstored(type(error).__name__) from None

    async def load(self, table_id: str) -> Table | None:
        """The table of this id, if there is one."""
        rows, pending = await self._rows(
            select(TABLES).where(TABLES.c.id == table_id),
            select(PENDING).where(PENDING.c.table_id == table_id).order_by(PENDING.c.seat),
        )
        return read_table(rows[0], pending) if rows else None

    async def entries(self, table: Table, after: int, upto: int) -> tuple[Entry, ...]:
        """The steps of a table after `after`, up to and with `upto`."""
        (rows,) = await self._rows(
            select(LOG)
            .where(LOG.c.table_id == table.id, LOG.c.seq > after, LOG.c.seq <= upto)
            .order_by(LOG.c.seq)
        )
        return tuple(read_entry(table.sitting.game, row) for row in rows)

    async def done(self, table_id: str, cmd: str) -> tuple[int, int | None]:
        """The table's head, and the step at which a command is stored, if it is."""
        heads, steps = await self._rows(
            select(TABLES.c.head).where(TABLES.c.id == table_id),
            select(LOG.c.seq).where(LOG.c.table_id == table_id, LOG.c.cmd_id == cmd),
        )
        return heads[0].head if heads else 0, steps[0].seq if steps else None

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        """The heads of these tables."""
        (rows,) = await self._rows(
            select(TABLES.c.id, TABLES.c.head).where(TABLES.c.id.in_(tuple(ids)))
        )
        return {row.id: row.head for row in rows}

    async def tables_of(
        self, guest: str, most: int
    ) -> tuple[Sequence[Row[Any]], Mapping[str, set[Seat]]]:
        """The rows of the tables where a guest has a seat, and the seats that owe a move there.

        Games that go on come first and those that are over last, new ones before old ones.
        """
        order = case({"playing": 0, "lobby": 1}, value=TABLES.c.status, else_=2)
        mine = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        tables, owed = await self._rows(
            select(TABLES.c.id, TABLES.c.game, TABLES.c.status, TABLES.c.sitting)
            .where(TABLES.c.id.in_(mine))
            .order_by(order, TABLES.c.made.desc(), TABLES.c.id)
            .limit(most),
            select(PENDING.c.table_id, PENDING.c.seat).where(PENDING.c.table_id.in_(mine)),
        )
        owing: dict[str, set[Seat]] = {}
        for row in owed:
            owing.setdefault(row.table_id, set()).add(row.seat)
        return tables, owing

    async def with_code(self, code: str) -> str | None:
        """The open table with this code."""
        (rows,) = await self._rows(select(TABLES.c.id).where(TABLES.c.code == code))
        return rows[0].id if rows else None

    async def codes(self) -> set[str]:
        """The codes in use."""
        (rows,) = await self._rows(select(TABLES.c.code).where(TABLES.c.code.is_not(None)))
        return {row.code for row in rows}

    async def clocks(self) -> int:
        """How many clocks have been wound up."""
        (rows,) = await self._rows(
            select(func.count()).where(IS_CLOCK | PENDING.c.clock.is_not(None))
        )
        return int(rows[0][0])

    async def last_seen(self) -> int:
        """When a server last ran, in milliseconds since 1970; 0: never."""
        heartbeats, moves = await self._rows(
            select(func.max(HEARTBEAT.c.at)), select(func.max(TABLES.c.moved))
        )
        return max(heartbeats[0][0] or 0, moves[0][0] or 0)

    async def ping(self) -> None:
        """Raises Unstored if the database does not answer."""
        await self._rows(select(1))


def is_fresh(verdict: Stored | Stale) -> bool:
    """Whether a change is to be written."""
    return isinstance(verdict, Stored) and verdict.fresh


def beat(at: int, connection: Connection) -> None:
    """Write that a server is alive at this time."""
    if connection.execute(update(HEARTBEAT).values(at=at)).rowcount == 0:
        connection.execute(insert(HEARTBEAT).values(id=1, at=at))


def settle(answer: "asyncio.Future[Stored]", with_: Stored | Exception) -> None:
    """Resolve a future, unless its caller has gone."""
    if answer.done():
        return
    if isinstance(with_, Exception):
        answer.set_exception(with_)
    else:
        answer.set_result(with_)


def write(changes: list[Change], connection: Connection) -> list[Stored | Stale]:
    """Write the changes that fit. Returns what became of each."""
    verdicts = judge(connection, changes)
    put(connection, [c for c, v in zip(changes, verdicts, strict=True) if is_fresh(v)])
    return verdicts


def judge(connection: Connection, changes: list[Change]) -> list[Stored | Stale]:
    """Whether each change fits its stored table, or where its command is stored already.

    The tables' rows stay locked until the transaction ends.
    """
    ids = [change.table.id for change in changes]
    locked = connection.execute(LOCK_HEADS, {"ids": ids})
    heads = {row.id: row.head for row in locked}
    commands = [change.entries[0].cmd for change in changes]
    stand = connection.execute(FIND_STEPS, {"ids": ids, "commands": commands})
    steps = {(row.table_id, row.cmd_id): row.seq for row in stand}
    verdicts: list[Stored | Stale] = []
    for change in changes:
        table, first = change.table, change.entries[0]
        if step := steps.get((table.id, first.cmd)):
            verdicts.append(Stored(step, fresh=False))
        elif heads.get(table.id, 0) == first.seq - 1:
            heads[table.id] = table.head
            verdicts.append(Stored(first.seq, fresh=True))
        else:
            verdicts.append(Stale())
    return verdicts


def put(connection: Connection, fitting: list[Change]) -> None:
    """Write changes that are known to fit."""
    changes = fitting + [also for change in fitting for also in change.also]
    made = [change for change in changes if change.entries[0].seq == 1]
    moved = [change for change in changes if change.entries[0].seq > 1]
    if made:
        connection.execute(INSERT_TABLE, list(map(table_row, made)))
    if moved:
        connection.execute(UPDATE_TABLE, list(map(moved_row, moved)))
        connection.execute(DELETE_PENDING, [{"of": change.table.id} for change in moved])
    # Moves of the game change no seats, and most steps are moves.
    agreed = [c for c in changes if any(entry.part == "lobby" for entry in c.entries)]
    if agreed:
        connection.execute(DELETE_SEATS, [{"of": change.table.id} for change in agreed])
    if seats := [row for change in agreed for row in seat_rows(change.table)]:
        connection.execute(INSERT_SEATS, seats)
    if changes:
        rows = [log_row(change.table.id, e) for change in changes for e in change.entries]
        connection.execute(INSERT_LOG, rows)
    pending = [pending_row(c.table.id, move) for c in changes for move in c.table.pending]
    if pending:
        connection.execute(INSERT_PENDING, pending)
