"""How each table is written, so that an older server leaves to newer ones what it cannot read."""

import sqlalchemy as sa
from alembic import op

revision = "0007.0006"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; what there is was written as servers wrote before there were formats."""
    op.add_column("tables", sa.Column("format", sa.Integer, nullable=False, server_default="1"))
