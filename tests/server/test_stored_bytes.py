"""Limits on stored bytes: per table, network and server, in lobbies and in SQLite's journal."""

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.core.transcript import loads
from chabudai.server.limits import MEGA, Limits
from chabudai.server.store.sqlite import JOURNAL_BYTES, journal_of
from chabudai.server.tables.clocks import LOBBY_KEPT_MS
from tests.server.clock import Shifts
from tests.server.support import OFTEN, Guest, Line, Running, Serve, entries, eventually, play_on
from tests.support.game_cases import CASES, Case

OWN_WORDS = [f"{number} {'言葉' * 9}" for number in range(200)]
PORTERS: dict[str, Any] = {"game": "word-porters", "seats": 3}
TABLES, GAMES, CHOICES = 30, 10, 20
"""An evening at a school with one address: tables, games at each, and choices of custom words."""


def options(number: int) -> dict[str, Any]:
    return {"own_words": [*OWN_WORDS[1:], f"again {number}"]}


async def choose_on(line: Line) -> tuple[int, str]:
    """Choose options until they are refused. Returns the number of choices, and the code."""
    for number in range(1000):
        answer = await line.say(type="choose", options=options(number))
        if answer["type"] == "refused":
            return number, answer["code"]
    raise AssertionError


async def post_on(who: Guest, path: str, **body: Any) -> str:
    """Repeat a request until it is refused, and return the code."""
    for _ in range(1000):
        answer = await who.http.post(path, **body)
        if answer.status_code != 200:
            assert answer.status_code == 507
            return str(answer.json()["code"])
    raise AssertionError


async def play_to_the_end(line: Line) -> None:
    await play_on(line, 0, Rng(1))
    assert line.lobby["status"] == "over"


async def test_lobby_steps_of_a_table_are_limited_and_other_games_continue(serve: Serve) -> None:
    site = await serve(limits=replace(OFTEN, table_bytes=MEGA))
    (line,) = await site.seat(1, **PORTERS, bots=["easy", "easy"], begin=False)
    begun = await site.among_bots(3)
    first = await line.accept(type="choose", id="first", options=options(0))
    accepted, code = await choose_on(line)
    assert code == "full"
    assert accepted * 8000 < MEGA
    assert await line.refuse(type="rename", name="Nami") == "full"
    again = await line.who.connect(line.table)  # a stored command is answered beyond the limit
    assert await again.accept(type="choose", id="first", options=options(0)) == first
    await play_to_the_end(begun)


async def test_new_tables_of_a_network_are_limited_and_its_games_continue(serve: Serve) -> None:
    site = await serve(limits=replace(OFTEN, network_bytes=MEGA))
    line = await site.among_bots(3)
    order = {**PORTERS, "name": "Mika", "options": options(1)}
    assert await post_on(line.who, "/api/tables", json=order) == "full"
    assert await post_on(line.who, "/api/transcripts", content=longest_game("quiddler")) == "full"
    assert await line.refuse(type="hasten", hasten=False) == "full"
    await play_to_the_end(line)
    assert await line.refuse(type="again") == "full"
    elsewhere = await site.guest("127.0.0.2")
    assert (await elsewhere.http.post("/api/tables", json=order)).status_code == 200


@pytest.mark.parametrize("limit", ["server_bytes", "database_bytes"])
async def test_a_full_server_opens_no_table_and_its_games_continue(
    serve: Serve, limit: str
) -> None:
    site = await serve(limits=replace(OFTEN, **{limit: MEGA}))  # type: ignore[arg-type]
    begun = await site.among_bots(3)
    (line,) = await site.seat(1, **PORTERS, begin=False)
    assert (await choose_on(line))[1] == "full"
    order = {"game": "word-bank", "name": "Ken", "seats": 2}
    assert await post_on(await site.guest("127.0.0.2"), "/api/tables", json=order) == "full"
    await play_to_the_end(begun)


def longest_game(name: str) -> bytes:
    (room,) = (room for room in CASES if room.game.name == name)
    files = (file.read_bytes() for file in (room.folder / "golden").glob("*.jsonl"))
    return max(files, key=lambda text: len(loads(text).entries))


def stored_in(site: Running) -> int:
    """Number of bytes in use in a server's database."""
    sql = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count,"
    with closing(sqlite3.connect(site.services.settings.db)) as connection:
        rows = connection.execute(f"{sql} pragma_freelist_count, pragma_page_size")
        return int(rows.fetchone()[0])


