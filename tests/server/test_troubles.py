"""One table's trouble is its own: earlier rules, damaged rows, and rules that fail."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chabudai.core import Seat
from chabudai.games import GAMES
from chabudai.server import logs, protocol
from chabudai.server.sources import Sources
from chabudai.server.tables.decide import Call
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.followers import TOLD_STEPS
from tests.server.support import Clock, Guest, Line, Running, entries, guest, timed

HOUSE = tuple(GAMES)
"""The games before a test raises the number of their rules."""
TIMED = {"first_player": 0, "turn_clock": 60}
TWO = {"seats": 2, "bots": ["easy"], "begin": True}


@pytest.fixture(autouse=True)
def fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been logged before."""
    monkeypatch.setattr(logs, "_logged", {})


def errors(told: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The errors in the log."""
    lines = [json.loads(line) for line in told.readouterr().err.splitlines() if line[:1] == "{"]
    return [line for line in lines if line["level"] == "error"]


def fails(*_: object) -> Any:
    """What rules do that have an error."""
    raise ZeroDivisionError


def raised(monkeypatch: pytest.MonkeyPatch, rules: int) -> None:
    """From now on every game has rules of this number."""
    for name in HOUSE:
        monkeypatch.setitem(GAMES.imported, name, replace(GAMES[name], rules=rules))


async def stopped(line: Line) -> dict[str, Any]:
    """The lobby that says why the game was stopped."""
    found: dict[str, Any] = await line.until(
        lambda: next((lobby for lobby in line.of("lobby") if lobby["stopped"]), None)
    )
    return found


async def header_of(mika: Guest, table: str) -> dict[str, Any]:
    """The first line of a table's transcript."""
    answer = await mika.http.get(f"/api/tables/{table}/transcript")
    assert answer.status_code == 200, answer.text
    header: dict[str, Any] = json.loads(answer.text.splitlines()[0])
    return header


def change_row(db: Path, statement: str, *values: object) -> None:
    """Change a row behind the server's back."""
    with sqlite3.connect(db) as file:
        assert file.execute(statement, values).rowcount == 1
    file.close()


async def clock_runs_out(line: Line, clock: Clock) -> None:
    """Wait until a clock of a minute has run out at a table."""
    await line.say(type="hasten", hasten=True)
    update = await line.turn(0)
    assert update
    clock.ahead += 61_000
    await line.at(update["seq"] + 1)


async def test_a_raise_of_the_rules_number_stops_old_games_one_by_one_and_nothing_else(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, jar, db = Clock(), dict[str, str](), f"{tmp_path}/x.db"
    begun: dict[tuple[str, int], str] = {}
    waiting: dict[tuple[str, int], str] = {}
    ended: dict[tuple[str, int], tuple[str, int]] = {}
    for number in (1, 2):
        raised(monkeypatch, number)
        async with timed(db, static, clock, jar) as (_, mika):
            for game in HOUSE:
                seats = max(2, GAMES[game].seats[0])
                order = {"game": game, "seats": seats, "bots": ["easy"] * (seats - 1)}
                timed_too = "turn_clock" in GAMES[game].options.__struct_fields__
                options = {"turn_clock": 60} if timed_too else {}
                made = await mika.open(**order, begin=True, options=options)
                begun[game, number] = made["table"]
                waiting[game, number] = (await mika.open(**order))["table"]
                over = (await mika.open(**order, begin=True))["table"]
                async with mika.line(over) as line:
                    ended[game, number] = over, (await line.say(type="end"))["seq"]
    raised(monkeypatch, 3)
    async with timed(db, static, clock, jar) as (server, mika):
        mine = await mika.open(**TWO, options=TIMED)
        async with mika.line(mine["table"]) as line:
            await line.first("update")
            for (_, number), table in begun.items():
                async with mika.line(table) as old:
                    lobby = await stopped(old)
                    assert (lobby["stopped"], lobby["status"]) == ("rules", "over")
                    answer = await old.say(type="rename", name="Nami")
                    assert answer["type"] == "accepted"
                    assert old.of("update") == []
                assert (await header_of(mika, table))["rules"] == number
                page = await mika.http.get(f"/t/{table}")
                assert page.status_code == 200
                assert (await mika.http.get(f"/api/tables/{table}/review")).status_code < 500
            await clock_runs_out(line, clock)
        for (_, number), (table, last) in ended.items():
            async with mika.line(table) as old:
                assert (await stopped(old))["stopped"] == "rules"
            assert (await header_of(mika, table))["rules"] == number
            stored = await server.services.store.load(table)
            assert stored is not None
            assert stored.head == last
        for table in waiting.values():
            async with mika.line(table) as new:
                assert (await new.say(type="begin", fill="easy"))["type"] == "accepted"
                await new.first("update")
            stored = await server.services.store.load(table)
            assert stored is not None
            assert stored.state is not None
        async with mika.line(begun["word-bank", 1]) as old:
            await old.say(type="again")
            rematch = (await old.until(lambda: (old.last("lobby") or {}).get("next"))) or ""
        async with mika.line(rematch) as line:
            assert (await line.first("hello"))["rules"] == 3
            await line.first("update")
        assert {each["table"] for each in (await mika.http.get("/api/tables")).json()} >= {
            mine["table"]
        }
        assert server.services.metrics.faults._value.get() == 0


async def test_a_game_of_later_rules_is_left_for_a_later_server(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, jar, db = Clock(), dict[str, str](), f"{tmp_path}/x.db"
    raised(monkeypatch, 2)
    async with timed(db, static, clock, jar) as (_, mika):
        made = await mika.open(**TWO, options=TIMED)
    raised(monkeypatch, 1)
    async with timed(db, static, clock, jar) as (server, mika), mika.line(made["table"]) as line:
        assert (await stopped(line))["stopped"] == "newer"
        assert (await mika.http.get(f"/api/tables/{made['table']}/transcript")).status_code == 409
        await server.services.clocks.tick(clock.now() + 3_600_000)
    raised(monkeypatch, 2)
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        assert (await line.first("update"))["left_ms"] is not None


def strange_options(sitting: str) -> str:
    """A sitting with options that no rules have."""
    return json.dumps({**json.loads(sitting), "options": {"min_length": "long"}})


DAMAGE: dict[str, tuple[str, Callable[[str], str]]] = {
    "no JSON": ("state", lambda state: state[: len(state) // 2]),
    "another type": ("state", lambda state: '{"state":"of the union"}'),
    "nonsense": ("state", lambda state: json.dumps({**json.loads(state), "players": []})),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_state_stops_its_own_game_is_told_once_and_the_clocks_of_others_run(
    tmp_path: Path, static: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clock, jar, db = Clock(), dict[str, str](), tmp_path / "x.db"
    async with timed(str(db), static, clock, jar) as (_, mika):
        bad = (await mika.open(**TWO, options=TIMED))["table"]
        good = (await mika.open(**TWO, options=TIMED))["table"]
    column, change = DAMAGE[damage]
    with sqlite3.connect(db) as file:
        (there,) = file.execute(f"SELECT {column} FROM tables WHERE id = ?", (bad,)).fetchone()
    file.close()
    change_row(db, f"UPDATE tables SET {column} = ? WHERE id = ?", change(there), bad)
    capsys.readouterr()
    async with timed(str(db), static, clock, jar) as (server, mika):
        async with mika.line(bad) as one, mika.line(bad) as two, mika.line(good) as line:
            assert {(await stopped(each))["stopped"] for each in (one, two)} == {"damaged"}
            await clock_runs_out(line, clock)
            await server.services.clocks.tick(clock.now())
            await server.services.clocks.write_heartbeat(clock.now())
        assert (await header_of(mika, bad))["game"] == "word-bank"
        table, steps = await entries(server, bad)
        assert table.pending == ()
        assert [step.cmd for step in steps].count("stop") == 1
    told = errors(capsys)
    assert [line["event"] for line in told] == ["state", "table_stopped"]
    assert {line["table"] for line in told} == {bad}


RESTING: dict[str, tuple[str, Callable[[str], str], protocol.Stopped | None]] = {
    "the options of a lobby": ("lobby", strange_options, None),
    "the state of a lobby": ("lobby", lambda _: "{", None),
    "the options of a game that is over": ("over", strange_options, "damaged"),
    "the state of a game that is over": ("over", lambda _: "{", "damaged"),
}


@pytest.mark.parametrize("damage", RESTING)
async def test_what_is_damaged_of_a_table_that_rests_is_told_once_and_it_can_be_used(
    tmp_path: Path, static: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clock, jar, db = Clock(), dict[str, str](), tmp_path / "x.db"
    status, change, why = RESTING[damage]
    async with timed(str(db), static, clock, jar) as (_, mika):
        table = (await mika.open(**{**TWO, "begin": status == "over"}))["table"]
        async with mika.line(table) as line:
            if status == "over":
                assert (await line.say(type="end"))["type"] == "accepted"
    column = "sitting" if change is strange_options else "state"
    with sqlite3.connect(db) as file:
        (there,) = file.execute(f"SELECT {column} FROM tables WHERE id = ?", (table,)).fetchone()
    file.close()
    change_row(db, f"UPDATE tables SET {column} = ? WHERE id = ?", change(there), table)
    capsys.readouterr()
    async with timed(str(db), static, clock, jar) as (server, mika):
        for _ in range(2):
            async with mika.line(table) as line:
                lobby = await line.first("lobby")
                assert (lobby["status"], lobby["stopped"]) == (status, why)
        async with mika.line(table) as line:
            if status == "lobby":
                assert (await line.say(type="begin"))["type"] == "accepted"
                await line.first("update")
            else:
                assert (await line.say(type="again"))["type"] == "accepted"
                assert (await line.until(lambda: (line.last("lobby") or {})["next"])) != table
        if status == "over":
            assert (await header_of(mika, table))["game"] == "word-bank"
        assert (await mika.http.get("/api/tables")).status_code == 200
        assert server.services.metrics.faults._value.get() == 0
    told = [line["event"] for line in errors(capsys)]
    assert told == ([] if damage == "the options of a lobby" else ["state"])


async def test_rules_that_fail_at_a_clock_stop_one_game_and_not_the_clocks(
    tmp_path: Path,
    static: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock, db = Clock(), f"{tmp_path}/x.db"
    async with timed(db, static, clock, {}) as (server, mika):
        bad = await mika.open(**TWO, options=TIMED)
        good = await mika.open(game="quiddler", **TWO, options={"turn_clock": 60})
        game = GAMES["word-bank"]
        monkeypatch.setitem(GAMES.imported, "word-bank", replace(game, idle=fails))
        async with mika.line(bad["table"]) as one, mika.line(good["table"]) as line:
            await one.first("update")
            await clock_runs_out(line, clock)
            assert (await stopped(one))["stopped"] == "damaged"
            await server.services.clocks.tick(clock.now())
    told = errors(capsys)
    assert [line["event"] for line in told] == ["table", "table_stopped"]
    assert told[0]["error"] == "ZeroDivisionError"


async def test_a_view_that_fails_stops_the_game_and_a_story_that_fails_does_not(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["word-bank"]

    def blind(state: Any, seat: Seat | None) -> Any:
        if seat is None:
            raise KeyError(seat)
        return game.view(state, seat)

    async with guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open(**TWO, options={"first_player": 0})
        async with mika.line(made["table"]) as line:
            await line.first("update")
            mute = replace(game, text=replace(game.text, tell=fails))
            monkeypatch.setitem(GAMES.imported, "word-bank", mute)
            assert (await line.say(type="hasten", hasten=True))["type"] == "accepted"
            async with ken.line(made["table"], since=0) as watcher:
                assert (await watcher.first("update"))["news"] == []
            monkeypatch.setitem(GAMES.imported, "word-bank", replace(game, view=blind))
            assert (await line.say(type="hasten", hasten=False))["type"] == "accepted"
            async with ken.line(made["table"]) as watcher:
                assert (await stopped(watcher))["stopped"] == "damaged"
            assert (await stopped(line))["stopped"] == "damaged"
        assert (await header_of(mika, made["table"]))["seats"] == 2


async def test_a_row_that_cannot_be_read_closes_its_own_sockets_with_a_code(
    tmp_path: Path, static: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "x.db"
    jar = dict[str, str]()
    async with timed(str(db), static, Clock(), jar) as (_, mika):
        bad, good = (await mika.open())["table"], (await mika.open())["table"]
    change_row(db, "UPDATE tables SET sitting = '{' WHERE id = ?", bad)
    capsys.readouterr()
    async with timed(str(db), static, Clock(), jar) as (_, mika):
        for _ in range(3):
            async with mika.line(bad) as line:
                assert await line.closing() == 4500
        assert (await mika.http.get(f"/t/{bad}")).status_code == 200
        answer = await mika.http.get(f"/api/tables/{bad}/transcript")
        assert (answer.status_code, answer.json()["code"]) == (503, "unstored")
        assert [each["table"] for each in (await mika.http.get("/api/tables")).json()] == [good]
        async with mika.line(good) as line:
            await line.first("lobby")
    assert [line["event"] for line in errors(capsys)] == ["socket", "request"]


async def test_a_row_that_is_damaged_while_it_is_played_closes_its_sockets_and_no_others(
    tmp_path: Path, static: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "x.db"
    async with timed(str(db), static, Clock(), {}) as (server, mika):
        moved, asked, good = [(await mika.open())["table"] for _ in range(3)]
        async with mika.line(moved) as one, mika.line(asked) as two, mika.line(good) as line:
            for each in (one, two, line):
                await each.first("lobby")
            for bad in (moved, asked):
                change_row(db, "UPDATE tables SET sitting = '{', head = 9 WHERE id = ?", bad)
            await two.ws.send(json.dumps({"type": "rename", "id": "r", "name": "Nami"}))
            assert await two.closing() == 4500
            await server.services.watchdog.check(0.0)
            assert await one.closing() == 4500
            assert (await line.say(type="rename", name="Nami"))["type"] == "accepted"
        assert server.services.metrics.faults._value.get() == 0
    assert {line["table"] for line in errors(capsys)} == {moved, asked}


async def test_who_has_missed_a_long_story_is_sent_the_table_without_it(site: Running) -> None:
    async with guest(site.base) as mika:
        made = await mika.open(**TWO, options={"first_player": 0})
        store = site.services.store
        table = await store.load(made["table"])
        assert table is not None
        waiting: list[Any] = []
        for number in range(TOLD_STEPS):
            call = Call(0, f"0:n{number}", 1000, Sources())
            change = carry_out(table, call, protocol.Rename(f"n{number}", f"N{number % 7}"))
            waiting.append(store.append(change))
            table = change.table
        await asyncio.gather(*waiting)
        live = await site.services.registry.get(table.id)
        assert live is not None
        await live.catch_up()
        async with mika.line(made["table"], since=0) as line:
            update = await line.first("update")
            assert (update["seq"], update["news"]) == (table.head, [])
        async with mika.line(made["table"], since=table.head - 100) as line:
            assert len((await line.first("update"))["news"]) == 100


async def test_an_error_is_logged_once_a_minute_and_counted_every_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for error in (ValueError("a"), ValueError("b"), KeyError("c")):
        for _ in range(5):
            logs.fault("odd", error)
    logs.fault("odd", ValueError("a"), table="another")
    assert [line["error"] for line in errors(capsys)] == ["ValueError", "KeyError", "ValueError"]
