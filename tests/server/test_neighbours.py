"""A server and what it shares: a stuck neighbour, a deleted file, data that is refused."""

import asyncio
import contextlib
import json
import stat
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from chabudai.server import logs
from chabudai.server.limits import Limits, Rate
from chabudai.server.protocol import AWAY_MS
from chabudai.server.settings import Settings
from chabudai.server.store.base import Store, beat
from chabudai.server.store.database import open_database
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import PENDING, TABLES
from chabudai.server.tables import live, notifications, watchdog
from tests.server.clock import Clock
from tests.server.support import BRISK, Guest, Line, guest, running


@contextlib.asynccontextmanager
async def held(db: str, *tables: str) -> AsyncIterator[None]:
    """A neighbour that has stopped in the middle of a transaction on these tables."""
    database = await open_database(db)
    assert isinstance(database, Postgres)
    async with database.engine.begin() as connection:
        theirs = select(TABLES.c.id).where(TABLES.c.id.in_(tables))
        owed = select(PENDING.c.seat).where(PENDING.c.table_id.in_(tables))
        await connection.execute(theirs.with_for_update())
        await connection.execute(owed.with_for_update())
        yield
    await database.close()


async def test_servers_that_start_together_on_an_empty_database_all_say_that_they_run(
    shared: str,
) -> None:
    store, neighbour = [Store(await open_database(shared), lambda _: None) for _ in range(2)]
    assert isinstance(neighbour.database, Postgres)
    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with neighbour.database.engine.begin() as connection:
        await connection.run_sync(partial(beat, 1000))
        second = asyncio.create_task(store.heartbeat(2000))
        while not (await connection.execute(waits)).scalar():
            pass  # the question itself lets the other go on
    await second
    assert await store.last_beat() == 2000
    await asyncio.gather(store.close(), neighbour.close())


async def renamed(line: Line, name: str) -> str:
    """What becomes of a new name."""
    answer = await line.say(type="rename", name=name)
    return str(answer.get("code", answer["type"]))


