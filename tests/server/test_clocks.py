"""Sources of chance and time, clocks, and how long a table has waited for a present guest."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from chabudai.core import events_for
from chabudai.core.transcript import loads, replay_steps
from chabudai.server.sources import Dice, clock
from chabudai.server.store.base import StorageFailed
from tests.server.clock import Clock, Shifts
from tests.server.support import BRISK, Guest, Line, Serve, entries, eventually, guest
from tests.support.game_cases import CASES, Case

MINUTE = 60_000


async def play_with_bot(mika: Guest, *, first: int = 0, turn_clock: int = 60) -> str:
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


async def test_only_an_outage_after_the_last_heartbeat_is_given_back(shifts: Shifts) -> None:
    async with shifts.server() as (server, mika):
        table = await play_with_bot(mika, turn_clock=3600)
        async with mika.line(table) as line:
            await line.first("update")
            shifts.clock.ahead += 30 * MINUTE
            await server.services.clocks.write_heartbeat(shifts.clock.now())
    for outage_ms, left_ms in ((2_000, 1_798_000), (10 * MINUTE, 1_800_000)):
        shifts.clock.ahead += outage_ms
        async with shifts.server() as (_, mika), mika.line(table) as line:
            assert abs((await line.first("update"))["left_ms"] - left_ms) < 15_000


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
        await line.until(lambda left_ms=left_ms: line.update["left_ms"] == left_ms)  # type: ignore[misc]
    assert line.update["seq"] == update["seq"]
    await line.accept(type="rename", name="Nami")
    monkeypatch.undo()
    table, _ = await entries(server, line.table)
    assert [move.due for move in table.pending] == [clock.now() + 80_000]


async def test_a_clock_set_back_between_two_servers_stops_no_bot_and_extends_no_clock(
    shifts: Shifts,
) -> None:
    async with shifts.server() as (_, mika):
        guests, bots = [await play_with_bot(mika, first=first) for first in (0, 1)]
    shifts.clock.ahead -= 60 * MINUTE
    async with shifts.server() as (_, mika):
        line, other = [await mika.connect(table) for table in (guests, bots)]
        assert (await line.first("update"))["left_ms"] == MINUTE
        head = (await other.first("update"))["seq"]

        def has_moved() -> bool:
            shifts.clock.ahead += 100
            return bool(other.update["seq"] != head)

        await eventually(has_moved)


def test_no_two_deals_of_a_server_are_alike() -> None:
    cards = tuple(range(118))
    deals = {Dice().shuffled(cards) for _ in range(20)}
    assert len(deals) == 20
    assert all(sorted(deal) == list(cards) for deal in deals)


def test_setting_the_computers_clock_does_not_change_the_servers_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, told = clock(), time.time_ns()
    for hours in (1, -1):
        changed = told + hours * 3_600_000_000_000
        monkeypatch.setattr(time, "time_ns", lambda changed=changed: changed)
        monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9)
        assert 0 <= clock() - before < 60_000
    assert abs(before - told // 1_000_000) < 60_000


def idle_ms(line: Line) -> dict[int, int]:
    """Map each seat that owes a move to the time it had been silent when Hello was sent."""
    times = zip(line.update["to_act"], line.update["since"], strict=True)
    return {seat: line.hello["now"] - since for seat, since in times}


async def idle_for(each: Guest, table: str) -> dict[int, int]:
    async with each.line(table) as line:
        await line.first("update")
        return idle_ms(line)


async def test_all_are_sent_since_when_a_seat_owes_its_move_also_after_a_restart(
    shifts: Shifts,
) -> None:
    clock = shifts.clock
    async with shifts.server() as (server, mika), guest(server.base) as ken:
        made = await mika.open(seats=2, options={"first_player": 0})
        table = made["table"]
        await ken.join(table=table, secret=made["invite"])
        async with mika.line(table) as line, ken.line(table) as other:
            await line.say(type="begin")
            await other.first("update")
            clock.ahead += 3 * MINUTE
            for each in (mika, ken, await server.guest()):
                assert await idle_for(each, table) == {0: 3 * MINUTE}
            await other.say(type="rename", name="Nobu")  # the table still waits for Mika
            assert await idle_for(ken, table) == {0: 3 * MINUTE}
            await line.say(type="rename", name="Nami")
            clock.ahead += MINUTE
            assert await idle_for(ken, table) == {0: MINUTE}
    clock.ahead += 5 * MINUTE
    async with shifts.server() as (_, mika), mika.line(table) as line:
        await line.first("update")
        assert idle_ms(line) == {0: 6 * MINUTE}
        await line.act({"type": "pass"})
        clock.ahead += 2 * MINUTE
        assert await idle_for(mika, table) == {1: 2 * MINUTE}


@pytest.mark.parametrize("room", CASES, ids=str)
def test_seat_that_moves_unheard_owes_no_further_move_among_others(room: Case) -> None:
    """Otherwise `since` would reveal which of them has moved."""
    game = room.game
    for file in sorted((room.folder / "golden").glob("*.jsonl")):
        played = loads(file.read_bytes())
        steps = pairwise(replay_steps(game, played))
        for entry, (before, after) in zip(played.entries, steps, strict=True):
            owing, still = game.to_act(before.state), game.to_act(after.state)
            if len(owing) > 1 and entry.seat in owing and entry.seat in still and not game.silent:
                assert events_for(after.news, None), (file.name, entry)
