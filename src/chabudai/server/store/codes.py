"""Codes that are taken back from tables at which nothing happens."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, select, update

from chabudai.server.store.schema import TABLES

MOST = 10_000
"""How many codes are taken back at a time at most."""


def drop(before: int, kept: Collection[str], connection: Connection) -> Sequence[str]:
    """Take the codes from tables at which nothing happened since `before`, but for those `kept`.
    Returns which lost theirs.
    """
    idle = TABLES.c.code.is_not(None) & (TABLES.c.moved < before)
    found = connection.scalars(select(TABLES.c.id).where(idle))
    ids = [each for each in found if each not in kept][:MOST]
    connection.execute(update(TABLES).where(TABLES.c.id.in_(ids)).values(code=None))
    return ids
