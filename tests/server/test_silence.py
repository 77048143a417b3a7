"""A game played in silence: nothing but moves passes between the seats, and at an even pace."""

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from chabudai.core import Rng, Step, play, secret
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.sources import ANSWER_MS, Sources
from chabudai.server.tables.bots import ANSWER_INTERVAL_MS, answer_interval, shown_at
from chabudai.server.tables.decide import Call, Change, PendingMove, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit
from chabudai.server.tables.decide.play import LEAST_PACE_MS, MOST_ASIDES, PACE_MS, is_aside
from chabudai.server.tables.decide.visible_seq import PrivateStep
from tests.server.support import Line, Running, guest, in_memory

GAME = GAMES["kakapo"]
LEVELS = ("easy", "normal", "hard", "expert")
AT = 10_000


def call(seat: int = 0, world: int = 1) -> Call:
    sources = Sources(dice=partial(Rng, world), pauses=partial(Rng, world))
    return Call(seat, f"{seat}:{world}", AT, sources, "1234")


def set_table(*, world: int = 1, game: str = "kakapo", **order: Any) -> Change:
    wanted: dict[str, Any] = {"name": "Mika", "seats": 2, "begin": True, **order}
    return open_table(call(world=world), protocol.NewTable(game, **wanted), "mika", "invite")


def act(table: Table, seat: int, world: int) -> Table:
    """The table after any move of a seat."""
    view = GAME.view(table.state, seat)
    move = Raw(msgspec.json.encode(GAME.sample(view, seat, Rng(world))))
    return carry_out(table, call(seat, world), protocol.Act("x", table.head, move)).table


def bot_move(table: Table) -> PendingMove | None:
    return next((move for move in table.pending if move.kind == "bot"), None)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_at_a_time_of_its_level_whatever_it_holds(level: protocol.Level) -> None:
    dues: set[int | None] = set()
    for world in range(40):
        table = set_table(world=world, bots=(level,)).table
        if not (move := bot_move(table)):
            table = act(table, 0, world)
            move = bot_move(table)
        dues.add(move.due if move else None)
    assert dues - {None} == {AT + max(PACE_MS[level], LEAST_PACE_MS)}


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_thinks_longer_answers_when_the_same_time_has_passed_again(
    level: protocol.Level,
) -> None:
    table = set_table(bots=(level,)).table
    pace = answer_interval(table, 1)
    assert pace == max(PACE_MS[level], LEAST_PACE_MS)
    for ready in (AT, AT + 1, AT + pace):
        assert shown_at(AT + pace, ready, pace) == AT + pace
    assert shown_at(AT + pace, AT + pace + 1, pace) == AT + 2 * pace
    hasty = carry_out(table, call(), protocol.Hasten("h", hasten=True)).table
    assert answer_interval(hasty, 1) == PACE_MS[level]
    assert hasty.pending == table.pending
    assert (
        answer_interval(set_table(game="word-bank", bots=("easy",)).table, 1) == ANSWER_INTERVAL_MS
    )


def test_bots_are_hastened_once_and_not_slowed_down_while_a_mission_runs() -> None:
    table = set_table(bots=("easy",)).table
    hasty = carry_out(table, call(), protocol.Hasten("h", hasten=True)).table
    for hasten in (True, False):
        with pytest.raises(Refused, match="silence"):
            carry_out(hasty, call(), protocol.Hasten("h", hasten=hasten))


def friends() -> Table:
    """Two people, and the mission has begun."""
    opened = set_table(begin=False).table
    seated = sit(opened, call(1), "ken", "Ken").table
    return carry_out(seated, call(), protocol.Begin("b")).table


def test_names_stay_as_they_are_while_a_mission_runs() -> None:
    table = friends()
    with pytest.raises(Refused, match="silence"):
        carry_out(table, call(1), protocol.Rename("r", "I have red"))
    over = Table(table.id, table.head, replace(table.sitting, status="over"), table.state, (), None)
    assert (
        carry_out(over, call(1), protocol.Rename("r", "Kenta")).table.sitting.places[1].name
        == "Kenta"
    )


def test_nobody_sees_who_comes_and_goes_while_a_mission_runs() -> None:
    opened = sit(set_table(begin=False).table, call(1), "ken", "Ken").table
    assert in_memory(opened, AT).presence() == (AT, AT)
    assert in_memory(friends(), AT).presence() == (None, None)


def test_a_wish_to_give_up_does_not_wind_up_the_clock_again() -> None:
    options = Raw(b'{"turn_clock": 60}')
    opened = set_table(begin=False, options=options).table
    table = carry_out(sit(opened, call(1), "ken", "Ken").table, call(), protocol.Begin("b")).table
    (owed,) = table.pending
    assert owed.due == AT + 60_000
    late = replace(call(owed.seat), at=AT + 59_000)
    wish = Raw(b'{"type": "concede", "wish": true}')
    wished = carry_out(table, late, protocol.Act("w", table.head, wish)).table
    assert wished.head == table.head + 1
    assert [move.due for move in wished.pending] == [owed.due]
    revealed = act(wished, owed.seat, 1)
    assert revealed.pending[0].since == revealed.head


