"""The event store: each step once, in order, without forks, and one statement per move."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import Connection, event, insert, select, text

from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import StartupFailed
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.commit import Conflict, PassUsed, Stored
from chabudai.server.store.database import open_database
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import LOG, METADATA, PENDING, REVISION, TABLES
from chabudai.server.tables.decide import Change, Entry, Table
from tests.server.support import opened_store
from tests.server.tables import AT, change, open_new, sample
from tests.server.test_fleet import held


@pytest.fixture
async def store(db: str) -> AsyncIterator[Store]:
    async with opened_store(db) as each:
        yield each


def opened(game: str = "word-bank", code: str | None = None) -> Change:
    """A table with bots in all seats but one, whose game has begun."""
    seats = max(2, min(GAMES[game].seats))
    return open_new(game, code=code, seats=seats, bots=("easy",) * (seats - 1), begin=True)


def renamed(table: Table, cmd: str, name: str = "Nami") -> Change:
    return change(table, 0, protocol.Rename(cmd, name), cmd=cmd)


async def loaded(store: Store, table_id: str) -> Table:
    table = await store.load(table_id)
    assert table is not None
    return table


async def test_a_stored_change_is_read_back_as_canonical_json(store: Store) -> None:
    made = opened()
    assert await store.append(made) == Stored(1, fresh=True)
    assert await loaded(store, made.table.id) == made.table
    assert await store.entries(made.table, 0, 99) == made.entries
    assert await store.entries(made.table, 1, 2) == made.entries[1:2]
    assert await store.load("nothing") is None
    assert await store.heads([made.table.id, "nothing"]) == {made.table.id: made.table.head}
    (row,), rows = await store.database.rows((select(TABLES), select(LOG)), {})
    assert row.state.encode() == msgspec.json.encode(made.table.state)
    assert row.sitting.encode() == msgspec.json.encode(made.table.sitting)
    for stored, entry in zip(rows, made.entries, strict=True):
        assert stored.action.encode() == entry.action
        assert stored.events.encode() == msgspec.json.encode(entry.news)


async def test_a_command_is_stored_once_and_a_change_of_a_table_that_has_moved_is_stale(
    store: Store,
) -> None:
    made = opened()
    await store.append(made)
    first = renamed(made.table, "0:a")
    assert await store.append(first) == Stored(4, fresh=True)
    assert await store.append(first) == Stored(4, fresh=False)
    assert await store.append(renamed(first.table, "0:a", "Other")) == Stored(4, fresh=False)
    for stale in (made.table, replace(made.table, id="unknown")):
        with pytest.raises(Conflict):
            await store.append(renamed(stale, "0:b"))
    assert await loaded(store, made.table.id) == first.table
    assert await store.done(made.table.id, "0:a") == (4, 4)
    assert await store.done(made.table.id, "0:b") == (4, None)


async def test_a_pass_is_used_only_by_the_change_that_is_stored(shared: str) -> None:
    async with opened_store(shared) as one, opened_store(shared) as two:
        await one.append(made := opened())
        table = made.table
        await one.put_pass("d" * 64, table.id, "g" * 64, AT + 1, AT)
        first, other = (replace(renamed(table, each), uses="d" * 64) for each in ("0:a", "0:b"))
        late = replace(first, entries=tuple(replace(each, at=AT + 1) for each in first.entries))
        with pytest.raises(PassUsed):  # the pass has expired by then
            await one.append(late)
        with pytest.raises(Conflict):
            await one.append(replace(other, entries=renamed(first.table, "0:b").entries))
        assert await two.pass_maker("d" * 64, table.id, AT) == "g" * 64
        done = await asyncio.gather(one.append(first), two.append(other), return_exceptions=True)
        assert [isinstance(each, Stored) for each in done].count(True) == 1
        table = await loaded(two, table.id)
        with pytest.raises(PassUsed):
            await two.append(replace(renamed(table, "0:c"), uses="d" * 64))
        assert await two.pass_maker("d" * 64, table.id, AT) is None
        assert await loaded(one, table.id) == table


async def test_many_changes_are_committed_together_also_when_the_store_closes(db: str) -> None:
    sizes: list[int] = []
    store = Store(await open_database(db), sizes.append)
    changes = [opened() for _ in range(40)]
    waiting = [asyncio.create_task(store.append(made)) for made in changes]
    await asyncio.sleep(0)
    await store.close()
    assert all(each.fresh for each in await asyncio.gather(*waiting))
    assert sum(sizes) == 40
    assert max(sizes) > 10
    with pytest.raises(StorageFailed):
        await store.append(opened())
    async with opened_store(db) as later:
        for made in changes:
            assert await loaded(later, made.table.id) == made.table


async def test_the_schema_refuses_a_second_row_for_a_step_or_command(store: Store) -> None:
    made = opened()
    await store.append(made)
    row = {"table_id": made.table.id, "seq": 1, "cmd_id": "x", "seat": 0, "part": "lobby"}
    rest = {"action": "{}", "events": "[]", "at": 1}
    from sqlalchemy.exc import IntegrityError

    for clash in (row, {**row, "seq": 99, "cmd_id": "opened"}):
        stored = insert(LOG).values(**clash, **rest)
        with pytest.raises(IntegrityError):
            await store.database.transact(partial(Connection.execute, statement=stored))


async def test_codes_are_unique_and_dropped_when_a_table_is_idle(store: Store) -> None:
    one, two = open_new(code="0042"), open_new(code="0042")
    await store.append(one)
    assert await store.with_code("0042") == one.table.id
    assert await store.codes() == {"0042"}
    with pytest.raises(StorageFailed):
        await store.append(two)
    assert await store.drop_codes(AT, (), AT + 1) == []
    assert await store.with_code("0042") == one.table.id
    assert await store.drop_codes(AT + 1, (), AT + 1) == [one.table.id]
    assert await store.with_code("0042") is None
    assert (await store.append(two)).fresh


async def test_a_followed_table_keeps_its_code_at_every_server(shared: str) -> None:
    table = open_new(code="0042")
    async with opened_store(shared) as here, opened_store(shared) as there:
        await here.append(table)
        assert await here.drop_codes(AT + 4000, {table.table.id}, AT + 7000) == []
        assert await there.drop_codes(AT + 4000, (), AT + 7000) == []
        assert await here.with_code("0042") == table.table.id
        assert await there.drop_codes(AT + 8000, (), AT + 8000) == [table.table.id]


async def test_the_schema_is_the_one_the_revisions_make(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def check(connection: Connection) -> None:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        version = connection.execute(text("SELECT version_num FROM alembic_version"))
        assert version.scalar() == REVISION

    await store.database.transact(check)


async def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    tables = [text(f"pragma_{name} AS {name}") for name in names]
    settings = select(text("*")).select_from(*tables)
    wanted = ("wal", 2, 1, 5000)
    async with opened_store(f"sqlite:///{tmp_path}/x.db") as store:
        assert await store.database.transact(lambda c: c.execute(settings).one()) == wanted
        assert await store.database.rows((settings,), {}) == [[wanted]]


async def test_a_database_of_another_program_is_refused(db: str) -> None:
    drop = text("DROP TABLE alembic_version")
    async with opened_store(db) as store:
        await store.database.transact(lambda connection: connection.execute(drop))
    with pytest.raises(StartupFailed, match="contains other data"):
        await open_database(db)


# --- moves

MANY = 12


def moved(table: Table, cmd: str = "") -> Change:
    seat = table.game.to_act(table.state)[0]
    act = protocol.Act("x", table.head, Raw(msgspec.json.encode(sample(table, seat, table.head))))
    cmd = cmd or f"guest.{seat}:{table.head}"
    return change(table, seat, act, cmd=cmd, at=AT + table.head, seed=table.head)


async def made(store: Store, number: int = MANY) -> list[Table]:
    changes = [opened(code=f"{at:04}") for at in range(number)]
    await asyncio.gather(*map(store.append, changes))
    return [each.table for each in changes]


async def told(store: Store, *changes: Change) -> list[Stored | BaseException]:
    return await asyncio.gather(*map(store.append, changes), return_exceptions=True)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_stored_move_by_move_as_it_is(store: Store, game: str) -> None:
    step = opened(game, "1234")
    steps: list[Entry] = []
    while True:
        assert (await store.append(step)).fresh
        steps += step.entries
        table = step.table
        assert await loaded(store, table.id) == table
        if table.sitting.status == "over":
            break
        step = moved(table)
    assert await store.entries(table, 0, table.head) == tuple(steps)
    assert await store.codes() == {table.code}, "the party keeps its code after the game"
    assert await store.database.rows((select(PENDING),), {}) == [[]]


async def test_valid_moves_in_a_batch_are_stored(store: Store) -> None:
    tables = await made(store)
    first = [moved(table) for table in tables]
    late, again, new, named = first[0], first[1], opened(), renamed(tables[2], "0:n")
    assert await told(store, late, again) == [Stored(late.entries[0].seq, fresh=True)] * 2
    # A command that is stored at an earlier step is found there.
    resent = moved(late.table, late.entries[0].cmd)
    late_for_it = moved(tables[0], "guest.0:late")
    answers = await told(store, late_for_it, again, resent, new, named, *first[3:])
    assert isinstance(answers[0], Conflict)
    assert answers[1:3] == [Stored(each.entries[0].seq, fresh=False) for each in (again, late)]
    assert all(isinstance(each, Stored) and each.fresh for each in answers[3:])
    for step in (late, again, new, named, *first[3:]):
        assert await loaded(store, step.table.id) == step.table


async def test_two_moves_of_a_table_that_come_together_are_stored_in_order(store: Store) -> None:
    (table,) = await made(store, 1)
    one = moved(table)
    two = moved(one.table)
    assert all(isinstance(each, Stored) for each in await told(store, one, two))
    assert await loaded(store, table.id) == two.table
    named = renamed(two.table, "0:n")
    again = renamed(named.table, "0:m", "Ken")
    assert all(isinstance(each, Stored) for each in await told(store, named, again))
    assert await loaded(store, table.id) == again.table


async def test_a_move_that_cannot_be_a_row_does_not_spoil_the_others(store: Store) -> None:
    first = [moved(table) for table in await made(store)]
    broken = replace(first[0], entries=(replace(first[0].entries[0], at=None),))  # not a row
    unopened = replace(opened(), table=replace(opened().table, id=None))
    answers = await told(store, *first[1:5], broken, unopened, *first[5:])
    assert isinstance(answers.pop(4), StorageFailed)
    assert isinstance(answers.pop(4), StorageFailed)
    assert all(isinstance(each, Stored) and each.fresh for each in answers)
    assert (await store.append(first[0])).fresh
    await store.prove(3000)


@pytest.fixture
async def on_postgres(shared: str) -> AsyncIterator[Store]:
    async with opened_store(shared) as each:
        yield each


async def test_statements_of_a_move_use_indexes_even_for_small_tables(on_postgres: Store) -> None:
    (table,), database = await made(on_postgres, 1), on_postgres.database
    assert isinstance(database, Postgres)
    asked: list[tuple[str, Any]] = []

    def note(*told: Any) -> None:
        asked.append(told[2:4])

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    move = moved(table)
    await on_postgres.append(move)
    await on_postgres.load_after(table.id, 1, 64)
    await on_postgres.append(renamed(move.table, "0:n"))
    event.remove(database.engine.sync_engine, "before_cursor_execute", note)
    plans: list[str] = []
    async with database.engine.connect() as connection:
        await connection.exec_driver_sql("ANALYZE")
        for statement, values in asked:
            # The driver returns no plan for several rows of values, so only the first is explained.
            one = values[0] if isinstance(values, list) else values
            plan = await connection.exec_driver_sql(f"EXPLAIN {statement}", one)
            plans += [line for (line,) in plan]
    assert len(asked) > 5
    assert any("Index Scan" in line for line in plans)
    assert [line for line in plans if "Seq Scan" in line] == []


async def test_a_row_locked_by_a_stuck_server_is_not_waited_for(
    shared: str, on_postgres: Store
) -> None:
    tables = await made(on_postgres, 3)
    moves = [moved(table) for table in tables]
    async with held(shared, tables[0].id):
        answers = await told(on_postgres, *moves)
        assert isinstance(answers[0], Conflict)
        assert all(isinstance(each, Stored) for each in answers[1:])
    assert (await on_postgres.append(moves[0])).fresh
