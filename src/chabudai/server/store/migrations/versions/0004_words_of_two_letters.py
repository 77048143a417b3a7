"""Tables that agreed on words of one letter agree on two: no dictionary has a shorter word."""

import msgspec
import sqlalchemy as sa
from alembic import op

from chabudai.server.store.migrations import batches

revision = "0004"
down_revision = "0003"

TABLES = sa.table(
    "tables", sa.column("id", sa.String), sa.column("sitting", sa.Text), sa.column("state", sa.Text)
)


def upgrade() -> None:
    """Rewrite the options in the sittings and states; the log keeps what was said."""
    connection = op.get_bind()
    for rows in batches(connection, TABLES):
        for row in rows:
            texts = {"sitting": row.sitting, "state": row.state}
            changed = {name: lengthened(text) for name, text in texts.items()}
            if changed != texts:
                connection.execute(sa.update(TABLES).where(TABLES.c.id == row.id).values(changed))


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
