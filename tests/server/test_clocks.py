"""Sources of randomness and time, clocks, and the even pace of silent games."""

import asyncio
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec import structs

from chabudai.core import Step, events_for, secret
from chabudai.core.transcript import loads, replay_steps
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.sources import ANSWER_MS, Sources, clock
from chabudai.server.store.base import StorageFailed
from chabudai.server.tables.bots import ANSWER_INTERVAL_MS, answer_interval, shown_at
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.play import LEAST_PACE_MS, PACE_MS, is_aside
from chabudai.server.tables.decide.visible_seq import PrivateStep, visible_seq_for
from tests.server.clock import Clock, Shifts
from tests.server.support import BRISK, Guest, Line, Running, Serve, entries, eventually, guest
from tests.server.tables import AT, act, change, do, friends, in_memory, open_new, refusal, with_bot
from tests.support.game_cases import CASES, Case

MINUTE = 60_000


async def play_with_bot(mika: Guest, *, first: int = 0, turn_clock: int = 60) -> str:
    options = {"first_player": first, "turn_clock": turn_clock}
    return str((await mika.open(seats=2, bots=["easy"], begin=True, options=options))["table"])


async def test_no_clock_runs_out_early_or_while_no_server_runs(shifts: Shifts) -> None:
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
async def test_clocks_are_extended_once_by_the_time_that_a_computer_was_suspended(
    serve: Serve, db: str, monkeypatch: pytest.MonkeyPatch, *, is_read: bool
) -> None:
    """This also holds if the database cannot be read immediately afterwards."""
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
    """Map each seat that owes a move to how long it had been silent when Hello was sent."""
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
def test_a_seat_whose_move_others_do_not_see_owes_no_further_move_among_others(room: Case) -> None:
    """Otherwise `since` would reveal which of them has moved."""
    game = room.game
    for file in sorted((room.folder / "golden").glob("*.jsonl")):
        played = loads(file.read_bytes())
        steps = pairwise(replay_steps(game, played))
        for entry, (before, after) in zip(played.entries, steps, strict=True):
            owing, still = game.to_act(before.state), game.to_act(after.state)
            if len(owing) > 1 and entry.seat in owing and entry.seat in still and not game.silent:
                assert events_for(after.news, None), (file.name, entry)


GAME = GAMES["kakapo"]


def wish(table: Table, seat: int, *, wish: bool = True, at: int = AT) -> Table:
    return act(table, seat, {"type": "concede", "wish": wish}, at=at)


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_a_bot_answers_at_a_multiple_of_the_pace_of_its_level_whatever_its_hand(
    level: protocol.Level,
) -> None:
    pace, dues = max(PACE_MS[level], LEAST_PACE_MS), set[int | None]()
    for world in range(1, 41):
        table = open_new("kakapo", seed=world, bots=(level,), begin=True).table
        if all(move.kind != "bot" for move in table.pending):
            table = act(table, 0)
        dues |= {move.due for move in table.pending if move.kind == "bot"}
    assert dues == {AT + pace}
    table = open_new("kakapo", bots=(level,), begin=True).table
    assert answer_interval(table, 1) == pace
    for ready in (AT, AT + 1, AT + pace):
        assert shown_at(AT + pace, ready, pace) == AT + pace
    assert shown_at(AT + pace, AT + pace + 1, pace) == AT + 2 * pace
    hasty = do(table, 0, protocol.Hasten("h", hasten=True))
    assert answer_interval(hasty, 1) == PACE_MS[level]
    assert hasty.pending == table.pending
    for hasten in (True, False):  # bots are hastened once, and not slowed down
        assert "silence" in refusal(hasty, 0, protocol.Hasten("h", hasten=hasten))
    assert answer_interval(with_bot(), 1) == ANSWER_INTERVAL_MS


def test_names_and_presence_reveal_nothing_during_a_mission() -> None:
    table = friends(2, "kakapo")
    assert "silence" in refusal(table, 1, protocol.Rename("r", "I have red"))
    sitting = structs.replace(table.sitting, status="over")
    over = structs.replace(table, sitting=sitting, pending=(), code=None)
    assert do(over, 1, protocol.Rename("r", "Kenta")).sitting.places[1].name == "Kenta"
    assert in_memory(friends(2, "kakapo", begin=False), AT).presence() == ((AT, AT), (0, 1))
    assert in_memory(table, AT).presence() == ((None, None), ())


def test_a_wish_to_give_up_does_not_restart_the_clock() -> None:
    table = friends(2, "kakapo", turn_clock=60)
    (owed,) = table.pending
    assert owed.due == AT + 60_000
    wished = wish(table, owed.seat, at=AT + 59_000)
    assert wished.head == table.head + 1
    assert [move.due for move in wished.pending] == [owed.due]
    revealed = act(wished, owed.seat)
    assert revealed.pending[0].since == revealed.head


