"""The rows of passes: who made them, and until when they are good."""

from collections.abc import Sequence

from sqlalchemy import Connection, Select, delete, insert, select

from chabudai.server.store.schema import PASSES
from chabudai.server.table import Change


def good(digest: str, table_id: str, now: int) -> Select[str]:
    """The statement that finds who made a pass, if it is good at this table and time."""
    there = (PASSES.c.digest == digest) & (PASSES.c.table_id == table_id) & (PASSES.c.due > now)
    return select(PASSES.c.guest).where(there)


def put(digest: str, table_id: str, guest: str, due: int, now: int, connection: Connection) -> None:
    """Store a pass in place of the guest's other one for this table; drop those past their time."""
    other = (PASSES.c.table_id == table_id) & (PASSES.c.guest == guest)
    row = {"digest": digest, "table_id": table_id, "guest": guest, "due": due}
    connection.execute(delete(PASSES).where(other | (PASSES.c.due <= now)))
    connection.execute(insert(PASSES).values(row))


def are_good(connection: Connection, change: Change) -> bool:
    """Whether there is the pass that a change uses, if any; its row stays locked."""
    if change.uses is None:
        return True
    wanted = good(change.uses, change.table.id, change.entries[0].at)
    return connection.execute(wanted.with_for_update()).first() is not None


def use_up(connection: Connection, changes: Sequence[Change]) -> None:
    """Drop the passes that changes use."""
    used = [change.uses for change in changes if change.uses is not None]
    if used:
        connection.execute(delete(PASSES).where(PASSES.c.digest.in_(used)))
