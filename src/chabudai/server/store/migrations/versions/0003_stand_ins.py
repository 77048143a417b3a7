"""The clock of a guest for whom a bot stands in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; no bot stands in at the tables there are."""
    op.add_column("duty", sa.Column("clock", sa.BigInteger))
