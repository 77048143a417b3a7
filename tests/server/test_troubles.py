"""Trouble at one table does not affect others: earlier rules, damaged rows, and rules that fail."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from chabudai.core import Seat
from chabudai.games import GAMES
from chabudai.server import logs, protocol
from chabudai.server.limits import Rate
from chabudai.server.tables.followers import TOLD_STEPS
from tests.server.clock import Shifts
from tests.server.support import OFTEN, Guest, Line, Running, Serve, entries
from tests.server.tables import change

INSTALLED = tuple(GAMES)
TIMED = {"first_player": 0, "turn_clock": 60}
TWO = {"seats": 2, "bots": ["easy"], "begin": True}


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget earlier errors, because repeated ones are not logged."""
    monkeypatch.setattr(logs, "_logged", {})


def errors(log: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.readouterr().err.splitlines() if line[:1] == "{"]
    return [line for line in lines if line["level"] == "error"]


def fails(*_: object) -> Any:
    raise ZeroDivisionError


def set_rules(monkeypatch: pytest.MonkeyPatch, rules: int) -> None:
    for name in INSTALLED:
        monkeypatch.setitem(GAMES.imported, name, replace(GAMES[name], rules=rules))


async def stopped(line: Line) -> dict[str, Any]:
    return dict(await line.until(lambda: line.lobby["stopped"] and line.lobby))


async def header_of(mika: Guest, table: str) -> dict[str, Any]:
    answer = await mika.http.get(f"/api/tables/{table}/transcript")
    assert answer.status_code == 200, answer.text
    return dict(json.loads(answer.text.splitlines()[0]))


def change_row(
    shifts: Shifts, table: str, column: str, changed: Callable[[str], str], more: str = ""
) -> None:
    """Change a column of a table without the server's knowledge."""
    with closing(sqlite3.connect(shifts.db, isolation_level=None)) as db:
        (value,) = db.execute(f"SELECT {column} FROM tables WHERE id = ?", (table,)).fetchone()
        statement = f"UPDATE tables SET {column} = ? {more} WHERE id = ?"
        assert db.execute(statement, (changed(value), table)).rowcount == 1


async def run_out(line: Line, shifts: Shifts) -> None:
    update = await line.first("update")
    shifts.clock.ahead += 61_000
    await line.at(update["seq"] + 1)


