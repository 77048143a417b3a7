"""Parties: tables played one after the other by the same people."""

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"


def upgrade() -> None:
    """Give each table that is not a daily deal its own party. There is no downgrade."""
    op.add_column("tables", sa.Column("party", sa.String(40)))
    op.add_column("tables", sa.Column("outcome", sa.Text))
    op.execute('UPDATE tables SET party = id WHERE sitting NOT LIKE \'%"daily":"%\'')
    op.create_index("tables_party", "tables", ["party", "made"])
