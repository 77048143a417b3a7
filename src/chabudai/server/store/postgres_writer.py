"""Moves of games written to PostgreSQL by one statement, which is a transaction of its own: one
question and its answer, where a transaction of several statements takes eight.
"""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from chabudai.server.store.postgres import Postgres
from chabudai.server.store.rows import log_row, moved_row, pending_row
from chabudai.server.store.schema import LOG, PENDING
from chabudai.server.table import Change

MOVED = ("of", "expected", "head", "status", "moved", "sitting", "state", "format")

# A row that another server holds is not waited for: the table will have moved by then. Of pending
# moves those that are no longer owed go; what is deleted cannot be inserted in one statement.
WRITE_MOVES = text("""
WITH given AS (
    SELECT * FROM unnest(
        CAST(:of AS text[]), CAST(:expected AS int[]), CAST(:head AS int[]),
        CAST(:status AS text[]), CAST(:moved AS bigint[]), CAST(:sitting AS text[]),
        CAST(:state AS text[]), CAST(:format AS int[])
    ) AS row (id, expected, head, status, moved, sitting, state, format)
), free AS (
    SELECT given.* FROM given
    JOIN tables ON tables.id = given.id AND tables.head = given.expected
    ORDER BY tables.id
    FOR UPDATE OF tables SKIP LOCKED
), written AS (
    UPDATE tables SET
        head = free.head, status = free.status, moved = free.moved, sitting = free.sitting,
        state = coalesce(free.state, tables.state), format = free.format,
        code = CASE WHEN free.status = 'over' THEN NULL ELSE tables.code END
    FROM free
    WHERE tables.id = free.id AND tables.head = free.expected
    RETURNING tables.id
), owed AS (
    SELECT row.* FROM unnest(
        CAST(:owed_table_id AS text[]), CAST(:owed_seat AS int[]), CAST(:owed_since AS int[]),
        CAST(:owed_kind AS text[]), CAST(:owed_due AS bigint[]), CAST(:owed_clock AS bigint[])
    ) AS row (table_id, seat, since, kind, due, clock)
    JOIN written ON written.id = row.table_id
), done AS (
    DELETE FROM duty USING written
    WHERE duty.table_id = written.id
    AND NOT EXISTS (
        SELECT FROM owed WHERE owed.table_id = duty.table_id AND owed.seat = duty.seat
    )
), pending AS (
    INSERT INTO duty (table_id, seat, since, kind, due, clock) SELECT * FROM owed
    ON CONFLICT (table_id, seat) DO UPDATE SET
        since = excluded.since, kind = excluded.kind, due = excluded.due, clock = excluded.clock
), logged AS (
    INSERT INTO log (table_id, seq, cmd_id, seat, part, action, events, at)
    SELECT row.* FROM unnest(
        CAST(:log_table_id AS text[]), CAST(:log_seq AS int[]), CAST(:log_cmd_id AS text[]),
        CAST(:log_seat AS int[]), CAST(:log_part AS text[]), CAST(:log_action AS text[]),
        CAST(:log_events AS text[]), CAST(:log_at AS bigint[])
    ) AS row (table_id, seq, cmd_id, seat, part, action, events, at)
    JOIN written ON written.id = row.table_id
)
SELECT id FROM written
""")


def is_move(change: Change) -> bool:
    """Whether a change is of a game's moves only: it changes no seats and makes no tables."""
    plain = not change.also and change.uses is None and not change.recoded
    return plain and all(entry.part == "play" for entry in change.entries)


async def write_moves(database: Postgres, changes: Sequence[Change]) -> list[bool]:
    """Write those changes that are moves and whose tables are as they found them, of several of a
    table the first one; none where a command has been stored before. Returns which are written.
    """
    moves = {each.table.id: each for each in reversed(changes) if is_move(each)}
    written = await write(database, list(moves.values())) if moves else set[str]()
    return [each.table.id in written and moves[each.table.id] is each for each in changes]


async def write(database: Postgres, moves: Sequence[Change]) -> set[str]:
    """Write moves of different tables. Returns the ids of the tables that have moved."""
    owed = [pending_row(each.table.id, move) for each in moves for move in each.table.pending]
    steps = [log_row(each.table.id, entry) for each in moves for entry in each.entries]
    given = {
        **arrays("", MOVED, [moved_row(each) for each in moves]),
        **arrays("owed_", PENDING.c.keys(), owed),
        **arrays("log_", LOG.c.keys(), steps),
    }
    try:
        return {row.id for row in await database.write_at_once(WRITE_MOVES, given)}
    except IntegrityError:
        return set()


def arrays(
    prefix: str, names: Iterable[str], rows: Sequence[Mapping[str, object]]
) -> dict[str, list[object]]:
    """The values of these columns in all rows."""
    return {prefix + name: [row[name] for row in rows] for name in names}
