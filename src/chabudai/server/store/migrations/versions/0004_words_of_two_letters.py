"""Tables that agreed on words of one letter agree on two: no dictionary has a shorter word."""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

BATCH = 500
TABLES = sa.table(
    "tables", sa.column("id", sa.String), sa.column("sitting", sa.Text), sa.column("state", sa.Text)
)


def upgrade() -> None:
    """Rewrite the options in the sittings and states; the log keeps what was said."""
    connection = op.get_bind()
    last = ""
    while rows := connection.execute(after(last)).all():
        for row in rows:
            texts = {"sitting": row.sitting, "state": row.state}
            changed = {name: lengthened(text) for name, text in texts.items()}
            if changed != texts:
                connection.execute(sa.update(TABLES).where(TABLES.c.id == row.id).values(changed))
        last = rows[-1].id


def after(table_id: str) -> sa.Select[Any]:
    """The next tables by their ids."""
    some = sa.select(TABLES).where(TABLES.c.id > table_id)
    return some.order_by(TABLES.c.id).limit(BATCH)


def lengthened(text: str | None) -> str | None:
    """A sitting or state whose options ask for two letters where they asked for one."""
    if text is None or '"min_length":1' not in text:
        return text
    value = msgspec.json.decode(text)
    options = value.get("options", {})
    if options.get("min_length") != 1:
        return text
    options["min_length"] = 2
    return msgspec.json.encode(value).decode()
