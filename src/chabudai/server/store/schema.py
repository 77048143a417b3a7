"""The database's tables. `migrations/` creates them, and a test checks that both agree."""

import sqlalchemy as sa

from chabudai.server.refusal import StartupFailed

FIRST_REVISION, REVISION = "r0001", "r0004"
"""The schema revisions of the first release and of this one. Later revisions sort after them.
Revisions from before the first release sort before.
"""

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("head", sa.Integer, nullable=False),
    sa.Column("code", sa.String(6), unique=True),  # None once the party has another table
    sa.Column("made", sa.BigInteger, nullable=False),  # milliseconds since 1970, here and below
    sa.Column("moved", sa.BigInteger, nullable=False),
    sa.Column("sitting", sa.Text, nullable=False),
    sa.Column("state", sa.Text),
    sa.Column("format", sa.Integer, nullable=False),  # see rows.FORMAT
    sa.Column("party", sa.String(40)),
    sa.Column("outcome", sa.Text),
    sa.Column("next", sa.String(40)),
    sa.Index("tables_party", "party", "made"),
)
"""One row per table, with its state after step `head`. `party` is the id of the first table of its
party, or None for tables without one, such as daily deals. `outcome` is set once the game has one.
`next` is the party's next table, if any.
"""

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
"""One row per step. Rows are only added, with two exceptions: a lobby step loses its payload if a
later one replaces it (`rows.replaced_row`), and idle lobbies and parties are deleted with their
tables (`Store.end_lobbies`, `Store.delete_parties`).
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
)
"""Pending moves: the seat that owes each move, and the time when it is due."""

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Index("seats_guest", "guest"),
)
"""Digests of the guests at each table, used to find a guest's tables."""

PASSES = sa.Table(
    "passes",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
)
"""Unused passes to seats: the guests who made them, and the times when they expire."""

SCREENS = sa.Table(
    "screens",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id")),
    sa.Column("code", sa.String(6), unique=True),
    sa.Column("due", sa.BigInteger, nullable=False),
)
"""Big screens: the code that an unpaired screen shows until `due`, or the party that a paired one
has shown since `due`. A party's id is the id of its first table.
"""

HEARTBEAT = sa.Table(
    "beat",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""The time when a server last ran. Clocks stop while no server runs."""


def is_made(connection: sa.Connection) -> bool:
    """Whether the tables exist in the form that this version needs. Raises StartupFailed if they
    were created by another program, or by a version that cannot be migrated.
    """
    names = set(sa.inspect(connection).get_table_names())
    if not names:
        return False
    if not {"alembic_version", "log"} <= names:
        raise StartupFailed("it contains other data.")
    revision = str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")))
    if revision > REVISION:
        raise StartupFailed("it was made by a newer chabudai.")
    if revision < FIRST_REVISION:
        raise StartupFailed(
            "it was made before the first release of chabudai and is not supported: choose "
            "another with --db."
        )
    return revision == REVISION
