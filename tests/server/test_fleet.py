"""Several servers on one PostgreSQL: any of them serves any table, even if another is stuck."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from chabudai.core import Rng
from chabudai.server.protocol import AWAY_MS, HOST_AWAY_MS
from chabudai.server.store.base import beat
from chabudai.server.store.database import open_database
from chabudai.server.store.postgres import Postgres
from chabudai.server.store.schema import PENDING, TABLES
from chabudai.server.tables import live, notifications, watchdog
from tests.nightly.proof.history import check
from tests.nightly.proof.kills import read_table
from tests.server.clock import Clock
from tests.server.forked_servers import forked_servers
from tests.server.support import BRISK, GAME, Running, Serve, guest, opened_store, play_on, sampled

OTHERS = """
SELECT pid FROM pg_stat_activity
WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()
"""
LISTENING = "query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"


@pytest.mark.slow
async def test_pending_moves_of_a_killed_server_are_made_by_another(
    shared: str, static: Path, serve: Serve
) -> None:
    ahead = [0]
    sources = replace(BRISK, now=lambda: time.time_ns() // 1_000_000 + ahead[0])
    server = await serve(db=shared, sources=sources)
    async with forked_servers(shared, static, 1) as (other,), contextlib.AsyncExitStack() as people:
        base = await other.start()
        mika, ken = [await people.enter_async_context(guest(base)) for _ in range(2)]
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=3, bots=["easy"], options=options)
        table = made["table"]
        await ken.join(table=table, secret=made["invite"])
        async with mika.line(table) as lost:
            await lost.say(type="hasten", hasten=True)
            await lost.say(type="begin")
            ken.go_to(server.base)
            line = await ken.connect(table)
            update = await lost.turn(0)
            assert update is not None
            action = sampled(update, 0, Rng(1))
            act = {"type": "act", "id": "mine", "head": update["seq"], "action": action}
            moved = (await lost.say(**act))["seq"]
            await other.end()  # perhaps while the bot thinks there
        assert await line.turn(2)  # the bot has moved
        for seat in (0, 2):
            ahead[0] += 61_000
            assert await line.turn(seat)  # the clock of the other seat has run out
        mika.go_to(server.base)
        back = await mika.connect(table, since=moved)
        assert (await back.say(**act))["seq"] == moved
        await back.at(line.update["seq"])
        await asyncio.gather(play_on(back, 0, Rng(1)), play_on(line, 2, Rng(2)))
    stored, log = await read_table(shared, table)
    check(stored, log, [])
    assert GAME.outcome(stored.state) is not None
    assert [entry.seat for entry in log if entry.instead == "clock"] == [2, 0]


@pytest.mark.slow
async def test_servers_listen_again_after_their_connections_were_cut(
    shared: str, database: Postgres, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    here, there = [await serve(db=shared) for _ in range(2)]
    one, _ = await here.seat(2)
    two = await (await there.guest()).connect(one.table)
    before = await listeners(database)
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {LISTENING}"
    await run(database, cut)
    assert not before & await listeners(database, before)  # ended ones may take a moment
    await one.accept(type="rename", name="After")
    await two.until(lambda: two.lobby["chairs"][0]["name"] == "After")


@pytest.mark.slow
async def test_closed_database_connections_are_replaced(shared: str, database: Postgres) -> None:
    other = await open_database(shared)
    assert isinstance(other, Postgres)
    closed: list[asyncio.Event] = []
    async with database.engine.connect() as one, database.engine.connect() as two:
        for connection in (one, two):  # those that the start has opened
            driver: Any = (await connection.get_raw_connection()).driver_connection
            closed.append(asyncio.Event())
            driver.add_termination_listener(lambda _, event=closed[-1]: event.set())
    await run(other, f"SELECT pg_terminate_backend(pid) FROM ({OTHERS}) AS others")
    for event in closed:
        await event.wait()
    assert await database.transact(lambda connection: connection.scalar(text("SELECT 1"))) == 1
    await other.close()


async def run(database: Postgres, statement: str) -> list[Any]:
    async with database.engine.begin() as connection:
        return [row[0] for row in await connection.execute(text(statement))]


async def listeners(database: Postgres, gone: Collection[int] = frozenset()) -> set[int]:
    """Wait for two listening database processes that are not in `gone`, and return them."""
    while True:
        found = await run(database, f"SELECT pid FROM pg_stat_activity WHERE {LISTENING}")
        if len(found) == 2 and not set(found) & set(gone):
            return set(found)
        await asyncio.sleep(0.05)


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


async def test_servers_that_start_together_all_write_heartbeats(
    shared: str, database: Postgres
) -> None:
    waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with opened_store(shared) as store:
        async with database.engine.begin() as connection:
            await connection.run_sync(partial(beat, 1000))
            second = asyncio.create_task(store.heartbeat(2000))
            while not (await connection.execute(waits)).scalar():
                pass  # the await itself lets the other task continue
        await second
        assert await store.last_beat() == 2000


async def test_a_row_locked_by_a_stuck_server_delays_only_its_table(
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
            both = (
                stuck.result(type="rename", name=f"A{number}"),
                free.result(type="rename", name=f"B{number}"),
            )
            assert [*await asyncio.gather(*both)] == ["busy", "accepted"]
        assert (await mika.http.get("/readyz")).status_code == 200
        ken = await (await serve(db=shared)).guest()
        assert (await ken.http.get("/readyz")).status_code == 200
        await server.services.store.put_off(1000, 1000)
    assert await stuck.result(type="rename", name="Nami") == "accepted"


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


async def test_sessions_have_timeouts_for_locks_and_idle_transactions(database: Postgres) -> None:
    names = ("lock_timeout", "idle_in_transaction_session_timeout")
    found = await database.rows((select(*map(func.current_setting, names)),), {})
    assert found == [[("2s", "10s")]]


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


async def test_steps_of_another_server_are_found_by_polling(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    here, there = [await serve(db=shared) for _ in range(2)]
    (line,) = await here.seat(1, seats=3, begin=False)
    await line.first("lobby")
    line.who.go_to(there.base)
    await (await line.who.connect(line.table)).accept(type="begin", fill="easy")
    await line.first("update")
    assert watchdog.POLL_S < 5
    assert here.services.metrics.missed._value.get() >= 1


async def test_a_client_that_has_seen_more_makes_a_server_catch_up_before_it_answers(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    here, there = [await serve(db=shared) for _ in range(2)]
    (line,) = await here.seat(1, seats=2, bots=["easy"], options={"first_player": 0})
    line.who.go_to(there.base)
    await (await line.who.connect(line.table)).first("update")  # the table is in memory now
    seen = await line.accept(type="rename", name="Nami")
    again = await line.who.connect(line.table, since=seen)
    assert (await again.first("lobby"))["chairs"][0]["name"] == "Nami"
    assert (await again.first("update"))["seq"] == seen


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