async def test_games_of_earlier_rules_are_stopped_one_by_one_and_nothing_else(
    shifts: Shifts, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: dict[tuple[str, int], str] = {}
    waiting: list[str] = []
    ended: dict[str, tuple[int, int]] = {}
    for rules in (1, 2):
        set_rules(monkeypatch, rules)
        async with shifts.server() as (_, mika):
            for game in INSTALLED:
                seats = max(2, GAMES[game].seats[0])
                order = {"game": game, "seats": seats, "bots": ["easy"] * (seats - 1)}
                has_clock = "turn_clock" in GAMES[game].options.__struct_fields__
                options = {"turn_clock": 60} if has_clock else {}
                made = await mika.open(**order, begin=True, options=options)
                begun[game, rules] = made["table"]
                waiting.append((await mika.open(**order))["table"])
                over = (await mika.open(**order, begin=True))["table"]
                async with mika.line(over) as line:
                    ended[over] = rules, await line.accept(type="end")
    set_rules(monkeypatch, 3)
    async with shifts.server() as (server, mika):
        mine = await mika.connect((await mika.open(**TWO, options=TIMED))["table"])
        await mine.first("update")
        for (_, rules), table in begun.items():
            async with mika.line(table) as old:
                lobby = await stopped(old)
                assert (lobby["stopped"], lobby["status"]) == ("rules", "over")
                await old.accept(type="rename", name="Nami")
                assert old.of("update") == []
            assert (await header_of(mika, table))["rules"] == rules
            assert (await mika.http.get(f"/t/{table}")).status_code == 200
            assert (await mika.http.get(f"/api/tables/{table}/review")).status_code < 500
        await run_out(mine, shifts)
        for table, (rules, last) in ended.items():
            async with mika.line(table) as old:
                assert (await stopped(old))["stopped"] == "rules"
            assert (await header_of(mika, table))["rules"] == rules
            assert (await server.stored(table)).head == last
        for table in waiting:
            async with mika.line(table) as new:
                await new.accept(type="begin", fill="easy")
                await new.first("update")
            assert (await server.stored(table)).state is not None
        old = await mika.connect(begun["word-bank", 1])
        await old.accept(type="again")
        line = await mika.connect(await old.until(lambda: old.lobby["next"]))
        assert (await line.first("hello"))["rules"] == 3
        await line.first("update")
        assert mine.table in {each["table"] for each in (await mika.http.get("/api/tables")).json()}
        assert server.faults == 0


DAMAGE: dict[str, Callable[[str], str]] = {
    "no JSON": lambda state: state[: len(state) // 2],
    "another type": lambda state: '{"state":"of the union"}',
    "nonsense": lambda state: json.dumps({**json.loads(state), "players": []}),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_state_stops_only_its_own_game_and_is_logged_once(
    shifts: Shifts, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shifts.server() as (_, mika):
        bad, good = [(await mika.open(**TWO, options=TIMED))["table"] for _ in range(2)]
    change_row(shifts, bad, "state", DAMAGE[damage])
    capsys.readouterr()
    async with shifts.server() as (server, mika):
        lines = [await mika.connect(bad) for _ in range(2)]
        assert {(await stopped(each))["stopped"] for each in lines} == {"damaged"}
        await run_out(await mika.connect(good), shifts)
        await server.services.clocks.tick(shifts.clock.now())
        await server.services.clocks.write_heartbeat(shifts.clock.now())
        assert (await header_of(mika, bad))["game"] == "word-bank"
        table, steps = await entries(server, bad)
        assert table.pending == ()
        assert [step.cmd for step in steps].count("stop") == 1
    logged = errors(capsys)
    assert [line["event"] for line in logged] == ["state", "table_stopped"]
    assert {line["table"] for line in logged} == {bad}


def with_invalid_options(setup: str) -> str:
    return json.dumps({**json.loads(setup), "options": {"min_length": "long"}})


@pytest.mark.parametrize("status", ["lobby", "over"])
@pytest.mark.parametrize(
    ("column", "damage"), [("sitting", with_invalid_options), ("state", lambda _: "{")]
)
async def test_a_damaged_table_without_a_running_game_can_still_be_used(
    shifts: Shifts,
    status: str,
    column: str,
    damage: Callable[[str], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with shifts.server() as (_, mika):
        table = (await mika.open(**{**TWO, "begin": status == "over"}))["table"]
        if status == "over":
            await (await mika.connect(table)).accept(type="end")
    change_row(shifts, table, column, damage)
    capsys.readouterr()
    async with shifts.server() as (server, mika):
        line = await mika.connect(table)
        lobby = await line.first("lobby")
        assert lobby["status"] == status
        assert lobby["stopped"] == (None if status == "lobby" else "damaged")
        if status == "lobby":
            await line.accept(type="begin")
            await line.first("update")
        else:
            await line.accept(type="again")
            assert await line.until(lambda: line.lobby["next"]) != table
            assert (await header_of(mika, table))["game"] == "word-bank"
        assert (await mika.http.get("/api/tables")).status_code == 200
        assert server.faults == 0
    logged = [line["event"] for line in errors(capsys)]
    assert logged == ([] if (status, column) == ("lobby", "sitting") else ["state"])


async def test_rules_that_fail_at_a_clock_stop_one_game_and_not_the_clocks(
    shifts: Shifts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shifts.server() as (server, mika):
        table = (await mika.open(**TWO, options=TIMED))["table"]
        options = {"turn_clock": 60, "first_dealer": 1}
        quiddler = await mika.open(game="quiddler", **TWO, options=options)
        monkeypatch.setitem(GAMES.imported, "word-bank", replace(GAMES["word-bank"], idle=fails))
        bad, good = await mika.connect(table), await mika.connect(quiddler["table"])
        await bad.first("update")
        await run_out(good, shifts)
        assert (await stopped(bad))["stopped"] == "damaged"
        await server.services.clocks.tick(shifts.clock.now())
    logged = errors(capsys)
    assert [line["event"] for line in logged] == ["table", "table_stopped"]
    assert logged[0]["error"] == "ZeroDivisionError"


async def test_a_view_that_fails_stops_the_game_and_a_telling_that_fails_does_not(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["word-bank"]

    def blind(state: Any, seat: Seat | None) -> Any:
        if seat is None:
            raise KeyError(seat)
        return game.view(state, seat)

    (line,) = await site.seat(1, seats=2, bots=["easy"], options={"first_player": 0})
    ken = await site.guest()
    mute = replace(game, text=replace(game.text, tell=fails))
    monkeypatch.setitem(GAMES.imported, "word-bank", mute)
    await line.accept(type="hasten", hasten=True)
    async with ken.line(line.table, since=0) as watcher:
        assert (await watcher.first("update"))["news"] == []
    monkeypatch.setitem(GAMES.imported, "word-bank", replace(game, view=blind))
    await line.accept(type="hasten", hasten=False)
    for each in (await ken.connect(line.table), line):
        assert (await stopped(each))["stopped"] == "damaged"
    assert (await header_of(line.who, line.table))["seats"] == 2


async def test_an_unreadable_row_closes_its_own_sockets_also_while_it_is_in_use(
    shifts: Shifts, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shifts.server() as (_, mika):
        bad, *others = [(await mika.open())["table"] for _ in range(4)]
    change_row(shifts, bad, "sitting", lambda _: "{")
    capsys.readouterr()
    async with shifts.server() as (server, mika):
        for _ in range(3):
            assert await (await mika.connect(bad)).closing() == 4500
        assert (await mika.http.get(f"/t/{bad}")).status_code == 200
        answer = await mika.http.get(f"/api/tables/{bad}/transcript")
        assert (answer.status_code, answer.json()["code"]) == (503, "unstored")
        listed = (await mika.http.get("/api/tables")).json()
        assert {each["table"] for each in listed} == {*others}
        assert [line["event"] for line in errors(capsys)] == ["socket", "request"]
        before = server.faults
        moved, asked, good = lines = [await mika.connect(table) for table in others]
        for each in lines:
            await each.first("lobby")
        for each in (moved, asked):
            change_row(shifts, each.table, "sitting", lambda _: "{", ", head = 9")
        await asked.ws.send(json.dumps({"type": "rename", "id": "r", "name": "Nami"}))
        assert await asked.closing() == 4500
        await server.services.watchdog.check(0.0)
        assert await moved.closing() == 4500
        await good.accept(type="rename", name="Nami")
        assert server.faults == before
    assert {line["table"] for line in errors(capsys)} == {moved.table, asked.table}


async def test_a_client_without_a_valid_since_or_that_missed_too_many_steps_is_sent_no_news(
    serve: Serve,
) -> None:
    site = await serve(limits=replace(OFTEN, stories=Rate(1, 3600.0)))
    mika = await site.guest()
    table = await site.stored((await mika.open(**TWO, options={"first_player": 0}))["table"])
    waiting: list[Any] = []
    for number in range(TOLD_STEPS):
        named = change(table, 0, protocol.Rename(f"n{number}", f"N{number % 7}"))
        waiting.append(site.services.store.append(named))
        table = named.table
    await asyncio.gather(*waiting)
    await (await site.live(table.id)).catch_up()
    news: list[int] = []
    # The third client exceeds the rate limit for reading from the log.
    for since in (0, table.head - 100, table.head - 100):
        async with mika.line(table.id, since=since) as line:
            update = await line.first("update")
            assert update["seq"] == table.head
            news.append(len(update["news"]))
    assert news == [0, 100, 0]
    for query in ("", *(f"?since={odd}" for odd in ("99999", "-1", "x", "9" * 40))):
        async with mika.line(f"{table.id}{query}") as line:
            assert (await line.first("update"))["news"] == []


async def test_an_error_is_logged_once_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    for error in (ValueError("a"), ValueError("b"), KeyError("c")):
        for _ in range(5):
            logs.fault("odd", error)
    logs.fault("odd", ValueError("a"), table="another")
    assert [line["error"] for line in errors(capsys)] == ["ValueError", "KeyError", "ValueError"]
