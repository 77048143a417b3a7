"""Servers of two versions on one database, and databases with another schema, which are refused."""

import asyncio
import json
import shutil
import signal
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, inspect, select, text, update

from chabudai.core import Rng
from chabudai.server.refusal import StartupFailed
from chabudai.server.settings import Settings
from chabudai.server.store import rows
from chabudai.server.store.database import Database, open_database
from chabudai.server.store.schema import LOG, PENDING, REVISION, TABLES
from tests.server.forked_servers import forked_servers
from tests.server.stored_types import STORED, stored_types
from tests.server.support import BRISK, Guest, Serve, guest, play_on, running
from tests.unit.cli.support import refused

NEWER = 4501
TWO: dict[str, Any] = {"seats": 2, "bots": ["easy"], "begin": True}
TWO["options"] = {"first_player": 0, "turn_clock": 60}


async def stored(database: Database, table_id: str) -> list[Any]:
    own = ((TABLES, TABLES.c.id), (LOG, LOG.c.table_id), (PENDING, PENDING.c.table_id))
    return await database.rows(tuple(select(kind).where(of == table_id) for kind, of in own), {})


async def closed_with(who: Guest, table: str) -> int:
    async with who.line(table) as line:
        return await line.closing()


async def test_an_older_server_leaves_a_table_to_the_newer_and_continues_if_it_can(
    shared: str, static: Path, serve: Serve
) -> None:
    database = await open_database(shared)
    older = await serve(db=shared)
    mika = await older.guest()
    table, beside = [(await mika.open(**TWO))["table"] for _ in range(2)]
    async with forked_servers(shared, static, 1) as (newer,):
        base = await newer.start("newer")
        here, other = await mika.connect(table), await mika.connect(beside)
        for each in (here, other):
            await each.first("update")
        mika.go_to(base)
        async with mika.line(table) as there:
            await there.accept(type="rename", name="Nami")
            assert await here.closing() == NEWER
            before = await stored(database, table)
            mika.go_to(older.base)
            assert await closed_with(mika, table) == NEWER
            tables = (await mika.http.get("/api/tables")).json()
            assert [each["table"] for each in tables] == [beside]
            assert (await mika.http.get(f"/api/tables/{table}/transcript")).status_code == 503
            await other.accept(type="rename", name="Rin")
            assert await stored(database, table) == before
            assert older.faults == 0
            await play_on(there, 0, Rng(1), 2)
        await newer.end(signal.SIGTERM)
        assert await closed_with(mika, table) == NEWER
        (row,), _, _ = await stored(database, table)
        assert (row.format, json.loads(row.sitting)["mood"]) == (rows.FORMAT + 1, "merry")
        await other.ws.close()
        async with guest(await newer.start("newer")) as back:  # now all servers are newer
            back.http.cookies.update(mika.http.cookies)
            line, other = await back.connect(table), await back.connect(beside)
            assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"
            assert (await other.first("lobby"))["chairs"][0]["name"] == "Rin"
            for each in (line, other):
                await each.accept(type="hasten", hasten=True)
            await asyncio.gather(play_on(line, 0, Rng(2)), play_on(other, 0, Rng(3)))
    for name in (table, beside):
        (row,), log, _ = await stored(database, name)
        assert row.status == "over"
        assert '"stop"' not in "".join(step.action for step in log)
    await database.close()


async def test_an_older_server_changes_nothing_in_a_game_of_later_rules(
    shared: str, serve: Serve
) -> None:
    database = await open_database(shared)
    newer = await serve(db=shared)
    mika = await newer.guest()
    table = (await mika.open(**TWO))["table"]
    await newer.stack.aclose()
    newer.services.registry._tables.clear()
    later = update(TABLES).values(sitting=func.replace(TABLES.c.sitting, '"rules":', '"rules":9'))
    await database.transact(partial(Connection.execute, statement=later))
    before = await stored(database, table)
    assert before[2]
    older = await serve(db=shared)
    back = await older.guest()
    back.http.cookies.update(mika.http.cookies)
    line = await back.connect(table)
    assert (await line.first("lobby"))["stopped"] == "newer"
    for command in ({"type": "rename", "name": "Nami"}, {"type": "end"}, {"type": "leave"}):
        assert await line.refuse(**command) == "not-now"
    assert (await back.http.get(f"/api/tables/{table}/transcript")).status_code == 409
    await older.services.clocks.tick(older.services.settings.sources.now() + 3_600_000)
    assert await stored(database, table) == before
    await database.close()


