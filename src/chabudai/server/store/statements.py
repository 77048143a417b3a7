"""The store's SQL statements, built only once: building them takes longer than running them."""

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    String,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    tuple_,
    update,
)

from chabudai.server.store.schema import (
    HEARTBEAT,
    LOG,
    PASSES,
    PENDING,
    SCREENS,
    SEATS,
    TABLES,
)

EARLIER = LOG.alias()
# A table's code after a step (`rows.moved_row`).
CODE = case(
    (bindparam("recoded", type_=Boolean), bindparam("code", type_=String)),
    # The code in the row's values may be outdated, and already belong to another table.
    else_=TABLES.c.code,
)
UPDATE_TABLE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of"), TABLES.c.head == bindparam("expected"))
    .values(
        head=bindparam("head"),
        status=bindparam("status"),
        code=CODE,
        moved=bindparam("moved"),
        sitting=bindparam("sitting"),
        format=bindparam("format"),
        next=bindparam("next"),
        outcome=func.coalesce(bindparam("outcome", type_=TABLES.c.outcome.type), TABLES.c.outcome),
        # Keep the old state if the new one is null, so that an unreadable state can be inspected.
        state=func.coalesce(bindparam("state", type_=TABLES.c.state.type), TABLES.c.state),
    )
)
HEADS = select(TABLES.c.id, TABLES.c.head).where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
# Do not wait for rows locked by another server: the table will have changed by then.
LOCK_HEADS = HEADS.order_by(TABLES.c.id).with_for_update(skip_locked=True)
FIND_STEPS = select(LOG.c.table_id, LOG.c.cmd_id, LOG.c.seq).where(
    LOG.c.table_id.in_(bindparam("ids", expanding=True)),
    LOG.c.cmd_id.in_(bindparam("commands", expanding=True)),
)
INSERT_TABLE, INSERT_LOG, INSERT_PENDING = insert(TABLES), insert(LOG), insert(PENDING)
INSERT_SEATS = insert(SEATS)
# Only the latest step of a replaceable kind still has its payload.
REPLACED = (
    select(func.max(EARLIER.c.seq))
    .where(EARLIER.c.table_id == bindparam("of"), EARLIER.c.seq < bindparam("before"))
    .where(EARLIER.c.part == literal_column("'lobby'"), EARLIER.c.seat == bindparam("by"))
    .where(EARLIER.c.action.like(bindparam("like")))
)
DROP_REPLACED = (
    update(LOG)
    .where(LOG.c.table_id == bindparam("of"), LOG.c.seq == REPLACED.scalar_subquery())
    .values(action=bindparam("emptied"))
)
# Use an upsert: if several servers start on an empty database, all of them find no row.
BEAT = text(
    "INSERT INTO beat (id, at) VALUES (1, :now) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
).bindparams(bindparam("now", type_=BigInteger))
BEAT_AFTER = (
    update(HEARTBEAT).where(HEARTBEAT.c.at == bindparam("seen")).values(at=bindparam("now"))
)
IS_CLOCK = (PENDING.c.kind == "guest") & PENDING.c.due.is_not(None)
RUNS = IS_CLOCK | PENDING.c.clock.is_not(None)
KEY = tuple_(PENDING.c.table_id, PENDING.c.seat)
# Do not wait for rows locked by another server: the move is being made.
FREE = select(PENDING.c.table_id, PENDING.c.seat).with_for_update(skip_locked=True)
PUT_OFF = (
    update(PENDING)
    .where(RUNS, KEY.in_(FREE))
    .values(
        due=case((IS_CLOCK, PENDING.c.due + bindparam("by")), else_=PENDING.c.due),
        clock=PENDING.c.clock + bindparam("by"),
    )
)
DELETE_PENDING = delete(PENDING).where(PENDING.c.table_id == bindparam("of"))
DELETE_SEATS = delete(SEATS).where(SEATS.c.table_id == bindparam("of"))
FIND_HEAD = select(TABLES.c.head).where(TABLES.c.id == bindparam("of"))
FIND_STEP = select(LOG.c.seq).where(
    LOG.c.table_id == bindparam("of"), LOG.c.cmd_id == bindparam("command")
)
LAST_COMMAND = (
    select(func.coalesce(func.max(LOG.c.at), 0))
    .where(LOG.c.table_id == PENDING.c.table_id, LOG.c.seq >= PENDING.c.since)
    .where((LOG.c.seq == PENDING.c.since) | (LOG.c.seat == PENDING.c.seat))
    .scalar_subquery()
)
TABLE = (
    select(TABLES).where(TABLES.c.id == bindparam("of")),
    select(PENDING, LAST_COMMAND.label("at"))
    .where(PENDING.c.table_id == bindparam("of"))
    .order_by(PENDING.c.seat),
)
"""Statements for a table's row and its pending moves (`PendingMove`)."""
STEPS = (
    select(LOG)
    .where(LOG.c.table_id == bindparam("of"))
    .where(LOG.c.seq > bindparam("after"), LOG.c.seq <= bindparam("upto"))
    .order_by(LOG.c.seq)
)
MOVES = (
    select(LOG.c.seq, LOG.c.cmd_id, LOG.c.seat, LOG.c.action)
    .where(LOG.c.table_id == bindparam("of"), LOG.c.seq <= bindparam("head"), LOG.c.part == "play")
    .order_by(LOG.c.seq)
)
SEATED = select(SEATS.c.table_id).where(SEATS.c.guest == bindparam("guest"))
OF_GAME = (TABLES.c.id, TABLES.c.game, TABLES.c.status, TABLES.c.sitting, TABLES.c.format)
# The clocks of several servers may differ, so `made` does not tell which table is the latest.
IS_LATEST = TABLES.c.next.is_(None)
PARTIES_OF = select(TABLES.c.party).where(TABLES.c.id.in_(SEATED))
TABLES_OF = (
    select(*OF_GAME)
    .where(
        (TABLES.c.party.in_(PARTIES_OF) & IS_LATEST)
        | (TABLES.c.party.is_(None) & TABLES.c.id.in_(SEATED))
    )
    .order_by(
        case({"playing": 0, "lobby": 1}, value=TABLES.c.status, else_=2),
        TABLES.c.made.desc(),
        TABLES.c.id,
    )
    .limit(bindparam("most"))
)
OWED_AT_TABLES_OF = select(PENDING.c.table_id, PENDING.c.seat).where(PENDING.c.table_id.in_(SEATED))
OF_PARTY = TABLES.c.party == bindparam("of")
LAST_MOVED = (
    select(LOG.c.at)
    .where(LOG.c.table_id == TABLES.c.id, LOG.c.part == literal_column("'play'"))
    .order_by(LOG.c.seq.desc())
    .limit(1)
    .scalar_subquery()
)
PARTY_TABLES = (
    select(
        *OF_GAME,
        # A game may end before its first move.
        func.coalesce(LAST_MOVED, TABLES.c.moved).label("last_moved"),
        TABLES.c.outcome,
    )
    .where(OF_PARTY)
    .order_by(TABLES.c.made.desc())
    .limit(bindparam("most"))
)
LATEST_TABLE = select(TABLES.c.id).where(OF_PARTY, IS_LATEST)
PLAYED_THERE = (
    select(SEATS.c.guest)
    .where(SEATS.c.guest == bindparam("guest"))
    .where(SEATS.c.table_id.in_(select(TABLES.c.id).where(OF_PARTY)))
    .limit(1)
)
WITH_CODE = select(TABLES.c.id).where(TABLES.c.code == bindparam("code"))
CODES = select(TABLES.c.code).where(TABLES.c.code.is_not(None))
CLOCKS = select(func.count().label("number")).where(RUNS)
# Only a party's first lobby: a later one has the party's code, and the previous table leads to it.
IDLE_LOBBIES = (
    select(TABLES.c.id)
    .where(TABLES.c.status == "lobby", TABLES.c.moved < bindparam("before"))
    .where((TABLES.c.party == TABLES.c.id) | TABLES.c.party.is_(None))
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
PARTY = func.coalesce(TABLES.c.party, TABLES.c.id)
IDLE = func.max(TABLES.c.moved) < bindparam("before")
IDLE_PARTIES = (
    select(TABLES.c.party)
    .where(TABLES.c.party.is_not(None))
    .group_by(TABLES.c.party)
    .having(IDLE)
    .limit(bindparam("most"))
)
IDLE_TABLES = (
    select(PARTY.label("party"), TABLES.c.game, TABLES.c.moved)
    .where(PARTY.in_(select(PARTY).group_by(PARTY).having(IDLE)))
    .order_by(TABLES.c.moved, TABLES.c.id)
)
"""Tables of idle parties, and idle tables without a party. A table without a party counts as a
party.
"""
IDLE_ALONE = (
    select(TABLES.c.id)
    .where(TABLES.c.party.is_(None), TABLES.c.moved < bindparam("before"))
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
TABLES_IN = select(TABLES.c.id).where(TABLES.c.party.in_(bindparam("parties", expanding=True)))
LOCK_TABLES_IN = TABLES_IN.order_by(TABLES.c.id).with_for_update()
IDS: BindParameter[str] = bindparam("ids", expanding=True)
DELETE_TABLES = (
    *(
        delete(rows).where(rows.c.table_id.in_(IDS))
        for rows in (LOG, PENDING, SEATS, PASSES, SCREENS)
    ),
    delete(TABLES).where(TABLES.c.id.in_(IDS)),
)
"""Statements that delete tables and all rows that belong to them."""
UNUSED = TABLES.c.code.is_not(None) & (TABLES.c.moved < bindparam("before"))
IDLE_CODES = select(TABLES.c.id).where(UNUSED)
DROP_CODES = update(TABLES).where(TABLES.c.id.in_(IDS)).values(code=None)
RENEW_CODES = update(TABLES).where(UNUSED, TABLES.c.id.in_(IDS)).values(moved=bindparam("now"))
IS_GOOD = (
    (PASSES.c.digest == bindparam("digest"))
    & (PASSES.c.table_id == bindparam("of"))
    & (PASSES.c.due > bindparam("now"))
)
PASS_MAKER = select(PASSES.c.guest).where(IS_GOOD)
USE_PASS = delete(PASSES).where(IS_GOOD)
INSERT_PASS = insert(PASSES)
DROP_PASSES = delete(PASSES).where(
    (PASSES.c.table_id == bindparam("of")) & (PASSES.c.guest == bindparam("maker"))
    | (PASSES.c.due <= bindparam("now"))
)
LAST_STEP = (
    select(func.max(TABLES.c.moved)).where(TABLES.c.party == SCREENS.c.table_id).scalar_subquery()
)
SCREEN = select(SCREENS, LAST_STEP.label("moved")).where(SCREENS.c.digest == bindparam("screen"))
SCREEN_WITH_CODE = select(SCREENS.c.digest).where(
    SCREENS.c.code == bindparam("code"), SCREENS.c.due > bindparam("now")
)
INSERT_SCREEN = insert(SCREENS)
DROP_SCREENS = delete(SCREENS).where(
    (SCREENS.c.digest == bindparam("screen"))
    | (SCREENS.c.table_id.is_(None) & (SCREENS.c.due <= bindparam("now")))
)
LAST_BEAT = select(func.max(HEARTBEAT.c.at).label("at"))
LAST_MOVE = select(func.max(TABLES.c.moved).label("at"))