def wished(table: Table, seat: int, number: int, *, wish: bool) -> Table:
    action = Raw(msgspec.json.encode({"type": "concede", "wish": wish}))
    return carry_out(table, call(seat, number), protocol.Act("w", table.head, action)).table


def test_kk_a21_the_wish_that_ends_the_mission_is_counted_by_all() -> None:
    begun = friends()
    table = wished(begun, 0, 3, wish=True)
    aside = PrivateStep(begun.head + 1, 0)
    assert table.sitting.asides == (aside,)
    over = wished(table, 1, 4, wish=True)
    assert over.sitting.status == "over"
    assert over.sitting.asides == (aside,)
    assert over.visible_seq(0).shown(over.head) == begun.head + 2
    assert (
        over.visible_seq(1).shown(over.head)
        == over.visible_seq(None).shown(over.head)
        == begun.head + 1
    )


def test_a_rematch_begins_without_the_asides_of_the_last_game() -> None:
    table = wished(wished(friends(), 0, 3, wish=True), 1, 4, wish=True)
    after = carry_out(table, call(world=5), protocol.Again("a"))
    assert after.table.sitting.asides == table.sitting.asides != ()
    (rematch,) = after.also
    assert rematch.table.sitting.asides == ()


def test_an_aside_is_what_nobody_else_can_notice_in_a_silent_game() -> None:
    table = friends()
    (seat,) = GAME.to_act(table.state)
    assert is_aside(table, seat, Step(table.state))
    assert is_aside(table, seat, Step(table.state, (secret(seat, "psst"),)))
    assert not is_aside(table, seat, Step(table.state, (secret(seat, "psst", "somebody"),)))
    assert not is_aside(table, seat, Step(table.state, (secret(1 - seat, "psst"),)))
    card = GAME.sample(GAME.view(table.state, seat), seat, Rng(1))
    assert not is_aside(table, seat, Step(play(GAME, table.state, seat, card).state))
    spoken = set_table(game="word-bank", bots=("easy",)).table
    assert not is_aside(spoken, 0, Step(spoken.state))


def test_nobody_changes_their_mind_for_ever_and_it_is_no_business_of_the_others() -> None:
    table = friends()
    for number in range(MOST_ASIDES):
        table = wished(table, 0, number, wish=number % 2 == 0)
    with pytest.raises(Refused, match="too often") as refused:
        wished(table, 0, MOST_ASIDES, wish=True)
    assert refused.value.code == "not-now"
    assert wished(table, 1, 0, wish=True).head == table.head + 1


async def test_a_wish_to_give_up_reaches_nobody_before_the_next_move(site: Running) -> None:
    async with guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open(game="kakapo", seats=2)
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as one, ken.line(made["table"]) as two:
            await one.say(type="begin", fill=None)
            update = await one.until(lambda: one.last("update"))
            mover, other = (one, two) if update["to_act"] == [0] else (two, one)
            await other.at(update["seq"])
            before = len(other.frames)
            wish = {"type": "concede", "wish": True}
            answer = await mover.say(type="act", head=update["seq"], action=wish)
            mine = await mover.at(answer["seq"])
            assert mine["news"][-1]["events"] == [
                {"type": "wished", "seat": update["to_act"][0], "wish": True}
            ]
            assert (await other.say(type="ask", question={"type": "consider"}))[
                "type"
            ] == "answered"
            assert [m["type"] for m in other.messages[before:]] == ["answered"]
            move = next(each for each in mine["legal"] if each["type"] == "reveal")
            done = await mover.say(type="act", head=mine["seq"], action=move)
            assert done["type"] == "accepted"
            assert done["seq"] == update["seq"] + 2
            heard = await other.at(update["seq"] + 1)
            assert [told["seq"] for told in heard["news"]] == [heard["seq"]] == [update["seq"] + 1]
            assert heard["news"][0]["events"]


async def test_kk_a21_answers_are_delayed_by_a_drawn_time_during_a_mission(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise an answer that comes sooner or later than usual tells that a step was received."""
    drawn: list[tuple[int, int]] = []

    def at_once(sources: Sources, range_ms: tuple[int, int]) -> int:
        drawn.append(range_ms)
        return 0

    monkeypatch.setattr(Sources, "drawn", at_once)

    action = {"type": "shuffle", "deck": [], "start": 0}  # a move of chance alone: refused

    async def probe(line: Line) -> list[tuple[int, int]]:
        """The ranges drawn from while each kind of frame is answered."""
        drawn.clear()
        await line.say(type="ask", question={"type": "consider"})
        await line.say(type="act", head=0, action=action)
        await line.ws.send("?")
        await line.ws.send('{"type": "ping"}')
        await line.first("pong")
        return drawn[:]

    async with guest(site.base) as mika, guest(site.base) as ken, guest(site.base) as watching:
        made = await mika.open(game="kakapo", seats=2)
        async with watching.line(made["table"]) as line:
            assert await probe(line) == []
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as line:
            assert (await line.say(type="begin", fill=None))["type"] == "accepted"
        for each in (mika, ken, watching):
            async with each.line(made["table"]) as line:
                assert await probe(line) == [ANSWER_MS] * 4