REFUSED = {
    "0001": "before the first release of chabudai and is not supported: choose another with",
    "0007.0006": "before the first release of chabudai and is not supported: choose another",
    "r0005": "by a newer chabudai",
}
"""Revisions of the schema, and the error message for databases of each."""
RENAMED = "UPDATE alembic_version SET version_num = '{}'"


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("revision", REFUSED)
def test_a_file_of_another_version_is_refused_and_not_changed(
    tmp_path: Path, tables: Path, revision: str, is_killed: bool
) -> None:
    """This includes databases with the journal of a killed server."""
    running, file = tmp_path / "running.db", tmp_path / "x.db"
    shutil.copy(tables, running)
    ends = ("", "-wal") if is_killed else ("",)
    with closing(sqlite3.connect(running, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(RENAMED.format(revision))
        if not is_killed:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for end in ends:
            shutil.copy(f"{running}{end}", f"{file}{end}")
    left = [Path(f"{file}{end}") for end in ends]
    for each in left:
        each.chmod(0o644)
    before = [(each.read_bytes(), each.stat().st_mtime_ns, each.stat().st_mode) for each in left]
    assert (REVISION.encode() in before[0][0]) is is_killed
    told = refused("serve", "--port", "0", "--db", str(file))
    assert f"{file} cannot be opened: it was made {REFUSED[revision]}" in told
    after = [(each.read_bytes(), each.stat().st_mtime_ns, each.stat().st_mode) for each in left]
    assert after == before
    assert {*tmp_path.glob("x.db*")} - {Path(f"{file}-shm")} == {*left}


BEFORE_SCREENS = ("DROP TABLE screens", RENAMED.format("r0003"))
BEFORE_NEXT = (*BEFORE_SCREENS, "ALTER TABLE tables DROP COLUMN next", RENAMED.format("r0002"))
BEFORE_PARTIES = (
    *BEFORE_SCREENS,
    "DROP INDEX tables_party",
    "ALTER TABLE tables DROP COLUMN party",
    "ALTER TABLE tables DROP COLUMN outcome",
    "ALTER TABLE tables DROP COLUMN next",
    RENAMED.format("r0001"),
)


@pytest.mark.parametrize(
    ("earlier", "listed"), [(BEFORE_PARTIES, 2), (BEFORE_NEXT, 1), (BEFORE_SCREENS, 1)]
)
async def test_a_database_of_an_earlier_schema_is_migrated_and_keeps_its_tables(
    db: str, static: Path, earlier: tuple[str, ...], listed: int
) -> None:
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK)
    async with running(settings) as site:
        mika = await site.guest()
        kept, secret = (await mika.open())["table"], mika.http.cookies["guest"]
        order = {"game": "quiddler"}
        answer = await mika.http.post(f"/api/parties/{kept}/next", json=order)
        tables = [answer.json()["table"], kept]
    database = await open_database(db)
    for statement in earlier:
        await database.transact(partial(Connection.execute, statement=text(statement)))
    await database.close()
    async with running(settings) as later, guest(later.base) as back:
        back.http.cookies.set("guest", secret)
        found = (await back.http.get("/api/tables")).json()
        joined = (await back.join(table=kept)).json()
    assert [each["table"] for each in found] == tables[:listed]
    assert {each["seat"] for each in found} == {0}
    assert (joined["table"], joined["seat"]) == (tables[0], 0)


async def test_a_postgresql_of_another_version_is_refused_and_not_touched(shared: str) -> None:
    database = await open_database(shared)

    def contents(connection: Connection) -> list[Any]:
        names = sorted(inspect(connection).get_table_names())
        return [(each, [*connection.execute(text(f"SELECT * FROM {each}"))]) for each in names]

    for revision, why in REFUSED.items():
        renamed = text(RENAMED.format(revision))
        await database.transact(partial(Connection.execute, statement=renamed))
        before = await database.transact(contents)
        assert before[0] == ("alembic_version", [(revision,)])
        with pytest.raises(StartupFailed, match=f"it was made {why}"):
            await open_database(shared)
        assert await database.transact(contents) == before
    await database.close()


def test_stored_types_match_their_format() -> None:
    """If this fails, run `stored_types.py`; once 0.2.0 is released, raise `rows.FORMAT` first."""
    assert stored_types() == json.loads(STORED.read_text())
