"""Trouble around a server: stuck neighbours, deleted files and refused writes."""

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
from chabudai.server.protocol import AWAY_MS, HOST_AWAY_MS
from chabudai.server.settings import Settings
from chabudai.server.store.base import Store, beat
from chabudai.server.store.database import open_database
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import PENDING, TABLES
from chabudai.server.tables import live, notifications, watchdog
from tests.server.clock import Clock
from tests.server.support import BRISK, Line, Running, Serve, running


@contextlib.asynccontextmanager
async def held(db: str, *tables: str) -> AsyncIterator[None]:
    """Lock the rows of these tables in an open transaction, like a stuck server."""
    database = await open_database(db)
    assert isinstance(database, Postgres)
    async with database.engine.begin() as connection:
        theirs = select(TABLES.c.id).where(TABLES.c.id.in_(tables))
        owed = select(PENDING.c.seat).where(PENDING.c.table_id.in_(tables))
        await connection.execute(theirs.with_for_update())
        await connection.execute(owed.with_for_update())
        yield
    await database.close()


async def test_servers_that_start_together_all_write_heartbeats(shared: str) -> None:
    store, neighbour = [Store(await open_database(shared), lambda _: None) for _ in range(2)]
    assert isinstance(neighbour.database, Postgres)
    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with neighbour.database.engine.begin() as connection:
        await connection.run_sync(partial(beat, 1000))
        second = asyncio.create_task(store.heartbeat(2000))
        while not (await connection.execute(waits)).scalar():
            pass  # the await itself lets the other task continue
    await second
    assert await store.last_beat() == 2000
    await asyncio.gather(store.close(), neighbour.close())


async def renamed(line: Line, name: str) -> str:
    answer = await line.say(type="rename", name=name)
    return str(answer.get("code", answer["type"]))