@pytest.mark.parametrize("room", CASES, ids=repr)
async def test_an_evening_of_a_school_is_a_quarter_of_what_one_network_may_store(
    quick_site: Running, room: Case
) -> None:
    text, limits, site = longest_game(room.game.name), Limits(), quick_site
    await eventually(lambda: site.services.quota.database)  # the first sweep has measured it
    mika, before, counted = await site.guest(), stored_in(site), site.services.quota.database
    for _ in range(4):
        assert (await mika.http.post("/api/transcripts", content=text)).status_code == 200
    game, counted = (stored_in(site) - before) // 4, site.services.quota.database - counted
    assert game <= counted / 4
    lobby = len(json.dumps(options(0))) if room.game.name == "word-porters" else 0
    table = GAMES * game + CHOICES * lobby
    evening = f"a game {game}, a table {table}, {TABLES * table} in all"
    sys.stdout.write(f"\n{room.game.name}: {evening}\n")
    assert 4 * TABLES * table < limits.network_bytes / 2
    assert 4 * table < limits.table_bytes / 2
    assert limits.network_bytes * 16 <= limits.server_bytes


async def test_a_lobby_step_that_is_replaced_drops_its_payload_and_keeps_its_row(
    server: Running,
) -> None:
    line, other = await server.seat(2, **PORTERS, begin=False)
    first = await line.say(type="choose", id="first", options=options(0))
    for number in range(1, 6):
        await line.say(type="choose", options=options(number))
        await line.say(type="rename", name=f"Mika {number}")
        await other.say(type="rename", name=f"Ken {number}")
    await line.say(type="seat-bot", seat=2, level="easy")
    _, steps = await entries(server, line.table)
    assert [step.seq for step in steps] == list(range(1, 20))
    kinds = [json.loads(step.action)["type"] for step in steps]
    assert kinds == ["opened", "sit", "choose", *["choose", "rename", "rename"] * 5, "seat-bot"]
    kept = [step.seq for step in steps if len(json.loads(step.action)) > 1]
    assert kept == [1, 2, 16, 17, 18, 19]
    again = await line.who.connect(line.table)
    assert await again.say(type="choose", id="first", options=options(0)) == first
    await line.say(type="begin")
    await line.first("update")
    assert await dealt(line.who, line.table) == await dealt(other.who, line.table)


async def dealt(who: Guest, table: str) -> list[str]:
    """The words on the table, as a new socket receives them."""
    async with who.line(table, since=0) as line:
        update = await line.first("update")
        assert update["news"][0]["seq"] == 1
        return list(update["view"]["words"])


async def test_a_lobby_without_a_step_for_a_day_ends_also_if_no_server_ran(shifts: Shifts) -> None:
    clock = shifts.clock
    async with shifts.server() as (server, mika):
        idle, begun = await mika.open(), await mika.open(bots=["easy", "easy"], begin=True)
        clock.ahead += LOBBY_KEPT_MS - 60_000
        fresh = await mika.open()
        await server.services.clocks.sweep(clock.now())
        line = await mika.connect(idle["table"])
        code = (await line.first("lobby"))["code"]
        clock.ahead += 120_000
        await server.services.clocks.sweep(clock.now())
        assert await line.closing() == 4404
        assert (await mika.join(code=code)).json()["code"] == "unknown-table"
        assert await (await mika.connect(idle["table"])).closing() == 4404
        listed = {each["table"] for each in (await mika.http.get("/api/tables")).json()}
        assert listed == {begun["table"], fresh["table"]}
    clock.ahead += 3 * LOBBY_KEPT_MS
    async with shifts.server() as (server, mika):
        await eventually(lambda: server.services.quota.database)  # the first sweep has measured it
        assert len((await mika.http.get("/api/tables")).json()) == 1


async def test_the_journal_is_truncated_after_a_reader_that_hung(quick_site: Running) -> None:
    path = Path(quick_site.services.settings.db)
    mika = await quick_site.guest()
    line = await mika.connect((await mika.open())["table"])
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchall()
        while journal_of(path).stat().st_size < 2 * JOURNAL_BYTES:
            await line.say(type="rename", name="Nami")
    for _ in range(3):
        await line.say(type="rename", name="Mika")
    assert journal_of(path).stat().st_size <= JOURNAL_BYTES
