"""A disk that is full, a file that is locked: what is not stored is told to nobody, and it goes on.

The file really cannot grow: the system refuses whatever this process writes beyond a limit.
"""

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.server.refusal import Refused
from chabudai.server.settings import Settings
from chabudai.server.store.commit import Verdict
from chabudai.server.store.sqlite import Sqlite
from chabudai.server.tables import bots
from chabudai.server.tables.decide import Change
from chabudai.server.tables.followers import warn
from tests.server.support import (
    BRISK,
    OFTEN,
    Clock,
    Guest,
    Line,
    Running,
    damage,
    entries,
    guest,
    play_on,
    running,
    sampled,
    timed,
)
from tests.support.full_disk import files_of

MANY = 12


@pytest.fixture
async def at_tables(
    tmp_path: Path, static: Path, tables: Path
) -> AsyncIterator[tuple[Running, Guest, list[str], list[Line]]]:
    """A server on a file of its own, and a guest with sockets at many tables whose move it is."""
    db = str(shutil.copy(tables, tmp_path))
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK, limits=OFTEN)
    async with running(settings) as site, guest(site.base) as mika, AsyncExitStack() as stack:
        order = {"seats": 2, "bots": ["easy"], "begin": True, "options": {"first_player": 0}}
        names = [(await mika.open(**order))["table"] for _ in range(MANY)]
        lines = [await stack.enter_async_context(mika.line(name)) for name in names]
        for line in lines:
            await line.turn(0)
        yield site, mika, names, lines


def largest(site: Running) -> int:
    """How large a file may be so that none of the server's grows."""
    database = site.services.store.database
    assert isinstance(database, Sqlite)
    return Path(f"{database.path}-wal").stat().st_size


def move(line: Line, number: int) -> dict[str, Any]:
    """A move that is to be made at a table."""
    update = line.last("update")
    assert update is not None
    action = sampled(update, 0, Rng(number))
    return {"type": "act", "id": f"once{number}", "head": update["seq"], "action": action}


async def say_again(line: Line, command: dict[str, Any]) -> dict[str, Any]:
    """Send a command again that was refused; its answer."""
    line.messages[:] = [each for each in line.messages if each.get("id") != command["id"]]
    return await line.say(**command)


async def test_a_move_that_found_no_room_is_told_to_nobody_and_made_once_when_there_is_some(
    at_tables: tuple[Running, Guest, list[str], list[Line]],
) -> None:
    site, mika, names, lines = at_tables
    moves = [move(line, number) for number, line in enumerate(lines)]
    before = [len(line.of("update")) for line in lines]
    watching = AsyncExitStack()
    async with watching, guest(site.base) as ken:
        other = await watching.enter_async_context(ken.line(names[0]))
        await other.first("update")
        with files_of(largest(site)):
            for _ in range(3):
                said = await asyncio.gather(*map(say_again, lines, moves))
                assert {answer.get("code") for answer in said} == {"unstored"}
            site.services.store._wrote = -10.0
            assert (await mika.http.get("/readyz")).status_code == 503
            assert (await mika.http.get("/livez")).status_code == 200
            assert site.services.metrics.faults._value.get() > 0
            # Whoever comes meanwhile sees the table as it is.
            async with mika.line(names[0]) as late:
                assert (await late.first("update"))["seq"] == moves[0]["head"]
        assert [len(line.of("update")) for line in lines] == before
        assert len(other.of("update")) == 1
        said = await asyncio.gather(*map(say_again, lines, moves))
        assert {answer["type"] for answer in said} == {"accepted"}
        again = await asyncio.gather(*map(say_again, lines, moves))
        assert [answer["seq"] for answer in again] == [answer["seq"] for answer in said]
        await other.at(said[0]["seq"])
        assert (await mika.http.get("/readyz")).status_code == 200
        assert await play_on(lines[0], 0, Rng(1), moves=2) == 2
    for name, command, answer in zip(names, moves, said, strict=True):
        table, rows = await entries(site, name)
        assert [row.seq for row in rows] == list(range(1, table.head + 1))
        stored = [row.seq for row in rows if row.cmd.endswith(f":{command['id']}")]
        assert stored == [answer["seq"]]


