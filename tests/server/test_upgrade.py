"""Servers of two versions on one PostgreSQL: the older leaves to the newer what it cannot read."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text, update

from chabudai.core import Rng
from chabudai.server.services import Settings
from chabudai.server.store import rows
from chabudai.server.store.database import Database, open_database
from chabudai.server.store.schema import LOG, PENDING, REVISIONS, TABLES
from tests.server.forked import reserve_port
from tests.server.stored_types import STORED, stored_types
from tests.server.support import BRISK, Guest, guest, play_on, running

NEWER = 4501
TWO: dict[str, Any] = {"seats": 2, "bots": ["easy"], "begin": True}
TWO["options"] = {"first_player": 0, "turn_clock": 60}


@contextlib.asynccontextmanager
async def newer_server(db: str, static: Path) -> AsyncIterator[str]:
    """A server of the next version, in a process of its own; gives its address."""
    with reserve_port() as port:
        number = str(port.getsockname()[1])
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.server.newer", number, db, str(static)),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            yield (await process.stdout.readline()).decode().strip()
        finally:
            process.terminate()
            await process.communicate()


async def stored(database: Database, table_id: str) -> list[Any]:
    """All rows of a table."""
    own = ((TABLES, TABLES.c.id), (LOG, LOG.c.table_id), (PENDING, PENDING.c.table_id))
    return await database.rows(tuple(select(kind).where(of == table_id) for kind, of in own), {})


async def closed_with(who: Guest, table: str) -> int:
    """The code with which a socket at a table is closed."""
    async with who.line(table) as line:
        return await line.closing()


async def test_an_older_server_leaves_a_table_to_the_newer_and_takes_it_up_when_it_can(
    shared: str, static: Path
) -> None:
    settings = Settings(db=shared, static=static, bot_workers=1, sources=BRISK)
    database = await open_database(shared)
    async with running(settings) as older, guest(older.base) as mika:
        table = (await mika.open(**TWO))["table"]
        beside = (await mika.open(**TWO))["table"]
        async with newer_server(shared, static) as base:
            async with mika.line(table) as here, mika.line(beside) as other:
                await here.first("update")
                await other.first("update")
                mika.go_to(base)
                async with mika.line(table) as there:
                    assert (await there.say(type="rename", name="Nami"))["type"] == "accepted"
                    assert await here.closing() == NEWER
                    before = await stored(database, table)
                    mika.go_to(older.base)
                    assert await closed_with(mika, table) == NEWER
                    assert [
                        each["table"] for each in (await mika.http.get("/api/tables")).json()
                    ] == [beside]
                    assert (
                        await mika.http.get(f"/api/tables/{table}/transcript")
                    ).status_code == 503
                    assert (await other.say(type="rename", name="Rin"))["type"] == "accepted"
                    assert await stored(database, table) == before
                    assert older.services.metrics.faults._value.get() == 0
                    await play_on(there, 0, Rng(1), 2)
            assert await closed_with(mika, table) == NEWER
        (row,), _, _ = await stored(database, table)
        assert (row.format, json.loads(row.sitting)["mood"]) == (rows.FORMAT + 1, "merry")
    async with newer_server(shared, static) as base:  # what was older is replaced
        mika.go_to(base)
        async with guest(base) as back:
            back.http.cookies.update(mika.http.cookies)
            async with back.line(table) as line, back.line(beside) as other:
                assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"
                assert (await other.first("lobby"))["chairs"][0]["name"] == "Rin"
                for each in (line, other):
                    assert (await each.say(type="hasten", hasten=True))["type"] == "accepted"
                await asyncio.gather(play_on(line, 0, Rng(2)), play_on(other, 0, Rng(3)))
    for each in (table, beside):
        (row,), log, _ = await stored(database, each)
        assert row.status == "over"
        assert '"stop"' not in "".join(step.action for step in log)
    await database.close()


async def test_a_game_of_later_rules_owes_what_it_owed_whatever_is_tried_at_an_older_server(
    shared: str, static: Path
) -> None:
    settings = Settings(db=shared, static=static, bot_workers=1, sources=BRISK)
    database = await open_database(shared)
    async with running(settings) as newer, guest(newer.base) as mika:
        table = (await mika.open(**TWO))["table"]
    later = update(TABLES).values(sitting=func.replace(TABLES.c.sitting, '"rules":', '"rules":9'))
    await database.transact(partial(Connection.execute, statement=later))
    before = await stored(database, table)
    assert before[2]
    async with running(settings) as older, guest(older.base) as back:
        back.http.cookies.update(mika.http.cookies)
        async with back.line(table) as line:
            assert (await line.first("lobby"))["stopped"] == "newer"
            for command in ({"type": "rename", "name": "Nami"}, {"type": "end"}, {"type": "leave"}):
                assert (await line.say(**command))["code"] == "not-now"
    assert await stored(database, table) == before
    await database.close()


async def test_tables_of_before_there_were_formats_are_played_on(db: str, static: Path) -> None:
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK)
    async with running(settings) as server, guest(server.base) as mika:
        table = (await mika.open(**TWO))["table"]
    database = await open_database(db)
    # They knew of no deals and no advice.
    sitting: Any = TABLES.c.sitting
    for since in (',"advice":false,"advised":0', ',"daily":null'):
        sitting = func.replace(sitting, since, "")
    first = update(TABLES).values(sitting=sitting, format=1)
    await database.transact(partial(Connection.execute, statement=first))
    before = await stored(database, table)
    assert "daily" not in before[0][0].sitting
    for undo in (
        "ALTER TABLE tables DROP COLUMN format",
        "UPDATE alembic_version SET version_num = '0006'",
    ):
        await database.transact(partial(Connection.execute, statement=text(undo)))
    await database.close()
    async with running(settings) as server, guest(server.base) as back:
        assert await stored(server.services.store.database, table) == before
        back.http.cookies.update(mika.http.cookies)
        async with back.line(table) as line:
            await line.say(type="hasten", hasten=True)
            await play_on(line, 0, Rng(1))
            assert (await line.first("lobby"))["status"] == "over"


async def test_a_server_goes_on_where_a_newer_one_has_only_added(db: str) -> None:
    database = await open_database(db)
    newest = REVISIONS[-1].partition(".")[0]
    for version, starts in ((f"9998.{newest}", True), ("9999.9998", False), ("9999", False)):
        named = text("UPDATE alembic_version SET version_num = :v").bindparams(v=version)
        await database.transact(partial(Connection.execute, statement=named))
        with (
            contextlib.nullcontext() if starts else pytest.raises(Exception, match="newer chabudai")
        ):
            await (await open_database(db)).close()
    await database.close()


def test_what_is_stored_is_as_its_format_says() -> None:
    """Where this fails: raise `rows.FORMAT`, then write `stored.json` anew (`stored_types.py`)."""
    assert stored_types() == json.loads(STORED.read_text())
