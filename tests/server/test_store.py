"""The event store: each step once, in order, without forks."""

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
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.commit import Conflict, PassUsed, Stored
from chabudai.server.store.database import open_database
from chabudai.server.store.schema import LOG, METADATA, REVISION, TABLES
from chabudai.server.tables.decide import Change, Table
from chabudai.server.tables.decide.lobby import sit
from tests.server.tables import AT, call, change, open_new


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


def new(code: str | None = None) -> Change:
    """A table whose game has begun."""
    return open_new(code=code, bots=("easy",), begin=True)


def renamed(table: Table, cmd: str, name: str = "Nami") -> Change:
    return change(table, 0, protocol.Rename(cmd, name), cmd=cmd)


async def loaded(store: Store, table_id: str) -> Table:
    table = await store.load(table_id)
    assert table is not None
    return table


async def test_a_stored_change_is_read_back_unchanged(store: Store) -> None:
    made = new()
    assert await store.append(made) == Stored(1, fresh=True)
    assert await loaded(store, made.table.id) == made.table
    assert await store.entries(made.table, 0, 99) == made.entries
    assert await store.entries(made.table, 1, 2) == made.entries[1:2]
    assert await store.load("nothing") is None
    assert await store.heads([made.table.id, "nothing"]) == {made.table.id: made.table.head}


async def test_a_command_is_stored_once_and_answered_alike(store: Store) -> None:
    made = new()
    await store.append(made)
    first = renamed(made.table, "0:a")
    assert await store.append(first) == Stored(4, fresh=True)
    assert await store.append(first) == Stored(4, fresh=False)
    assert await store.append(renamed(first.table, "0:a", "Other")) == Stored(4, fresh=False)
    assert await loaded(store, made.table.id) == first.table
    assert await store.done(made.table.id, "0:a") == (4, 4)
    assert await store.done(made.table.id, "0:b") == (4, None)


async def test_a_change_of_a_table_that_has_moved_is_stale(store: Store) -> None:
    made = new()
    await store.append(made)
    await store.append(renamed(made.table, "0:a"))
    with pytest.raises(Conflict):
        await store.append(renamed(made.table, "0:b"))
    unknown = replace(made.table, id="unknown")
    with pytest.raises(Conflict):
        await store.append(renamed(unknown, "0:c"))


async def test_a_pass_is_used_only_by_the_change_that_is_stored(shared: str) -> None:
    async with opened_store(shared) as one, opened_store(shared) as two:
        await one.append(made := new())
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


async def test_appends_of_many_tables_are_committed_together(db: str) -> None:
    sizes: list[int] = []
    store = Store(await open_database(db), sizes.append)
    try:
        changes = [new() for _ in range(40)]
        assert all(each.fresh for each in await asyncio.gather(*map(store.append, changes)))
        assert sum(sizes) == 40
        assert max(sizes) > 10
        for made in changes:
            assert await loaded(store, made.table.id) == made.table
    finally:
        await store.close()


async def test_waiting_changes_are_written_when_the_store_closes(db: str) -> None:
    store = Store(await open_database(db), lambda _: None)
    changes = [new() for _ in range(5)]
    waiting = [asyncio.create_task(store.append(made)) for made in changes]
    await asyncio.sleep(0)
    await store.close()
    assert all(each.fresh for each in await asyncio.gather(*waiting))
    with pytest.raises(StorageFailed):
        await store.append(new())
    async with opened_store(db) as later:
        for made in changes:
            assert await loaded(later, made.table.id) == made.table


async def test_the_schema_refuses_a_second_row_for_a_step_or_command(store: Store) -> None:
    made = new()
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


async def test_a_code_of_six_digits_is_stored_and_replaced_by_another(store: Store) -> None:
    opened = open_new(code="004207")
    await store.append(opened)
    seated = sit(opened.table, call(code="999999"), "ken", "Ken")
    await store.append(seated)
    assert (await loaded(store, opened.table.id)).code == "004207"
    freed = change(seated.table, 0, protocol.Vacate("v", 1), code="123456")
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


async def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    tables = [text(f"pragma_{name} AS {name}") for name in names]
    settings = select(text("*")).select_from(*tables)
    wanted = ("wal", 2, 1, 5000)
    async with opened_store(f"sqlite:///{tmp_path}/x.db") as store:
        assert await store.database.transact(lambda c: c.execute(settings).one()) == wanted
        assert await store.database.rows((settings,), {}) == [[wanted]]


async def test_stored_values_are_canonical_json(store: Store) -> None:
    made = new()
    await store.append(made)
    (row,), rows = await store.database.rows((select(TABLES), select(LOG)), {})
    assert row.state.encode() == msgspec.json.encode(made.table.state)
    assert row.sitting.encode() == msgspec.json.encode(made.table.sitting)
    for stored, entry in zip(rows, made.entries, strict=True):
        assert stored.action.encode() == entry.action
        assert stored.events.encode() == msgspec.json.encode(entry.news)


async def test_a_database_of_another_program_is_refused(db: str) -> None:
    drop = text("DROP TABLE alembic_version")
    async with opened_store(db) as store:
        await store.database.transact(lambda connection: connection.execute(drop))
    with pytest.raises(StartupFailed, match="contains other data"):
        await open_database(db)
