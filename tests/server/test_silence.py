"""Silent games: bots and answers keep an even pace, and step numbers skip the hidden steps."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from chabudai.core import Step, play, secret
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.sources import ANSWER_MS, Sources
from chabudai.server.tables.bots import ANSWER_INTERVAL_MS, answer_interval, shown_at
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.play import LEAST_PACE_MS, MOST_ASIDES, PACE_MS, is_aside
from chabudai.server.tables.decide.visible_seq import PrivateStep, visible_seq_for
from tests.server.support import Line, Running
from tests.server.tables import (
    AT,
    act,
    change,
    do,
    friends,
    in_memory,
    open_new,
    refusal,
    sample,
    with_bot,
)

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
            table = act(table, 0, sample(table, 0, world))
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
    over = replace(table, sitting=replace(table.sitting, status="over"), pending=(), code=None)
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
    revealed = act(wished, owed.seat, sample(wished, owed.seat))
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


def test_an_aside_is_a_step_of_a_silent_game_without_public_effect() -> None:
    table = friends(2, "kakapo")
    (seat,) = GAME.to_act(table.state)
    assert is_aside(table, seat, Step(table.state))
    assert is_aside(table, seat, Step(table.state, (secret(seat, "psst"),)))
    assert not is_aside(table, seat, Step(table.state, (secret(seat, "psst", "somebody"),)))
    assert not is_aside(table, seat, Step(table.state, (secret(1 - seat, "psst"),)))
    assert not is_aside(table, seat, Step(play(GAME, table.state, seat, sample(table, seat)).state))
    spoken = with_bot()
    assert not is_aside(spoken, 0, Step(spoken.state))


def test_the_number_of_asides_is_limited_for_each_seat() -> None:
    table = friends(2, "kakapo")
    for number in range(MOST_ASIDES):
        table = wish(table, 0, wish=number % 2 == 0)
    with pytest.raises(Refused, match="too often"):
        wish(table, 0)
    assert wish(table, 1).head == table.head + 1


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
