"""Codes of six digits, for when many tables have one."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Widen the column, where its width counts."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("tables", "code", type_=sa.String(6))
