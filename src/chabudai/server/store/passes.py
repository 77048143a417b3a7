"""The rows of passes: who made them, and until when they are good."""

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select

from chabudai.server.store.schema import PASSES
from chabudai.server.tables.decide import Change


def is_good(digest: str, table_id: str, now: int) -> ColumnElement[bool]:
    """Whether a row is that of a pass, and it is good at this table and time."""
    return (PASSES.c.digest == digest) & (PASSES.c.table_id == table_id) & (PASSES.c.due > now)


def maker(digest: str, table_id: str, now: int) -> Select[str]:
    """The statement that finds who made a pass, if it is good at this table and time."""
    return select(PASSES.c.guest).where(is_good(digest, table_id, now))


def put(digest: str, table_id: str, guest: str, due: int, now: int, connection: Connection) -> None:
    """Store a pass in place of the guest's other one for this table; drop those past their time."""
    other = (PASSES.c.table_id == table_id) & (PASSES.c.guest == guest)
    row = {"digest": digest, "table_id": table_id, "guest": guest, "due": due}
    connection.execute(delete(PASSES).where(other | (PASSES.c.due <= now)))
    connection.execute(insert(PASSES).values(row))


def use_up(connection: Connection, change: Change) -> bool:
    """Use up the pass that a change needs, if any. Returns whether it was good."""
    if change.uses is None:
        return True
    good = is_good(change.uses, change.table.id, change.entries[0].at)
    return connection.execute(delete(PASSES).where(good)).rowcount == 1
