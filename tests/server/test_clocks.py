"""Clocks run out once, not early, and not while no server runs."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from chabudai.server.store.base import StorageFailed
from tests.server.clock import Clock, Shifts
from tests.server.support import BRISK, Guest, Line, Serve, entries, eventually

MINUTE = 60_000


async def play_with_bot(mika: Guest, *, first: int = 0, turn_clock: int = 60) -> str:
    """Open a table and begin its game. Returns its ID."""
    options = {"first_player": first, "turn_clock": turn_clock}
    return str((await mika.open(seats=2, bots=["easy"], begin=True, options=options))["table"])


async def test_an_expired_clock_passes_the_turn_once_and_not_early(serve: Serve, db: str) -> None:
    clock = Clock()
    server = await serve(db=db, sources=replace(BRISK, now=clock.now))
    line = await (mika := await server.guest()).connect(await play_with_bot(mika))
    update = await line.first("update")
    assert update["left_ms"] == MINUTE
    clock.ahead += 58_000
    await server.services.clocks.tick(clock.now())
    assert line.update["seq"] == update["seq"]
    clock.ahead += 2_000
    after = await line.at(update["seq"] + 1)
    assert after["news"][0]["events"] == [{"type": "passed", "seat": 0}]
    _, rows = await entries(server, line.table)
    assert [row.cmd for row in rows].count("clock:0:3") == 1


async def test_no_clock_runs_out_while_no_server_runs(shifts: Shifts) -> None:
    async with shifts.server() as (_, mika):
        table = await play_with_bot(mika)
    for _ in range(2):
        shifts.clock.ahead += 60 * MINUTE
        async with shifts.server():
            pass  # without guests the table sleeps, and no clock runs
    async with shifts.server() as (server, mika), mika.line(table) as line:
        update = await line.first("update")
        assert MINUTE < update["left_ms"] < 85_000
        await server.services.clocks.tick(shifts.clock.now())
        assert line.update["seq"] == update["seq"]
        shifts.clock.ahead += 80_000
        await line.at(update["seq"] + 1)


async def test_a_clock_keeps_running_over_a_quick_restart(shifts: Shifts) -> None:
    async with shifts.server() as (_, mika):
        table = await play_with_bot(mika)
    shifts.clock.ahead += 2_000
    async with shifts.server() as (_, mika), mika.line(table) as line:
        assert (await line.first("update"))["left_ms"] <= 58_000


async def test_only_the_outage_after_the_last_heartbeat_is_given_back(shifts: Shifts) -> None:
    async with shifts.server() as (server, mika):
        table = await play_with_bot(mika, turn_clock=3600)
        async with mika.line(table) as line:
            await line.first("update")
            shifts.clock.ahead += 30 * MINUTE
            await server.services.clocks.write_heartbeat(shifts.clock.now())
    shifts.clock.ahead += 10 * MINUTE
    async with shifts.server() as (_, mika), mika.line(table) as line:
        assert 1_795_000 < (await line.first("update"))["left_ms"] < 1_815_000


async def test_a_spectator_who_sits_down_wakes_a_sleeping_table(serve: Serve, db: str) -> None:
    clock = Clock()
    server = await serve(db=db, sources=replace(BRISK, now=clock.now))
    mika, ken = await server.guests(2)
    options = {"first_player": 0, "turn_clock": 60}
    made = await mika.open(seats=3, bots=["easy", "easy"], begin=True, options=options)
    await ken.open()  # for the cookie
    async with mika.line(made["table"]) as line:
        await line.accept(type="vacate", seat=1)
    line = await ken.connect(made["table"])
    await line.first("update")
    clock.ahead += 60 * MINUTE
    assert (await ken.join(table=made["table"], secret=made["invite"])).json()["seat"] == 1
    live = await server.live(made["table"])
    await server.services.presence.check(live)
    assert live.guests.awake
    assert [move.due for move in live.table.pending] == [clock.now() + MINUTE]


def has_left(line: Line, ms: int) -> Callable[[], bool]:
    """Whether the latest update shows a clock with this many milliseconds left."""
    return lambda: bool(line.update["left_ms"] == ms)


@pytest.mark.parametrize("is_read", [True, False])
async def test_a_computers_sleep_runs_out_no_clock_and_is_made_up_for_once(
    serve: Serve, db: str, monkeypatch: pytest.MonkeyPatch, *, is_read: bool
) -> None:
    """This also holds if the database cannot be read right afterwards."""
    clock = Clock()
    server = await serve(db=db, sources=replace(BRISK, now=clock.now, elapsed=clock.now))
    line = await (mika := await server.guest()).connect(await play_with_bot(mika))
    update = await line.first("update")

    async def fail(table_id: str) -> None:
        monkeypatch.undo()
        raise StorageFailed(table_id)

    if not is_read:
        monkeypatch.setattr(server.services.store, "load", fail)
    for sleep_ms, left_ms in ((20_000, 70_000), (200_000, 80_000)):
        clock.ahead += sleep_ms
        await line.until(has_left(line, left_ms))
    assert line.update["seq"] == update["seq"]
    await line.accept(type="rename", name="Nami")
    monkeypatch.undo()
    table, _ = await entries(server, line.table)
    assert [move.due for move in table.pending] == [clock.now() + 80_000]


@pytest.mark.parametrize("first", [0, 1], ids=["guest", "bot"])
async def test_a_clock_set_back_between_two_servers_stops_no_bot_and_extends_no_clock(
    shifts: Shifts, first: int
) -> None:
    async with shifts.server() as (_, mika):
        table = await play_with_bot(mika, first=first)
    shifts.clock.ahead -= 60 * MINUTE
    async with shifts.server() as (_, mika), mika.line(table) as line:
        update = await line.first("update")
        if first == 0:
            assert update["left_ms"] == MINUTE
            return

        def has_moved() -> bool:
            shifts.clock.ahead += 100
            return bool(line.update["seq"] != update["seq"])

        await eventually(has_moved)
