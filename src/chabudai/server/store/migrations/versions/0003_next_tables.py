"""A column in each table's row that names the party's next table."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"
LINK = """
UPDATE tables SET next = (
    SELECT later.id FROM tables AS later
    WHERE later.party = tables.party AND later.made > tables.made
    ORDER BY later.made LIMIT 1
)
"""


def upgrade() -> None:
    """Link the tables of each party in the order of their times. There is no downgrade."""
    op.add_column("tables", sa.Column("next", sa.String(40)))
    op.execute(LINK)
