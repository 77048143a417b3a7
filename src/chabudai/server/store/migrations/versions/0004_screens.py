"""Big screens that show a party."""

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"


def upgrade() -> None:
    """Create the table of screens. There is no downgrade."""
    op.create_table(
        "screens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id")),
        sa.Column("code", sa.String(6), unique=True),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