async def test_a_bot_whose_move_finds_no_room_thinks_once_and_people_are_told_why_they_wait(
    tmp_path: Path, static: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "AGAIN_S", 0.05)
    sources = replace(BRISK, pause_ms=(300, 300))
    db = str(shutil.copy(tables, tmp_path))
    settings = Settings(db=db, static=static, bot_workers=1, sources=sources)
    async with running(settings) as site, guest(site.base) as mika:
        order = {"seats": 2, "bots": ["easy"], "begin": True, "options": {"first_player": 0}}
        table = (await mika.open(**order))["table"]
        async with mika.line(table) as line, mika.line(table) as other:
            await line.turn(0)
            head = (await line.say(**move(line, 1)))["seq"]
            with files_of(largest(site)):
                warning = await line.first("refused")
                assert (warning["id"], warning["code"]) == ("", "unstored")
                await other.first("refused")
                async with mika.line(table) as late:
                    await late.first("refused")
                    faults = site.services.metrics.faults._value
                    tried = faults.get()
                    while faults.get() < tried + 5:  # noqa: ASYNC110 - a number has no event
                        await asyncio.sleep(0.01)
                assert len(line.of("refused")) == len(other.of("refused")) == 1
                assert (line.last("update") or {})["seq"] == head
            assert (await line.at(head + 1))["seq"] == head + 1
        (thought,) = site.services.metrics.thinking.collect()
        assert [each.value for each in thought.samples if each.name.endswith("count")] == [1]


async def test_whose_clock_runs_out_while_there_is_no_room_is_acted_for_once_when_there_is_some(
    tmp_path: Path, static: Path
) -> None:
    clock = Clock()
    async with timed(f"{tmp_path}/tables.db", static, clock, {}) as (site, mika):
        options = {"first_player": 0, "turn_clock": 60}
        table = (await mika.open(seats=2, bots=["easy"], begin=True, options=options))["table"]
        async with mika.line(table) as line:
            head = (await line.turn(0) or {})["seq"]
            with files_of(largest(site)):
                clock.ahead += 61_000
                warning = await line.first("refused")
                assert (warning["id"], warning["code"]) == ("", "unstored")
                for _ in range(3):
                    await site.services.clocks.tick(clock.now())
                assert len(line.of("refused")) == 1
            await line.at(head + 1)
        _, rows = await entries(site, table)
        assert [row.cmd for row in rows].count(f"clock:0:{head}") == 1


async def test_in_a_silent_game_nobody_is_told_that_a_move_waits_for_room(site: Running) -> None:
    async with guest(site.base) as mika:
        made = await mika.open(game="kakapo", seats=2, bots=["easy"], begin=True)
        live = await site.services.registry.get(made["table"])
        assert live is not None
        assert live.table.game.silent
        async with mika.line(made["table"]) as line:
            await line.first("update")
            warn(live, Refused("unstored", "There is no room."))
            await line.say(type="rename", name="Nami")
            assert all(each["id"] for each in line.of("refused"))


async def test_a_locked_file_is_waited_for_once_by_all_who_wait(
    at_tables: tuple[Running, Guest, list[str], list[Line]], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, _, _, lines = at_tables
    database = site.services.store.database
    assert isinstance(database, Sqlite)
    commits: list[int] = []
    write = database.write

    async def count_and_write(changes: list[Change]) -> list[Verdict]:
        commits.append(len(changes))
        return await write(changes)

    monkeypatch.setattr(database, "write", count_and_write)
    await database.transact(lambda each: each.exec_driver_sql("PRAGMA busy_timeout = 500"))
    moves = [move(line, number) for number, line in enumerate(lines)]
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = await asyncio.gather(*map(say_again, lines, moves))
    assert {answer.get("code") for answer in said} == {"unstored"}
    assert 0 < len(commits) < MANY / 2
    said = await asyncio.gather(*map(say_again, lines, moves))
    assert {answer["type"] for answer in said} == {"accepted"}


async def test_the_page_of_a_table_comes_and_commands_are_refused_where_nothing_can_be_read(
    site: Running, tmp_path: Path
) -> None:
    db = tmp_path / "tables.db"
    async with guest(site.base) as mika, AsyncExitStack() as stack:
        table = (await mika.open())["table"]
        line = await stack.enter_async_context(mika.line(table))
        await line.first("lobby")
        with closing(sqlite3.connect(db)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        damage(db, range(2, db.stat().st_size // 4096 + 1))
        assert (await line.say(type="vacate", seat=1))["code"] == "unstored"
        site.services.registry._tables.clear()
        page = await mika.http.get(f"/t/{table}")
        assert (page.status_code, page.headers["content-type"][:9]) == (200, "text/html")
        answer = await mika.http.get("/api/tables")
        assert (answer.status_code, answer.json()["code"]) == (503, "unstored")


async def test_where_no_process_can_be_started_tables_are_opened_and_jobs_are_refused(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with guest(site.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await line.first("update")
        answer = await mika.http.post("/api/studio/kakapo", json={})
        assert answer.json()["text"] == "That could not be worked out."
    assert site.services.metrics.faults._value.get() == 0