async def test_a_row_that_a_stuck_neighbour_holds_costs_one_table(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRIES", 6)
    server = await serve(db=shared)
    mika = await server.guest()
    order = {"seats": 2, "bots": ["easy"], "begin": True, "options": {"turn_clock": 60}}
    stuck, free = [await mika.connect((await mika.open(**order))["table"]) for _ in range(2)]
    for line in (stuck, free):
        await line.first("update")
    async with held(shared, stuck.table):
        for number in range(3):
            both = (renamed(stuck, f"A{number}"), renamed(free, f"B{number}"))
            assert [*await asyncio.gather(*both)] == ["busy", "accepted"]
        assert (await mika.http.get("/readyz")).status_code == 200
        ken = await (await serve(db=shared)).guest()
        assert (await ken.http.get("/readyz")).status_code == 200
        await server.services.store.put_off(1000, 1000)
    assert await renamed(stuck, "Nami") == "accepted"


async def test_requests_at_other_tables_are_carried_out_while_a_row_is_held(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRIES", 100_000)
    clock = Clock()
    server = await serve(db=shared, sources=replace(BRISK, now=clock.now))
    stuck, free = [(await server.seat(3, begin=False)) for _ in range(2)]
    for host, heir, _ in (stuck, free):
        await host.ws.close()
        await heir.gone(0)
    clock.ahead += HOST_AWAY_MS
    for _, heir, other in (stuck, free):
        await heir.accept(type="request", kind="host", seat=0)
        await other.ws.close()
        await heir.gone(2)
    async with held(shared, stuck[1].table):
        clock.ahead += AWAY_MS + 1
        await free[1].until(lambda: free[1].hello["host"])
        assert not stuck[1].hello["host"]
    await stuck[1].until(lambda: stuck[1].hello["host"])


async def test_sessions_have_timeouts_for_locks_and_idle_transactions(shared: str) -> None:
    database = await open_database(shared)
    names = ("lock_timeout", "idle_in_transaction_session_timeout")
    try:
        found = await database.rows((select(*map(func.current_setting, names)),), {})
        assert found == [[("2s", "10s")]]
    finally:
        await database.close()


async def test_nul_characters_are_refused_and_do_not_make_a_server_unready(
    shared: str, serve: Serve
) -> None:
    server = await serve(db=shared)
    mika, ken = await server.guests(2)
    made = await mika.open()
    line = await mika.connect(made["table"])
    assert await line.refuse(type="rename", id="a\0b", name="Nami") == "malformed"
    await line.refuse(type="choose", options={"language": "\0", "own": ["\0"]})
    for path in ("/t/%00", "/api/tables/%00/transcript", "/j/%00"):
        assert (await mika.http.get(path)).status_code in (200, 404)
    for wish in ({"table": "\0"}, {"table": made["table"], "secret": "\0"}):
        assert (await ken.join(**wish)).status_code in (403, 404)
    assert (await mika.http.get("/readyz")).status_code == 200
    assert server.faults == 0


async def test_a_client_that_has_seen_more_makes_a_server_catch_up_before_it_answers(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    here, there = [await serve(db=shared) for _ in range(2)]
    (line,) = await here.seat(1, seats=2, bots=["easy"], options={"first_player": 0})
    moved = await there.guest()
    moved.http.cookies.update(line.who.http.cookies)
    await (await moved.connect(line.table)).first("update")  # the table is in memory now
    seen = await line.accept(type="rename", name="Nami")
    again = await moved.connect(line.table, since=seen)
    assert (await again.first("lobby"))["chairs"][0]["name"] == "Nami"
    assert (await again.first("update"))["seq"] == seen


async def test_a_step_of_another_server_is_found_without_notifications(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    here, there = [await serve(db=shared) for _ in range(2)]
    (line,) = await here.seat(1, seats=3, begin=False)
    await line.first("lobby")
    elsewhere = await there.guest()
    elsewhere.http.cookies.update(line.who.http.cookies)
    await (await elsewhere.connect(line.table)).accept(type="begin", fill="easy")
    await line.first("update")
    assert watchdog.POLL_S < 5
    assert here.services.metrics.missed._value.get() >= 1


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_a_missing_file_is_detected_before_the_next_acknowledgement(
    site: Running,
    tmp_path: Path,
    fate: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logs, "_logged", {})
    db, kept = tmp_path / "tables.db", tmp_path / "kept.db"
    (line,) = await site.seat(1, seats=2, begin=False)
    assert stat.S_IMODE(db.stat().st_mode) == 0o600
    db.rename(kept)
    if fate == "replaced":
        db.touch()
    site.services.store._wrote = -10.0
    assert (await line.who.http.get("/readyz")).status_code == 503
    assert await renamed(line, "Nami") == "unstored"
    assert site.faults >= 2
    kept.rename(db)
    assert await renamed(line, "Nami") == "accepted"
    assert (await line.who.http.get("/readyz")).status_code == 200
    assert "FileNotFoundError" in capsys.readouterr().err


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_acknowledged_steps_survive_the_loss_of_the_journal_and_no_further_is_acknowledged(
    tmp_path: Path, static: Path, fate: str
) -> None:
    db, journal, left = (tmp_path / name for name in ("x.db", "x.db-wal", "left.db"))
    settings = Settings(db=str(db), static=static, bot_workers=1)
    async with running(settings) as server:
        (line,) = await server.seat(1, seats=2, begin=False)
        assert await renamed(line, "Nami") == "accepted"
        assert journal.stat().st_size
        journal.unlink()
        if fate == "replaced":
            journal.touch()
        assert await renamed(line, "Aki") == "unstored"
        server.services.store._wrote = -10.0
        assert (await line.who.http.get("/readyz")).status_code == 503
        assert server.faults >= 2
        left.write_bytes(db.read_bytes())  # the file as a power failure now would leave it
    for file in (left, db):
        async with running(replace(settings, db=str(file))) as server:
            assert (await server.stored(line.table)).sitting.places[0].name == "Nami"


FULL = "PRAGMA max_page_count = 1"
"""Statement that keeps SQLite from enlarging the file."""
REFUSED = "PRAGMA query_only = 1"


@pytest.mark.parametrize("fate", [FULL, REFUSED])
async def test_refused_writes_are_faults_and_malformed_frames_are_not(
    quick_site: Running, fate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store = quick_site.services.store
    (line,) = await quick_site.seat(1, seats=2, begin=False)
    for odd in ("{", "[]", '{"type":"rename"}', '{"type":"act","id":"a","head":-1}'):
        await line.ws.send(odd)
    assert await renamed(line, "Nami") == "accepted"
    assert (await line.who.http.post("/api/join", content=b"{")).status_code == 400
    assert quick_site.faults == 0
    await store.database.transact(lambda each: each.execute(text(fate)))
    while (answer := await renamed(line, "Nami")) == "accepted":
        pass  # the file still has room
    assert answer == "unstored"
    assert quick_site.faults >= 1
    store._wrote = -10.0
    assert (await line.who.http.get("/readyz")).status_code == (503 if fate == REFUSED else 200)
    lines = [json.loads(each) for each in capsys.readouterr().err.splitlines()]
    assert {each["error"] for each in lines if each["event"] == "store"} == {"OperationalError"}


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o600, 0o400])
async def test_a_readable_file_is_restricted_to_its_owner_and_a_warning_logged(
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
    assert ("database_was_open_to_others" in capsys.readouterr().err) == bool(mode & 0o077)


async def test_a_command_id_belongs_to_its_guest_in_any_seat(server: Running) -> None:
    host, line = await server.seat(2, seats=3, begin=False)
    once = await line.accept(type="rename", id="once", name="Ken")
    assert await host.accept(type="rename", id="once", name="Nami") == once + 1
    await host.accept(type="vacate", seat=1)
    await host.accept(type="seat-bot", seat=1, level="easy")
    await line.until(lambda: line.hello["seat"] is None)
    await host.accept(type="readmit", name="Ken")
    assert (await line.who.join(table=host.table)).json()["seat"] == 2
    await line.until(lambda: line.hello["seat"] == 2)
    assert await line.accept(type="rename", id="once", name="Other") == once
    assert "Other" not in [chair["name"] for chair in host.lobby["chairs"]]
