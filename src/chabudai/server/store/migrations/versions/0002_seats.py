"""An index of who has a seat at which tables, and passes to seats."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from chabudai.server.store.migrations import batches

revision = "0002"
down_revision = "0001"

TABLES = sa.table("tables", sa.column("id", sa.String), sa.column("sitting", sa.Text))


def upgrade() -> None:
    """Make both tables and fill the index from the tables there are; there is no way back."""
    seats = op.create_table(
        "seats",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
    )
    op.create_index("seats_guest", "seats", ["guest"])
    op.create_table(
        "passes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    for rows in batches(connection, TABLES):
        taken = [{"table_id": row.id, "guest": guest} for row in rows for guest in guests(row)]
        if taken:
            connection.execute(sa.insert(seats), taken)


def guests(row: sa.Row[Any]) -> set[str]:
    """The digests of those who have a seat at a table."""
    return {place["guest"] for place in json.loads(row.sitting)["places"]} - {""}
