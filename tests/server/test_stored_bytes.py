"""Bounds on stored bytes: limits by table, network and server, replaced lobby steps, lobbies that
never begin, and SQLite's journal.
"""

import asyncio
import contextlib
import json
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from chabudai.core import Rng
from chabudai.core.transcript import loads
from chabudai.server.limits import MEGA, Limits
from chabudai.server.settings import Settings
from chabudai.server.store.sqlite import JOURNAL_BYTES, journal_of
from chabudai.server.tables.clocks import LOBBY_KEPT_MS
from tests.server.clock import Shifts
from tests.server.support import (
    BRISK,
    OFTEN,
    PATIENCE_S,
    Guest,
    Line,
    Running,
    entries,
    guest,
    play_on,
    running,
)
from tests.server.test_turns import browser
from tests.support.every_room import ROOMS

OWN_WORDS = [f"{number} {'言葉' * 9}" for number in range(200)]
PORTERS: dict[str, Any] = {"game": "word-porters", "seats": 3}
TABLES, GAMES, CHOICES = 30, 10, 20
"""An evening of a school behind one address: tables, and at each games and choices of own words."""


@contextlib.asynccontextmanager
async def limited(
    tmp_path: Path, static: Path, **limits: Any
) -> AsyncIterator[tuple[Guest, Guest]]:
    """Guests at two addresses of a server with these limits; they play as fast as they can."""
    wide = replace(OFTEN, **limits)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, sources=BRISK, limits=wide)
    async with (
        running(settings) as site,
        guest(site.base) as mika,
        browser(site, "127.0.0.2") as elsewhere,
    ):
        yield mika, Guest(site.base, elsewhere)


def options(number: int) -> dict[str, Any]:
    """Options with 200 words of one's own."""
    return {"own_words": [*OWN_WORDS[1:], f"again {number}"]}


async def choose_on(line: Line, most: int = 1000) -> tuple[int, dict[str, Any]]:
    """Choose options again and again. Returns how often that was accepted, and the refusal."""
    for number in range(most):
        answer = await line.say(type="choose", options=options(number))
        if answer["type"] == "refused":
            return number, answer
    raise AssertionError


# --- limits


async def test_lobby_steps_of_a_table_end_at_its_limit_and_its_game_goes_on(
    tmp_path: Path, static: Path
) -> None:
    async with limited(tmp_path, static, table_bytes=MEGA) as (mika, _):
        made = await mika.open(**PORTERS, bots=["easy", "easy"])
        other = await mika.open(bots=["easy", "easy"], begin=True)
        async with mika.line(made["table"]) as line, mika.line(other["table"]) as begun:
            accepted, refused = await choose_on(line)
            assert refused["code"] == "full"
            assert accepted * 8000 < MEGA
            assert (await line.say(type="rename", name="Nami"))["code"] == "full"
            await begun.accept(type="hasten", hasten=True)
            await play_on(begun, 0, Rng(1))
            assert begun.lobby["status"] == "over"


async def test_new_tables_of_a_network_end_at_its_limit_and_its_games_go_on(
    tmp_path: Path, static: Path
) -> None:
    async with limited(tmp_path, static, network_bytes=MEGA) as (mika, ken):
        begun = await mika.open(bots=["easy", "easy"], begin=True)
        order = {**PORTERS, "name": "Mika", "options": options(1)}
        answer = httpx.Response(200)
        for _ in range(1000):
            answer = await mika.http.post("/api/tables", json=order)
            if answer.status_code != 200:
                break
        assert (answer.status_code, answer.json()["code"]) == (507, "full")
        uploaded = await mika.http.post("/api/transcripts", content=longest_game("quiddler"))
        assert uploaded.json()["code"] == "full"
        async with mika.line(begun["table"]) as line:
            assert (await line.say(type="hasten", hasten=True))["code"] == "full"
            await play_on(line, 0, Rng(1))
            assert line.lobby["status"] == "over"
            assert (await line.say(type="again"))["code"] == "full"
        assert (await ken.http.post("/api/tables", json=order)).status_code == 200


@pytest.mark.parametrize("limit", ["server_bytes", "database_bytes"])
async def test_a_full_server_opens_no_table_and_lets_games_end(
    tmp_path: Path, static: Path, limit: str
) -> None:
    async with limited(tmp_path, static, **{limit: MEGA}) as (mika, ken):
        begun = await mika.open(bots=["easy", "easy"], begin=True)
        made = await mika.open(**PORTERS)
        async with mika.line(made["table"]) as line:
            _, refused = await choose_on(line)
            assert refused["code"] == "full"
        order = {"game": "word-bank", "name": "Ken", "seats": 2}
        assert (await ken.http.post("/api/tables", json=order)).json()["code"] == "full"
        async with mika.line(begun["table"]) as line:
            await play_on(line, 0, Rng(1))
            assert line.lobby["status"] == "over"


async def test_a_stored_command_sent_again_is_answered_alike_beyond_the_limit(
    tmp_path: Path, static: Path
) -> None:
    async with limited(tmp_path, static, table_bytes=MEGA) as (mika, _):
        made = await mika.open(**PORTERS)
        async with mika.line(made["table"]) as line:
            first = await line.say(type="choose", id="first", options=options(0))
            await choose_on(line)
        async with mika.line(made["table"]) as line:
            assert await line.say(type="choose", id="first", options=options(0)) == first


# --- a school


