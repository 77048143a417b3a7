"""The event store: once, in order, without forks, whoever writes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, text

from chabudai.server import protocol
from chabudai.server.refusal import StartupFailed
from chabudai.server.sources import Sources
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.commit import Conflict, PassUsed, Stored
from chabudai.server.store.database import open_database
from chabudai.server.store.schema import LOG, METADATA, REVISION, TABLES
from chabudai.server.tables.decide import Call, Change, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit

SOURCES = Sources()


@contextlib.asynccontextmanager
async def opened_store(db: str) -> AsyncIterator[Store]:
    store = Store(await open_database(db), lambda _: None)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(db: str) -> AsyncIterator[Store]:
    async with opened_store(db) as each:
        yield each


def new(begin: bool = True) -> Change:
    order = protocol.NewTable("word-bank", "Mika", 2, bots=("easy",), begin=begin)
    return open_table(Call(0, "opened", 1000, SOURCES), order, "g" * 64, "i" * 64)


def renamed(table: Table, cmd: str, name: str = "Nami") -> Change:
    return carry_out(table, Call(0, cmd, 2000, SOURCES), protocol.Rename(cmd, name))


async def loaded(store: Store, table_id: str) -> Table:
    table = await store.load(table_id)
    assert table is not None
    return table


async def test_what_was_stored_is_read_back_whole(store: Store) -> None:
    change = new()
    assert await store.append(change) == Stored(1, fresh=True)
    assert await loaded(store, change.table.id) == change.table
    assert await store.entries(change.table, 0, 99) == change.entries
    assert await store.entries(change.table, 1, 2) == change.entries[1:2]
    assert await store.load("nothing") is None
    assert await store.heads([change.table.id, "nothing"]) == {change.table.id: change.table.head}


async def test_a_command_stands_once_and_is_answered_the_same(store: Store) -> None:
    change = new()
    await store.append(change)
    first = renamed(change.table, "0:a")
    assert await store.append(first) == Stored(4, fresh=True)
    assert await store.append(first) == Stored(4, fresh=False)
    again = renamed(first.table, "0:a", "Other")
    assert await store.append(again) == Stored(4, fresh=False)
    assert await loaded(store, change.table.id) == first.table
    assert await store.done(change.table.id, "0:a") == (4, 4)
    assert await store.done(change.table.id, "0:b") == (4, None)


async def test_a_change_of_a_table_that_has_moved_is_stale(store: Store) -> None:
    change = new()
    await store.append(change)
    await store.append(renamed(change.table, "0:a"))
    with pytest.raises(Conflict):
        await store.append(renamed(change.table, "0:b"))
    unknown = replace(change.table, id="unknown")
    with pytest.raises(Conflict):
        await store.append(renamed(unknown, "0:c"))


async def test_a_pass_is_used_up_by_the_change_that_is_stored_and_by_no_other(shared: str) -> None:
    async with opened_store(shared) as one, opened_store(shared) as two:
        await one.append(change := new())
        table = change.table
        await one.put_pass("d" * 64, table.id, "g" * 64, 2001, 1000)
        first, other = (replace(renamed(table, each), uses="d" * 64) for each in ("0:a", "0:b"))
        late = replace(first, entries=tuple(replace(each, at=2001) for each in first.entries))
        with pytest.raises(PassUsed):  # it is good no more by then
            await one.append(late)
        with pytest.raises(Conflict):
            await one.append(replace(other, entries=renamed(first.table, "0:b").entries))
        assert await two.pass_maker("d" * 64, table.id, 2000) == "g" * 64
        both = (one.append(first), two.append(other))
        done = await asyncio.gather(*both, return_exceptions=True)
        assert [isinstance(each, Stored) for each in done].count(True) == 1
        table = await loaded(two, table.id)
        with pytest.raises(PassUsed):
            await two.append(replace(renamed(table, "0:c"), uses="d" * 64))
        assert await two.pass_maker("d" * 64, table.id, 2000) is None
        assert await loaded(one, table.id) == table


async def test_appends_of_many_tables_are_committed_together(db: str) -> None:
    sizes: list[int] = []
    store = Store(await open_database(db), sizes.append)
    try:
        changes = [new() for _ in range(40)]
        answers = await asyncio.gather(*map(store.append, changes))
        assert all(each.fresh for each in answers)
        assert sum(sizes) == 40
        assert max(sizes) > 10
        for change in changes:
            assert await loaded(store, change.table.id) == change.table
    finally:
        await store.close()


async def test_one_bad_append_does_not_spoil_the_others(store: Store) -> None:
    good, bad, more = new(), new(), new()
    taken = replace(bad, table=replace(bad.table, id=None))  # no row
    answers = await asyncio.gather(
        store.append(good), store.append(taken), store.append(more), return_exceptions=True
    )
    assert isinstance(answers[1], StorageFailed)
    assert answers[0] == answers[2] == Stored(1, fresh=True)
    assert await loaded(store, good.table.id) == good.table
    assert not isinstance(await store.append(new()), StorageFailed)
    await store.prove(3000)


async def test_what_waits_when_the_store_closes_is_written_first(db: str) -> None:
    store = Store(await open_database(db), lambda _: None)
    changes = [new() for _ in range(5)]
    waiting = [asyncio.create_task(store.append(change)) for change in changes]
    await asyncio.sleep(0)
    await store.close()
    assert all(each.fresh for each in await asyncio.gather(*waiting))
    with pytest.raises(StorageFailed):
        await store.append(new())
    async with opened_store(db) as later:
        for change in changes:
            assert await loaded(later, change.table.id) == change.table


def put_row(row: dict[str, object], connection: Connection) -> None:
    connection.execute(insert(LOG).values(**row))


async def test_the_same_step_cannot_be_written_twice_even_past_the_store(store: Store) -> None:
    change = new()
    await store.append(change)
    row = {"table_id": change.table.id, "seq": 1, "cmd_id": "x", "seat": 0, "part": "lobby"}
    rest = {"action": "{}", "events": "[]", "at": 1}
    from sqlalchemy.exc import IntegrityError

    for clash in (row, {**row, "seq": 99, "cmd_id": "opened"}):
        with pytest.raises(IntegrityError):
            await store.database.transact(partial(put_row, {**clash, **rest}))


async def test_codes_are_unique_and_dropped_when_a_table_is_idle(store: Store) -> None:
    order = protocol.NewTable("word-bank", "Mika", 2)
    one = open_table(Call(0, "opened", 1000, SOURCES, "0042"), order, "g" * 64, "i" * 64)
    two = open_table(Call(0, "opened", 9000, SOURCES, "0042"), order, "g" * 64, "i" * 64)
    await store.append(one)
    assert await store.with_code("0042") == one.table.id
    assert await store.codes() == {"0042"}
    with pytest.raises(StorageFailed):
        await store.append(two)
    assert await store.drop_codes(1000, (), 9000) == []
    assert await store.with_code("0042") == one.table.id
    assert await store.drop_codes(9000, (), 9000) == [one.table.id]
    assert await store.with_code("0042") is None
    assert (await store.append(two)).fresh


async def test_a_followed_table_keeps_its_code_at_every_server(shared: str) -> None:
    order = protocol.NewTable("word-bank", "Mika", 2)
    table = open_table(Call(0, "opened", 1000, SOURCES, "0042"), order, "g" * 64, "i" * 64)
    async with opened_store(shared) as here, opened_store(shared) as there:
        await here.append(table)
        assert await here.drop_codes(5000, {table.table.id}, 8000) == []
        assert await there.drop_codes(5000, (), 8000) == []
        assert await here.with_code("0042") == table.table.id
        assert await there.drop_codes(9000, (), 9000) == [table.table.id]


async def test_a_code_of_six_digits_is_stored_and_replaced_by_another(store: Store) -> None:
    opened = open_table(
        Call(0, "opened", 1000, SOURCES, "004207"),
        protocol.NewTable("word-bank", "Mika", 2),
        "g",
        "i",
    )
    await store.append(opened)
    seated = sit(opened.table, Call(0, "sit", 1000, SOURCES, "999999"), "ken", "Ken")
    await store.append(seated)
    assert (await loaded(store, opened.table.id)).code == "004207"
    freed = carry_out(seated.table, Call(0, "v", 1000, SOURCES, "123456"), protocol.Vacate("v", 1))
    await store.append(freed)
    assert await store.with_code("004207") is None
    assert await loaded(store, opened.table.id) == freed.table
    assert freed.table.code == "123456"


async def test_the_schema_is_the_one_the_revisions_make(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def check(connection: Connection) -> None:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        version = connection.execute(text("SELECT version_num FROM alembic_version"))
        assert version.scalar() == REVISION

    await store.database.transact(check)


async def test_sqlite_is_set_up_so_that_a_commit_is_on_disk(tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    tables = [text(f"pragma_{name} AS {name}") for name in names]
    settings = select(text("*")).select_from(*tables)
    wanted = ("wal", 2, 1, 5000)
    async with opened_store(f"sqlite:///{tmp_path}/x.db") as store:
        assert await store.database.transact(lambda c: c.execute(settings).one()) == wanted
        assert await store.database.rows((settings,), {}) == [[wanted]]


async def test_stored_values_are_canonical_json(store: Store) -> None:
    change = new()
    await store.append(change)
    (row,), rows = await store.database.rows((select(TABLES), select(LOG)), {})
    assert row.state.encode() == msgspec.json.encode(change.table.state)
    assert row.sitting.encode() == msgspec.json.encode(change.table.sitting)
    for stored, entry in zip(rows, change.entries, strict=True):
        assert stored.action.encode() == entry.action
        assert stored.events.encode() == msgspec.json.encode(entry.news)


async def test_a_database_in_use_is_opened_again_as_it_is(db: str) -> None:
    async with opened_store(db) as store:
        await store.append(change := new())
    async with opened_store(db) as store:
        assert await loaded(store, change.table.id) == change.table


async def test_a_database_of_something_else_is_refused(db: str) -> None:
    async with opened_store(db) as store:
        await run(store, "DROP TABLE alembic_version")
    with pytest.raises(StartupFailed, match="holds something else"):
        await open_database(db)


async def run(store: Store, statement: str) -> None:
    await store.database.transact(lambda connection: connection.execute(text(statement)))
