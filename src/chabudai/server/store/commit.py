"""The store's transaction: check changes for conflicts, and write their rows."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection

from chabudai.core import Struct
from chabudai.server.store import statements as sql
from chabudai.server.store.rows import (
    log_row,
    moved_row,
    pending_row,
    replaced_row,
    seat_rows,
    table_row,
)
from chabudai.server.tables.decide import Change


class Conflict(Exception):
    """The table has changed since the change was decided."""


class PassUsed(Exception):
    """The pass was used, has expired, or is not for this table."""


class Stored(Struct):
    """The step of a stored command. `fresh` is False if the command was already stored before."""

    seq: int
    fresh: bool


Verdict: TypeAlias = Stored | Conflict | PassUsed
"""The result of writing a change."""


def is_fresh(verdict: Verdict) -> bool:
    """Whether the change is new and must be written."""
    return isinstance(verdict, Stored) and verdict.fresh


def write(changes: list[Change], connection: Connection) -> list[Verdict]:
    """Write all changes that have no conflict. Return the verdict on each change."""
    verdicts = judge(connection, changes)
    put(connection, [c for c, v in zip(changes, verdicts, strict=True) if is_fresh(v)])
    return verdicts


def judge(connection: Connection, changes: list[Change]) -> list[Verdict]:
    """Check each change against its stored table, and mark its pass as used. The tables' rows stay
    locked until the transaction ends.
    """
    ids, commands = [c.table.id for c in changes], [c.entries[0].cmd for c in changes]
    heads = {row.id: row.head for row in connection.execute(sql.LOCK_HEADS, {"ids": ids})}
    found = connection.execute(sql.FIND_STEPS, {"ids": ids, "commands": commands})
    steps = {(row.table_id, row.cmd_id): row.seq for row in found}
    verdicts: list[Verdict] = []
    for change in changes:
        table, first = change.table, change.entries[0]
        if step := steps.get((table.id, first.cmd)):
            verdicts.append(Stored(step, fresh=False))
        elif heads.get(table.id, 0) != first.seq - 1:
            verdicts.append(Conflict())
        elif not use_pass(connection, change):
            verdicts.append(PassUsed())
        else:
            heads[table.id] = table.head
            verdicts.append(Stored(first.seq, fresh=True))
    return verdicts


def rows_of(changes: Sequence[Change]) -> list[tuple[Any, list[dict[str, object]]]]:
    """Return the statements that write changes, in order, with the values for each row."""
    changes = [*changes, *(also for change in changes for also in change.also)]
    made = [change for change in changes if change.entries[0].seq == 1]
    moved = [change for change in changes if change.entries[0].seq > 1]
    # Only lobby steps change seats, and most steps are moves.
    agreed = [c for c in changes if any(entry.part == "lobby" for entry in c.entries)]
    # If a table has several changes, the last one determines its seats and pending moves.
    seated = {change.table.id: change.table for change in agreed}.values()
    tables = {change.table.id: change.table for change in changes}.values()
    replaced = [
        row for c in agreed for entry in c.entries if (row := replaced_row(c.table.id, entry))
    ]
    return [
        # A table gives its code to the next one.
        (sql.UPDATE_TABLE, list(map(moved_row, moved))),
        (sql.INSERT_TABLE, list(map(table_row, made))),
        (sql.DELETE_PENDING, [{"of": change.table.id} for change in moved]),
        (sql.DELETE_SEATS, [{"of": change.table.id} for change in agreed]),
        (sql.INSERT_SEATS, [row for table in seated for row in seat_rows(table)]),
        (sql.INSERT_LOG, [log_row(c.table.id, entry) for c in changes for entry in c.entries]),
        (sql.DROP_REPLACED, replaced),
        (sql.INSERT_PENDING, [pending_row(t.id, move) for t in tables for move in t.pending]),
    ]


def use_pass(connection: Connection, change: Change) -> bool:
    """If a change needs a pass, mark the pass as used. Return whether it was valid."""
    if change.uses is None:
        return True
    values = {"digest": change.uses, "of": change.table.id, "now": change.entries[0].at}
    return connection.execute(sql.USE_PASS, values).rowcount == 1


def put(connection: Connection, fitting: Sequence[Change]) -> None:
    """Write the rows for changes that passed the checks."""
    for statement, rows in rows_of(fitting):
        if rows:
            connection.execute(statement, rows)