def longest_game(name: str) -> bytes:
    """The longest recorded game of a room."""
    (room,) = (room for room in ROOMS if room.game.name == name)
    files = (file.read_bytes() for file in (room.folder / "golden").glob("*.jsonl"))
    return max(files, key=lambda text: len(loads(text).entries))


def stored_in(site: Running) -> int:
    """The bytes that a server's database has in use."""
    sql = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count,"
    with closing(sqlite3.connect(site.services.settings.db)) as connection:
        rows = connection.execute(f"{sql} pragma_freelist_count, pragma_page_size")
        return int(rows.fetchone()[0])


@pytest.mark.parametrize("room", ROOMS, ids=repr)
async def test_an_evening_of_a_school_is_a_quarter_of_what_one_network_may_store(
    quick_site: Running, room: Any
) -> None:
    text, limits, site = longest_game(room.game.name), Limits(), quick_site
    async with guest(site.base) as mika:
        before, counted = stored_in(site), site.services.quota.database
        for _ in range(4):
            assert (await mika.http.post("/api/transcripts", content=text)).status_code == 200
        game, counted = (stored_in(site) - before) // 4, site.services.quota.database - counted
    assert game <= counted / 4
    lobby = len(json.dumps(options(0))) if room.game.name == "word-porters" else 0
    table = GAMES * game + CHOICES * lobby
    sys.stdout.write(
        f"\n{room.game.name}: a game {game}, a table {table}, {TABLES * table} in all\n"
    )
    assert 4 * TABLES * table < limits.network_bytes / 2
    assert 4 * table < limits.table_bytes / 2
    assert limits.network_bytes * 16 <= limits.server_bytes


# --- lobbies


async def test_a_lobby_step_that_is_replaced_drops_its_payload_and_keeps_its_row(
    server: Running,
) -> None:
    mika, ken = await server.guests(2)
    made = await mika.open(**PORTERS)
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as line, ken.line(made["table"]) as other:
        first = await line.say(type="choose", id="first", options=options(0))
        for number in range(1, 6):
            await line.say(type="choose", options=options(number))
            await line.say(type="rename", name=f"Mika {number}")
            await other.say(type="rename", name=f"Ken {number}")
        await line.say(type="seat-bot", seat=2, level="easy")
        _, steps = await entries(server, made["table"])
        assert [step.seq for step in steps] == list(range(1, 20))
        kinds = [json.loads(step.action)["type"] for step in steps]
        assert kinds == ["opened", "sit", "choose", *["choose", "rename", "rename"] * 5, "seat-bot"]
        kept = [step.seq for step in steps if len(json.loads(step.action)) > 1]
        assert kept == [1, 2, 16, 17, 18, 19]
        assert await line.say(type="choose", id="first", options=options(0)) == first
        await line.say(type="begin")
        await line.first("update")
    assert await dealt(mika, made["table"]) == await dealt(ken, made["table"])


async def dealt(who: Guest, table: str) -> list[str]:
    """The words on the table, for a socket that has seen nothing."""
    async with who.line(table, since=0) as line:
        update = await line.first("update")
        assert update["news"][0]["seq"] == 1
        words: list[str] = update["view"]["words"]
        return words


async def test_a_lobby_without_a_step_for_a_day_ends(shifts: Shifts) -> None:
    clock = shifts.clock
    async with shifts.server() as (server, mika):
        idle, begun = await mika.open(), await mika.open(bots=["easy", "easy"], begin=True)
        clock.ahead += LOBBY_KEPT_MS - 60_000
        fresh = await mika.open()
        await server.services.clocks.sweep(clock.now())
        async with mika.line(idle["table"]) as line:
            code = (await line.first("lobby"))["code"]
            clock.ahead += 120_000
            await server.services.clocks.sweep(clock.now())
            assert await line.closing() == 4404
        assert (await mika.join(code=code)).json()["code"] == "unknown-table"
        async with mika.line(idle["table"]) as line:
            assert await line.closing() == 4404
        listed = {each["table"] for each in (await mika.http.get("/api/tables")).json()}
        assert listed == {begun["table"], fresh["table"]}


async def test_lobbies_of_days_without_a_server_end_at_its_next_start(shifts: Shifts) -> None:
    clock = shifts.clock
    async with shifts.server() as (_, mika):
        tables = [(await mika.open())["table"] for _ in range(3)]
        begun = await mika.open(bots=["easy", "easy"], begin=True)
    clock.ahead += 3 * LOBBY_KEPT_MS
    async with shifts.server() as (_, mika):
        async with asyncio.timeout(PATIENCE_S):
            while len((await mika.http.get("/api/tables")).json()) > 1:
                pass  # the first sweep begins with the server
        for table in tables:
            async with mika.line(table) as line:
                assert await line.closing() == 4404
        async with mika.line(begun["table"]) as line:
            await line.first("update")


# --- SQLite's journal


async def test_the_journal_is_truncated_after_a_reader_that_hung(quick_site: Running) -> None:
    path = Path(quick_site.services.settings.db)
    mika = await quick_site.guest()
    made = await mika.open()
    line = await mika.connect(made["table"])
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchall()
        while journal_of(path).stat().st_size < 2 * JOURNAL_BYTES:
            await line.say(type="rename", name="Nami")
    for _ in range(3):
        await line.say(type="rename", name="Mika")
    assert journal_of(path).stat().st_size <= JOURNAL_BYTES
