"""How the database came to be as it is, one revision a file."""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

BATCH = 500


def batches(
    connection: sa.Connection, tables: sa.TableClause, *which: sa.ColumnElement[bool]
) -> Iterator[Sequence[sa.Row[Any]]]:
    """The rows of tables, a batch at a time by their ids; they may be changed meanwhile."""
    last = ""
    some = sa.select(tables).where(*which).order_by(tables.c.id).limit(BATCH)
    while rows := connection.execute(some.where(tables.c.id > last)).all():
        yield rows
        last = rows[-1].id
