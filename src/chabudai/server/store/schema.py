"""The tables of the database. `migrations/` makes them; a test checks that both agree."""

from collections.abc import Collection

import sqlalchemy as sa

from chabudai.server.refusal import CannotStart

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007.0006")
"""Every revision of the schema, oldest first, as in `migrations/versions`.

After the point stands the oldest one whose servers can go on where it has been made: revisions only
add to the schema, so that older servers and newer ones run beside each other, unless that is said.
"""

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("head", sa.Integer, nullable=False),
    # Until the game is over. SQLite stores six characters in a column made for four, and could
    # change the column only by copying the table.
    sa.Column("code", sa.String(6).with_variant(sa.String(4), "sqlite"), unique=True),
    sa.Column("made", sa.BigInteger, nullable=False),  # milliseconds since 1970, here and below
    sa.Column("moved", sa.BigInteger, nullable=False),
    sa.Column("sitting", sa.Text, nullable=False),
    sa.Column("state", sa.Text),
    sa.Column("format", sa.Integer, nullable=False, server_default="1"),  # see rows.FORMAT
)
"""One row a table, as it is after its step `head`."""

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("cmd_id", sa.String(60), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("part", sa.String(5), nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_id", "cmd_id", name="log_command"),
)
"""One row a step. Rows are added and never changed, except that a lobby step which a later one
replaces loses its payload (`rows.replaced_row`), and that lobbies are deleted (`store.lobbies`).
"""

PENDING = sa.Table(
    "duty",
    METADATA,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("since", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(5), nullable=False),
    sa.Column("due", sa.BigInteger),
    sa.Column("clock", sa.BigInteger),  # a guest's, while a bot stands in
    sa.Index("duty_due", "due"),
)
"""The pending moves: which seats owe one, and when it is due."""

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Index("seats_guest", "guest"),
)
"""Who has a seat where: an index of the tables' places by the digests of guests."""

PASSES = sa.Table(
    "passes",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
)
"""The passes to seats that have not been used: who made them, and until when they are good."""

HEARTBEAT = sa.Table(
    "beat",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""When a server last ran, so that no clock runs while none does."""


def is_ours(tables: Collection[str]) -> bool:
    """Whether these are the tables of a database of ours; there are none in a new one. Raises
    CannotStart for another program's.
    """
    ours = {"alembic_version", "log"} <= set(tables)
    if tables and not ours:
        raise CannotStart("it holds something else.")
    return ours
