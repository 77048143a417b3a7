"""The tables of the database. `migrations/` makes them; a test checks that both agree."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007.0006")
"""Every revision of the schema, oldest first, as in `migrations/versions`.

After the point stands the oldest one whose servers can go on where it has been made: revisions only
add to the schema, so that older servers and newer ones run beside each other, unless that is said.
"""

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("head", Integer, nullable=False),
    # Until the game is over. SQLite stores six characters in a column made for four, and could
    # change the column only by copying the table.
    Column("code", String(6).with_variant(String(4), "sqlite"), unique=True),
    Column("made", BigInteger, nullable=False),  # milliseconds since 1970, here and below
    Column("moved", BigInteger, nullable=False),
    Column("sitting", Text, nullable=False),
    Column("state", Text),
    Column("format", Integer, nullable=False, server_default="1"),  # see rows.FORMAT
)
"""One row a table, as it is after its step `head`."""

LOG = Table(
    "log",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("cmd_id", String(60), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("part", String(5), nullable=False),
    Column("action", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "cmd_id", name="log_command"),
)
"""One row a step. Rows are added and never changed."""

PENDING = Table(
    "duty",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("since", Integer, nullable=False),
    Column("kind", String(5), nullable=False),
    Column("due", BigInteger),
    Column("clock", BigInteger),  # a guest's, while a bot stands in
    Index("duty_due", "due"),
)
"""The pending moves: which seats owe one, and when it is due."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Index("seats_guest", "guest"),
)
"""Who has a seat where: an index of the tables' places by the digests of guests."""

PASSES = Table(
    "passes",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False),
    Column("guest", String(64), nullable=False),
    Column("due", BigInteger, nullable=False),
)
"""The passes to seats that have not been used: who made them, and until when they are good."""

HEARTBEAT = Table(
    "beat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""When a server last ran, so that no clock runs while none does."""