async def test_a_row_that_a_stuck_neighbour_holds_costs_one_table(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRIES", 6)
    settings = Settings(db=shared, static=static, bot_workers=1, sources=BRISK)
    clock = {"seats": 2, "bots": ["easy"], "begin": True, "options": {"turn_clock": 60}}
    async with running(settings) as server, guest(server.base) as mika:
        stuck, free = (await mika.open(**clock))["table"], (await mika.open(**clock))["table"]
        async with mika.line(stuck) as one, mika.line(free) as two:
            await one.first("update")
            await two.first("update")
            async with held(shared, stuck):
                for number in range(3):
                    told = await asyncio.gather(
                        renamed(one, f"A{number}"), renamed(two, f"B{number}")
                    )
                    assert tuple(told) == ("busy", "accepted")
                assert (await mika.http.get("/readyz")).status_code == 200
                async with running(settings) as beside, guest(beside.base) as ken:
                    assert (await ken.http.get("/readyz")).status_code == 200
                    await server.services.store.put_off(1000, 1000)
            assert await renamed(one, "Nami") == "accepted"


async def test_the_guests_of_other_tables_are_seen_to_while_a_row_is_held(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRIES", 100_000)
    clock = Clock()
    sources = replace(BRISK, now=clock.now)
    settings = Settings(db=shared, static=static, bot_workers=1, sources=sources)
    async with (
        running(settings) as server,
        guest(server.base) as mika,
        guest(server.base) as ken,
        contextlib.AsyncExitStack() as stack,
    ):
        tables: list[str] = []
        heirs: list[Line] = []
        for _ in range(2):
            made = await mika.open()
            tables.append(made["table"])
            await ken.join(table=made["table"], secret=made["invite"])
            heirs.append(await stack.enter_async_context(ken.line(made["table"])))
            await heirs[-1].first("lobby")
        async with held(shared, tables[0]):
            clock.ahead += AWAY_MS + 1
            await heirs[1].until(lambda: (heirs[1].last("hello") or {})["host"])
            assert not (heirs[0].last("hello") or {})["host"]
        await heirs[0].until(lambda: (heirs[0].last("hello") or {})["host"])


async def test_the_sessions_of_a_server_do_not_wait_for_ever(shared: str) -> None:
    database = await open_database(shared)
    names = ("lock_timeout", "idle_in_transaction_session_timeout")
    try:
        found = await database.rows((select(*map(func.current_setting, names)),), {})
        assert found == [[("2s", "10s")]]
    finally:
        await database.close()


async def test_a_nul_in_an_id_is_refused_and_no_data_makes_a_server_unready(
    shared: str, static: Path
) -> None:
    settings = Settings(db=shared, static=static, bot_workers=1, sources=BRISK)
    async with running(settings) as server, guest(server.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            await line.ws.send(json.dumps({"type": "rename", "id": "a\0b", "name": "Nami"}))
            assert (await line.answer("a\0b"))["code"] == "malformed"
            options = {"language": "\0", "own": ["\0"]}
            answer = await line.say(type="choose", options=options)
            assert answer["type"] == "refused"
        for path in ("/t/%00", "/api/tables/%00/transcript", "/j/%00"):
            assert (await mika.http.get(path)).status_code in (200, 404)
        async with guest(server.base) as ken:
            for wish in ({"table": "\0"}, {"table": made["table"], "secret": "\0"}):
                assert (await ken.join(**wish)).status_code in (403, 404)
        assert (await mika.http.get("/readyz")).status_code == 200
        assert server.faults == 0


async def test_who_has_seen_more_than_this_server_makes_it_catch_up_before_it_answers(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    settings = Settings(db=shared, static=static, bot_workers=1, sources=BRISK)
    async with running(settings) as here, running(settings) as there, guest(here.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 0})
        async with guest(there.base) as moved:
            moved.http.cookies.update(mika.http.cookies)
            async with moved.line(made["table"]) as line:
                await line.first("update")  # this server has the table now, as it is
            async with mika.line(made["table"]) as line:
                seen = (await line.say(type="rename", name="Nami"))["seq"]
            async with moved.line(made["table"], since=seen) as line:
                assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"
                assert (await line.first("update"))["seq"] == seen


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_a_file_that_is_gone_is_noticed_before_the_next_acknowledgement(
    tmp_path: Path,
    static: Path,
    fate: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logs, "_logged", {})
    db = tmp_path / "x.db"
    settings = Settings(db=str(db), static=static, bot_workers=1)
    async with running(settings) as server, guest(server.base) as mika:
        made = await mika.open()
        assert stat.S_IMODE(db.stat().st_mode) == 0o600
        async with mika.line(made["table"]) as line:
            await line.first("lobby")
            db.rename(tmp_path / "kept.db")
            if fate == "replaced":
                db.touch()
            server.services.store._wrote = -10.0
            assert (await mika.http.get("/readyz")).status_code == 503
            assert await renamed(line, "Nami") == "unstored"
            assert server.faults >= 2
            (tmp_path / "kept.db").rename(db)
            assert await renamed(line, "Nami") == "accepted"
            assert (await mika.http.get("/readyz")).status_code == 200
    assert "FileNotFoundError" in capsys.readouterr().err


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_where_the_journal_is_gone_the_file_has_what_was_acknowledged_and_no_more_is(
    tmp_path: Path, static: Path, fate: str
) -> None:
    db, journal = tmp_path / "x.db", tmp_path / "x.db-wal"
    settings = Settings(db=str(db), static=static, bot_workers=1)
    async with running(settings) as server, guest(server.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            await line.first("lobby")
            assert await renamed(line, "Nami") == "accepted"
            assert journal.stat().st_size
            journal.unlink()
            if fate == "replaced":
                journal.touch()
            assert await renamed(line, "Aki") == "unstored"
            server.services.store._wrote = -10.0
            assert (await mika.http.get("/readyz")).status_code == 503
            assert server.faults >= 2
            # What a machine finds that is switched off now.
            left = tmp_path / "left.db"
            left.write_bytes(db.read_bytes())
    for file in (left, db):
        async with running(replace(settings, db=str(file))) as server:
            table = await server.services.store.load(made["table"])
            assert table is not None
            assert table.sitting.places[0].name == "Nami"


FULL = "PRAGMA max_page_count = 1"
"""SQLite may not make the file any larger than it is."""
REFUSED = "PRAGMA query_only = 1"


@pytest.mark.parametrize("fate", [FULL, REFUSED])
async def test_a_full_disk_and_a_refused_write_are_faults_of_ours_and_odd_frames_are_not(
    tmp_path: Path, static: Path, fate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # How many names fill the file is not known before.
    limits = Limits(frames=Rate(1000, 0.01))
    disk = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1)
    settings = replace(disk, sources=BRISK, limits=limits)
    async with running(settings) as server, guest(server.base) as mika:
        faults, store = server.services.metrics.faults, server.services.store
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            for odd in ("{", "[]", '{"type":"rename"}', '{"type":"act","id":"a","head":-1}'):
                await line.ws.send(odd)
            assert await renamed(line, "Nami") == "accepted"
            assert (await mika.http.post("/api/join", content=b"{")).status_code == 400
            assert faults._value.get() == 0
            await store.database.transact(lambda each: each.execute(text(fate)))
            while (told := await renamed(line, "Nami")) == "accepted":
                pass  # there is room in the file yet
            assert told == "unstored"
            assert faults._value.get() >= 1
            store._wrote = -10.0
            assert (await mika.http.get("/readyz")).status_code == (503 if fate == REFUSED else 200)
    lines = [json.loads(each) for each in capsys.readouterr().err.splitlines()]
    assert "store" in [each["event"] for each in lines]
    assert {each["error"] for each in lines if each["event"] == "store"} == {"OperationalError"}


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o600, 0o400])
async def test_a_file_that_others_may_read_is_kept_from_them_and_that_is_told(
    tmp_path: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "x.db"
    await (await open_database(str(db))).close()
    journal = tmp_path / "x.db-wal"
    journal.touch()
    for each in (db, journal):
        each.chmod(mode)
    capsys.readouterr()
    await (await open_database(str(db))).close()
    assert stat.S_IMODE(db.stat().st_mode) == mode & 0o700
    told = capsys.readouterr().err
    assert ("database_was_open_to_others" in told) == bool(mode & 0o077)


async def test_an_id_is_its_guests_in_whatever_seat_they_sit(mika: Guest, ken: Guest) -> None:
    made = await mika.open()
    wish = {"table": made["table"], "secret": made["invite"]}
    await ken.join(**wish)
    host, line = await mika.connect(made["table"]), await ken.connect(made["table"])
    once = await line.say(type="rename", id="once", name="Ken")
    assert (await host.say(type="rename", id="once", name="Nami"))["seq"] > once["seq"]
    await host.say(type="vacate", seat=1)
    await host.say(type="seat-bot", seat=1, level="easy")
    await line.until(lambda: line.hello["seat"] is None)
    await host.say(type="readmit", name="Ken")
    again = await ken.join(table=made["table"])
    assert again.json()["seat"] == 2
    await line.until(lambda: line.hello["seat"] == 2)
    assert (await line.say(type="rename", id="once", name="Other"))["seq"] == once["seq"]
    names = [chair["name"] for chair in host.lobby["chairs"]]
    assert "Other" not in names
