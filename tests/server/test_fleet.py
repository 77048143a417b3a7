"""Several servers on one PostgreSQL: any of them serves any table and makes all pending moves."""

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from chabudai.core import Rng
from chabudai.server.settings import Settings
from chabudai.server.store.database import open_database
from chabudai.server.store.postgres import Postgres
from chabudai.server.tables import watchdog
from tests.nightly.proof.history import check
from tests.nightly.proof.kills import read_tables
from tests.server.forked_servers import Servers, forked_servers
from tests.server.support import BRISK, GAME, Guest, Line, guest, play_on, running, sampled

pytestmark = pytest.mark.slow
OTHERS = """
SELECT pid FROM pg_stat_activity
WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()
"""
LISTENING = "query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"


@contextlib.asynccontextmanager
async def two_people(base: str, **order: Any) -> AsyncIterator[tuple[Guest, Guest, str]]:
    """Two guests at a table whose game has begun."""
    async with guest(base) as mika, guest(base) as ken:
        made = await mika.open(**{"seats": 2, "options": {"first_player": 0}, **order})
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            await line.say(type="begin", fill=None)
        yield mika, ken, made["table"]


class Ahead:
    """A clock that runs and can be moved forward."""

    by = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.by


async def test_pending_moves_of_a_killed_server_are_made_by_another(
    shared: str, static: Path
) -> None:
    clock = Ahead()
    here = Settings(db=shared, static=static, bot_workers=1, sources=replace(BRISK, now=clock.now))
    options = {"first_player": 0, "turn_clock": 60}
    async with forked_servers(shared, static, 1) as (other,), running(here) as server:
        base = await other.start()
        async with two_people(base, seats=3, bots=["easy"], options=options) as (mika, ken, table):
            ken.go_to(server.base)
            async with ken.line(table) as line:
                async with mika.line(table) as lost:
                    update = await lost.turn(0)
                    assert update is not None
                    action = sampled(update, 0, Rng(1))
                    act = {"type": "act", "id": "mine", "head": update["seq"], "action": action}
                    moved = (await lost.say(**act))["seq"]
                    await other.end()  # perhaps while the bot thinks there
                assert await line.turn(2)  # the bot has moved
                clock.by += 61_000
                assert await line.turn(0)  # and the clock has run out
                clock.by += 61_000
                assert await line.turn(2)
                mika.go_to(server.base)
                async with mika.line(table, since=moved) as back:
                    assert (await back.say(**act))["seq"] == moved
                    await back.at(line.update["seq"])
                    await asyncio.gather(play_on(back, 0, Rng(1)), play_on(line, 2, Rng(2)))
    ((stored, log),) = await read_tables(shared, [table])
    check(stored, log, [])
    assert GAME.outcome(stored.state) is not None
    assert [entry.seat for entry in log if entry.instead == "clock"] == [2, 0]


def name_at(line: Line) -> str:
    """The name in the first seat, or "" before a Lobby."""
    lobby = line.last("lobby")
    return "" if lobby is None else str(lobby["chairs"][0]["name"])


@pytest.mark.parametrize("polls", [True, False])
async def test_servers_listen_again_after_their_connections_were_cut(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch, *, polls: bool
) -> None:
    if not polls:
        monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    settings = Settings(db=shared, static=static, bot_workers=1, sources=BRISK)
    database = await open_database(shared)
    assert isinstance(database, Postgres)
    async with (
        running(settings) as here,
        running(settings) as there,
        two_people(here.base) as (mika, ken, table),
    ):
        ken.go_to(there.base)
        async with mika.line(table) as one, ken.line(table) as two:
            before = await listeners(database, 2)
            await one.say(type="rename", name="Before")
            await two.until(lambda: name_at(two) == "Before")
            await run(
                database,
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {LISTENING}",
            )
            if not polls:
                await listeners(database, 2, before)  # ended ones may take a moment
            await one.say(type="rename", name="After")
            await two.until(lambda: name_at(two) == "After")
            assert not before & await listeners(database, 2)
    await database.close()


async def test_closed_database_connections_are_replaced(shared: str) -> None:
    database, other = await open_database(shared), await open_database(shared)
    assert isinstance(database, Postgres)
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
    for each in (database, other):
        await each.close()


async def run(database: Postgres, statement: str) -> list[Any]:
    """The first column of a statement's result."""
    async with database.engine.begin() as connection:
        return [row[0] for row in await connection.execute(text(statement))]


async def listeners(
    database: Postgres, number: int, gone: Collection[int] = frozenset()
) -> set[int]:
    """Wait for `number` listening database processes that are not in `gone`, and return them."""
    while True:
        found = await run(database, f"SELECT pid FROM pg_stat_activity WHERE {LISTENING}")
        if len(found) == number and not set(found) & set(gone):
            return set(found)
        await asyncio.sleep(0.05)


async def test_a_pass_stays_valid_if_the_server_is_killed_before_its_seat_is_given(
    forked: Servers,
) -> None:
    async with contextlib.AsyncExitStack() as people:
        base = await forked.start("dies")
        mika, phone, thief = [await people.enter_async_context(guest(base)) for _ in range(3)]
        table = (await mika.open())["table"]
        issued = (await mika.http.post(f"/api/tables/{table}/pass", json={})).json()
        with pytest.raises(httpx.TransportError):
            await phone.join(table=table, secret=issued["secret"])
        assert await forked.ended() == signal.SIGKILL
        await forked.start()
        for seat in (0, 0):  # the second time, the guest already has that seat
            assert (await phone.join(table=table, secret=issued["secret"])).json()["seat"] == seat
        late = await thief.join(table=table, secret=issued["secret"])
        assert late.json()["code"] == "wrong-secret"