def test_kk_a21_the_wish_that_ends_the_mission_is_counted_by_all() -> None:
    begun = friends(2, "kakapo")
    table = wish(begun, 0)
    asides = (PrivateStep(begun.head + 1, 0),)
    assert table.sitting.asides == asides
    over = wish(table, 1)
    assert (over.sitting.status, over.sitting.asides) == ("over", asides)
    shown = [over.visible_seq(seat).shown(over.head) - begun.head for seat in (0, 1, None)]
    assert shown == [2, 1, 1]
    after = change(over, 0, protocol.Again("a"))
    assert after.table.sitting.asides == asides
    (rematch,) = after.also
    assert rematch.table.sitting.asides == ()


async def test_kk_a21_answers_are_delayed_by_a_drawn_time_during_a_mission(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the delay of an answer would reveal that a step is being stored."""
    drawn: list[tuple[int, int]] = []

    def draw(sources: Sources, range_ms: tuple[int, int]) -> int:
        drawn.append(range_ms)
        return 0

    monkeypatch.setattr(Sources, "drawn", draw)
    shuffle = {"type": "shuffle", "deck": [], "start": 0}  # a chance move, which is refused

    async def probe(line: Line) -> list[tuple[int, int]]:
        """The ranges of random pauses drawn while each kind of frame is answered."""
        drawn.clear()
        await line.say(type="ask", question={"type": "consider"})
        await line.say(type="act", head=0, action=shuffle)
        await line.ws.send("?")
        pongs = len(line.of("pong"))
        await line.ws.send('{"type": "ping"}')
        await line.until(lambda: len(line.of("pong")) > pongs)
        return drawn[:]

    host, _ = lines = await site.seat(2, game="kakapo", begin=False)
    watching = await (await site.guest()).connect(host.table)
    assert await probe(watching) == []
    await host.accept(type="begin")
    for line in (*lines, watching):
        await line.first("update")
        assert await probe(line) == [ANSWER_MS] * 4
        assert line.update["since"] == []


async def test_the_answer_to_a_move_precedes_its_news_even_if_another_seat_moves_meanwhile(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that has already read the news would wait for further news."""
    lines = await site.seat(2, game="kakapo")
    first = lines[0].update["to_act"][0]
    mover, other = lines[first], lines[1 - first]
    monkeypatch.setattr(Sources, "drawn", lambda _, range_ms: 500 * (range_ms == ANSWER_MS))

    async def reveal(line: Line, seat: int) -> dict[str, Any]:
        update = await line.turn(seat)
        assert update
        return await line.act(next(each for each in update["legal"] if each["type"] == "reveal"))

    answers = await asyncio.gather(reveal(mover, first), reveal(other, 1 - first))
    answer: dict[str, Any] = answers[0]
    await mover.at(answer["seq"] + 1)
    told = [m for m in mover.messages if m["type"] != "update" or m["seq"] >= answer["seq"]]
    assert told.index(answer) < told.index(next(m for m in told if m["type"] == "update"))


LOGS = st.lists(st.sampled_from([None, None, 0, 1]), min_size=1, max_size=30)
"""Logs: for each step, the only seat that knows of it, or None if all do."""
SEATS = st.sampled_from([None, 0, 1, 2])


@given(LOGS, SEATS, st.integers(1, 5))
def test_known_steps_are_numbered_without_gaps_and_numbers_map_back(
    log: list[int | None], seat: int | None, beyond: int
) -> None:
    asides = [PrivateStep(seq, whose) for seq, whose in enumerate(log, 1) if whose is not None]
    numbers = visible_seq_for(seat, tuple(asides))
    steps = range(len(log) + 1)
    known = [seq for seq in steps[1:] if numbers.includes(seq)]
    assert known == [seq for seq, whose in enumerate(log, 1) if whose in (None, seat)]
    assert [numbers.shown(seq) for seq in known] == list(range(1, len(known) + 1))
    # A number stands for its own step and for the hidden steps up to the next one.
    for number in range(numbers.shown(len(log)) + 1):
        assert numbers.logged(number) == max(s for s in steps if numbers.shown(s) == number)
    # Numbers beyond the last one stand for steps that do not exist.
    assert numbers.logged(numbers.shown(len(log)) + beyond) == len(log) + beyond
    assert numbers.logged(-beyond) == -beyond


def test_an_aside_is_a_step_of_a_silent_game_without_public_effect() -> None:
    table = friends(2, "kakapo")
    (seat,) = GAME.to_act(table.state)
    assert is_aside(table, seat, Step(table.state))
    assert is_aside(table, seat, Step(table.state, (secret(seat, "psst"),)))
    assert not is_aside(table, seat, Step(table.state, (secret(seat, "psst", "somebody"),)))
    assert not is_aside(table, seat, Step(table.state, (secret(1 - seat, "psst"),)))
    assert not is_aside(table, seat, Step(act(table, seat).state))
    spoken = with_bot()
    assert not is_aside(spoken, 0, Step(spoken.state))


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
