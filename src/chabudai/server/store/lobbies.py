"""Lobbies whose game never begins: they are deleted, with their steps."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete

from chabudai.server.store.schema import LOG, PASSES, PENDING, SEATS, TABLES
from chabudai.server.store.statements import IDLE_LOBBIES

MOST = 100
"""How many lobbies are deleted in one transaction at most."""


def end(before: int, connection: Connection) -> Sequence[str]:
    """Delete lobbies without a step since `before`, at most MOST. Returns their ids."""
    values = {"before": before, "most": MOST}
    ids = connection.scalars(IDLE_LOBBIES.with_for_update(skip_locked=True), values).all()
    for rows in (LOG, PENDING, SEATS, PASSES):
        connection.execute(delete(rows).where(rows.c.table_id.in_(ids)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))
    return ids
