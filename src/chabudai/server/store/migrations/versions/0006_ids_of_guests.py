"""Ids of commands belong to guests, and not to seats: one that is sent again is still known."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from chabudai.server.store.migrations import batches

revision = "0006"
down_revision = "0005"

OWNER = 12
SHARED = "+"
TABLES = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("status", sa.String),
    sa.column("sitting", sa.Text),
)
LOG = sa.table(
    "log",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("cmd_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("part", sa.String),
)


def upgrade() -> None:
    """Rewrite the ids at tables where somebody may still wait for an answer."""
    connection = op.get_bind()
    for rows in batches(connection, TABLES, TABLES.c.status != "over"):
        for row in rows:
            owners = dict(prefixes(row.sitting))
            for step in connection.execute(sa.select(LOG).where(LOG.c.table_id == row.id)).all():
                renewed = renewed_id(step, owners)
                if renewed is not None:
                    same = sa.and_(LOG.c.table_id == row.id, LOG.c.seq == step.seq)
                    connection.execute(sa.update(LOG).where(same).values(cmd_id=renewed))


def prefixes(sitting: str) -> Iterator[tuple[str, str]]:
    """With what the ids of those who sit there now began, and whose they are: a part of the digest
    of the owner's secret, with SHARED after it where any of several browsers may have sent them.
    """
    try:
        places = json.loads(sitting)["places"]
    except (ValueError, KeyError):  # damaged, and told when somebody comes to the table
        return
    for seat, place in enumerate(places):
        lost = place.get("epoch", 0)
        if place.get("guest"):
            owner = place["guest"][:OWNER] + (SHARED if place.get("devices") else "")
            yield f"{seat}.{lost}" if lost else str(seat), owner


def renewed_id(step: sa.Row[Any], owners: Mapping[str, str]) -> str | None:
    """A step's id as it is made now, if a guest who still sits there gave the command."""
    by, colon, name = step.cmd_id.partition(":")
    if not colon or by not in owners:
        return None
    of_another = step.part == "play" and by.partition(".")[0] != str(step.seat)
    return f"{'skip' if of_another else 'guest'}.{owners[by]}:{name}"
