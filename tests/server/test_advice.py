"""Advice at a table: who agrees to it, who asks, and who hears of it."""

from typing import Any

import msgspec
import pytest

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.sources import Sources
from chabudai.server.tables.decide import Call, Change, Table, put_place
from chabudai.server.tables.decide.advice import allow, allowed, ask_for_advice
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit
from tests.server.support import GAME, Line, Running, guest

ALONE = {"bots": ["easy", "easy"], "begin": True, "options": {"first_player": 0}}


def asked(line: Line) -> list[int]:
    """The seats that were said to have asked for advice, in order."""
    return [
        event["seat"]
        for update in line.of("update")
        for told in update["news"]
        for event in told["events"]
        if event["type"] == "advised"
    ]


async def test_whoever_plays_with_bots_allows_it_and_is_advised_on_each_move(
    site: Running,
) -> None:
    async with guest(site.base) as mika:
        made = await mika.open(**ALONE)
        async with mika.line(made["table"]) as line:
            update = await line.first("update")
            refused = await line.say(type="advise")
            assert (refused["type"], refused["code"]) == ("refused", "not-now")
            assert "everybody has agreed" in refused["text"]
            assert (await line.say(type="allow", advice=True))["type"] == "accepted"
            answer = await line.say(type="advise")
            best = answer["answer"]["choices"][answer["answer"]["best"]]["action"]
            assert (await line.say(type="advise"))["answer"] == answer["answer"]
            lobby = await line.until(lambda: line.last("lobby"))
            assert (lobby["advice"], lobby["chairs"][0]["advice"]) == ("on", True)
            moved = await line.say(type="act", head=update["seq"], action=best)
            assert moved["type"] == "accepted", moved
            await line.at(moved["seq"])
            assert asked(line) == [0]


async def test_with_others_all_must_agree_and_everybody_hears_who_asks(
    site: Running,
) -> None:
    async with guest(site.base) as mika, guest(site.base) as ken, guest(site.base) as sora:
        made = await mika.open(seats=3, options={"first_player": 0})
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as host, ken.line(made["table"]) as other:
            await host.say(type="allow", advice=True)
            await host.say(type="begin", fill="easy")
            await host.turn(0)
            assert (await host.say(type="advise"))["code"] == "not-now"
            await other.say(type="allow", advice=True)
            answer = await host.say(type="advise")
            assert answer["type"] == "answered", answer
            await other.until(lambda: asked(other) == [0])
            late = await other.say(type="advise")
            assert "your turn" in late["text"]
            async with sora.line(made["table"]) as watching:
                await watching.first("update")
                assert (await watching.say(type="advise"))["code"] == "not-your-seat"
            await other.say(type="allow", advice=False)
            assert (await host.say(type="advise"))["code"] == "not-now"


# --- The same without a network

SOURCES = Sources(dice=lambda: Rng(3), pauses=lambda: Rng(4))


def call(seat: int = 0, number: int = 0) -> Call:
    return Call(seat, f"{seat}:{number}", 10_000, SOURCES, "1234")


def begun(game: str = "word-bank", agreed: tuple[int, ...] = (0, 1), **order: Any) -> Table:
    """A table of two people, those who agree to advice, and a game that has begun."""
    wanted = protocol.NewTable(game, "Mika", 2, **order)
    table = open_table(call(), wanted, "mika", "invite").table
    table = sit(table, call(), "ken", "Ken").table
    for seat in agreed:
        table = carry_out(table, call(seat), protocol.Allow("a", advice=True)).table
    return carry_out(table, call(), protocol.Begin("b")).table


def agreeing(table: Table, seat: int) -> Table:
    """The table when a seat has agreed, however that was possible."""
    places = table.sitting.places
    return msgspec.structs.replace(
        table,
        sitting=put_place(table.sitting, seat, msgspec.structs.replace(places[seat], advice=True)),
    )


def on_turn(table: Table) -> int:
    return table.game.to_act(table.state)[0]


def ask(table: Table) -> Change:
    return ask_for_advice(table, call(on_turn(table)), protocol.Advise("x"))


@pytest.mark.parametrize("agreed", [(), (0,), (1,)])
def test_one_who_does_not_agree_is_enough(agreed: tuple[int, ...]) -> None:
    table = begun(agreed=agreed)
    assert allowed(table) == "off"
    with pytest.raises(Refused, match="everybody has agreed"):
        ask(table)


def test_a_move_is_told_once_and_the_next_again() -> None:
    table = begun()
    first = ask(table)
    assert [entry.is_advice for entry in first.entries] == [True]
    assert ask(first.table).entries == ()
    moved = first.table
    for _ in range(2):
        seat = on_turn(moved)
        action = msgspec.Raw(msgspec.json.encode(GAME.idle(GAME.view(moved.state, seat), seat)))
        moved = carry_out(
            moved, call(seat, moved.head), protocol.Act("m", moved.head, action)
        ).table
        assert ask(moved).entries
    assert moved.sitting.places[on_turn(moved)].advised < moved.head


def test_who_has_left_need_not_agree_but_in_silence() -> None:
    for game, said in (("word-bank", "on"), ("kakapo", "off")):
        table = agreeing(begun(game, agreed=()), 0)
        left = carry_out(table, call(1, 1), protocol.Leave("l")).table
        assert left.sitting.places[1].left
        assert allowed(left) == said


def test_a_game_that_gives_none_says_so() -> None:
    mute = next(game for game in GAMES.values() if game.extras.advise is None)
    table = begun(mute.name, agreed=())
    assert allowed(table) == "none"
    with pytest.raises(Refused, match="gives no advice"):
        ask(table)
    with pytest.raises(Refused, match="gives no advice"):
        allow(table, call(), protocol.Allow("a", advice=True))


def test_who_agreed_agrees_in_the_rematch_and_a_newcomer_has_not() -> None:
    table = begun()
    over = carry_out(table, call(), protocol.End("e")).table
    (again,) = carry_out(over, call(), protocol.Again("r")).also
    assert [place.advice for place in again.table.sitting.places] == [True, True]
    freed = carry_out(again.table, call(1, 1), protocol.Vacate("v", 0)).table
    joined = sit(freed, call(0, 2), "sora", "Sora").table
    assert allowed(freed) == "on"
    assert allowed(joined) == "off"


def test_in_silence_one_agrees_before_the_game_and_nobody_hears_who_asks() -> None:
    table = begun("kakapo")
    assert ask(table) == Change(table, ())
    with pytest.raises(Refused, match="agreed on before"):
        carry_out(table, call(1, 1), protocol.Allow("a", advice=False))
