"""Clocks: they run out once, not early, and not while no server runs."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from chabudai.server.settings import Settings
from chabudai.server.store.base import StorageFailed
from tests.server.support import BRISK, PATIENCE_S, Clock, Line, entries, guest, running, timed


async def test_a_clock_that_runs_out_passes_the_turn_once_and_not_early(
    db: str, static: Path
) -> None:
    clock = Clock()
    async with timed(db, static, clock, {}) as (server, mika):
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
        async with mika.line(made["table"]) as line:
            update = await line.first("update")
            assert update["left_ms"] == 60_000
            clock.ahead += 58_000
            await server.services.clocks.tick(clock.now())
            assert (line.last("update") or {})["seq"] == update["seq"]
            clock.ahead += 2_000
            after = await line.at(update["seq"] + 1)
            assert after["news"][0]["events"] == [{"type": "passed", "seat": 0}]
        _, rows = await entries(server, made["table"])
        assert [row.cmd for row in rows].count("clock:0:3") == 1


async def test_no_clock_runs_out_while_no_server_runs(tmp_path: Path, static: Path) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (_, mika):
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
    for _ in range(2):
        clock.ahead += 3_600_000
        async with timed(db, static, clock, jar):
            pass  # nobody comes, so the table sleeps and no clock runs
    async with (
        timed(db, static, clock, jar) as (server, mika),
        mika.line(made["table"]) as line,
    ):
        update = await line.first("update")
        assert 60_000 < update["left_ms"] < 85_000
        await server.services.clocks.tick(clock.now())
        assert (line.last("update") or {})["seq"] == update["seq"]
        clock.ahead += 80_000
        await line.at(update["seq"] + 1)


async def test_a_clock_goes_on_over_a_quick_restart(tmp_path: Path, static: Path) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (_, mika):
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
    clock.ahead += 2_000
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        assert (await line.first("update"))["left_ms"] <= 58_000


async def test_beats_are_kept_while_a_clock_runs_so_that_only_the_outage_counts(
    tmp_path: Path, static: Path
) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (server, mika):
        options = {"first_player": 0, "turn_clock": 3600}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
        async with mika.line(made["table"]) as line:
            await line.first("update")
            clock.ahead += 1_800_000
            await server.services.clocks.write_heartbeat(clock.now())
    clock.ahead += 600_000
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        left = (await line.first("update"))["left_ms"]
        assert 1_795_000 < left < 1_815_000


async def test_who_watches_a_sleeping_table_and_sits_down_wakes_it(db: str, static: Path) -> None:
    clock = Clock()
    async with timed(db, static, clock, {}) as (server, mika), guest(server.base) as ken:
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=3, bots=["easy", "easy"], begin=True, options=options)
        table = made["table"]
        await ken.open()  # for the cookie
        async with mika.line(table) as line:
            assert (await line.say(type="vacate", seat=1))["type"] == "accepted"
        async with ken.line(table) as line:
            await line.first("update")
            clock.ahead += 3_600_000
            joined = await ken.join(table=table, secret=made["invite"])
            assert joined.json()["seat"] == 1
            live = await server.services.registry.get(table)
            assert live is not None
            await server.services.presence.check(live)
            assert live.guests.awake
            assert [move.due for move in live.table.pending] == [clock.now() + 60_000]


async def test_a_computer_that_sleeps_runs_out_no_clock_and_gives_time_to_come_back(
    db: str, static: Path
) -> None:
    clock = Clock()
    sources = replace(BRISK, now=clock.now, elapsed=clock.now)
    settings = Settings(db=db, static=static, bot_workers=1, sources=sources)
    async with running(settings) as server, guest(server.base) as mika:
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
        async with mika.line(made["table"]) as line:
            update = await line.first("update")
            for sleep_ms, left_ms in ((20_000, 70_000), (200_000, 80_000)):
                clock.ahead += sleep_ms
                await line.until(partial(is_left, line, left_ms))
            assert (line.last("update") or {})["seq"] == update["seq"]
            await line.say(type="rename", name="Nami")
            table, _ = await entries(server, made["table"])
            assert [move.due for move in table.pending] == [clock.now() + 80_000]


async def test_a_sleep_is_made_up_for_once_where_nothing_can_be_read_after_it(
    db: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    sources = replace(BRISK, now=clock.now, elapsed=clock.now)
    settings = Settings(db=db, static=static, bot_workers=1, sources=sources)
    async with running(settings) as server, guest(server.base) as mika:
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
        async with mika.line(made["table"]) as line:
            await line.first("update")

            async def away(table_id: str) -> None:
                monkeypatch.undo()
                raise StorageFailed(table_id)

            monkeypatch.setattr(server.services.store, "load", away)
            clock.ahead += 20_000
            await line.until(partial(is_left, line, 70_000))
            await line.say(type="rename", name="Nami")
        monkeypatch.undo()
        table, _ = await entries(server, made["table"])
        assert [move.due for move in table.pending] == [clock.now() + 70_000]


def is_left(line: Line, ms: int) -> bool:
    """Whether the latest update tells of so much time."""
    update = line.last("update")
    return update is not None and update["left_ms"] == ms


@pytest.mark.parametrize("first", [0, 1], ids=["guest", "bot"])
async def test_a_clock_put_back_between_two_servers_silences_no_bot_and_gives_no_hour(
    tmp_path: Path, static: Path, first: int
) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (_, mika):
        options = {"first_player": first, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
    clock.ahead -= 3_600_000
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        update = await line.first("update")
        if first == 0:
            assert update["left_ms"] == 60_000
            return
        async with asyncio.timeout(PATIENCE_S):
            while (line.last("update") or {})["seq"] == update["seq"]:
                clock.ahead += 1_000
                await asyncio.sleep(0.05)
