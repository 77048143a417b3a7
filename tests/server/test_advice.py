"""Advice at a table: its conditions, the seats that may request it, and those that are notified."""

import msgspec
import pytest

from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Change, Table, put_place
from chabudai.server.tables.decide.advice import allow, allowed, ask_for_advice
from chabudai.server.tables.decide.lobby import sit
from chabudai.server.tables.lobby_message import public_lobby
from tests.server.support import GAME, Line, Running
from tests.server.tables import act, call, change, do, friends, refusal


def asked(line: Line) -> list[int]:
    """The seats whose requests for advice were announced, in order."""
    return [event["seat"] for event in line.events if event["type"] == "advised"]


async def test_a_single_guest_is_advised_on_each_move_stage_by_stage(site: Running) -> None:
    (line,) = await site.seat(1, seats=3, bots=["easy", "easy"], options={"first_player": 0})
    assert line.lobby["advice"] == "on"
    first, second, answer = [
        (await line.say(type="advise", stage=stage))["answer"] for stage in (1, 2, 3)
    ]
    assert first == {**first, "closer": None, "choices": [], "best": None, "why": []}
    assert second == {**first, "closer": answer["closer"]}
    assert answer == {**answer, "look": first["look"], "closer": second["closer"]}
    assert (await line.say(type="advise"))["answer"] == answer
    assert (await line.say(type="advise", stage=4))["code"] == "malformed"
    await line.until(lambda: line.lobby["chairs"][0]["advice_taken"] == 3)
    await line.move(answer["choices"][answer["best"]]["action"])
    assert asked(line) == [0]


async def test_all_guests_must_agree_to_advice_and_are_notified_of_each_question(
    site: Running,
) -> None:
    host, other = await site.seat(2, seats=3, begin=False, options={"first_player": 0})
    await host.accept(type="allow", advice=True)
    await host.accept(type="begin", fill="easy")
    await host.turn(0)
    refused = await host.say(type="advise")
    assert (refused["type"], refused["code"]) == ("refused", "not-now")
    assert "everybody has agreed" in refused["text"]
    await other.accept(type="allow", advice=True)
    answer = await host.say(type="advise")
    assert answer["type"] == "answered", answer
    await other.until(lambda: asked(other) == [0])
    assert "your turn" in (await other.say(type="advise"))["text"]
    watching = await (await site.guest()).connect(host.table)
    await watching.first("update")
    assert await watching.refuse(type="advise") == "not-your-seat"
    await other.accept(type="allow", advice=False)
    assert await host.refuse(type="advise") == "not-now"


# --- without a network


def begun(game: str = "word-bank", agreed: tuple[int, ...] = (0, 1)) -> Table:
    """A game of two guests. The seats in `agreed` have agreed to advice."""
    table = friends(2, game, begin=False)
    for seat in agreed:
        table = do(table, seat, protocol.Allow("a", advice=True))
    return do(table, 0, protocol.Begin("b"))


def on_turn(table: Table) -> int:
    return table.game.to_act(table.state)[0]


def ask(table: Table, stage: int = 3) -> Change:
    return ask_for_advice(table, call(on_turn(table)), protocol.Advise("x", stage))


def taken(table: Table) -> list[int]:
    return [chair.advice_taken for chair in public_lobby(table).chairs]


def test_a_question_is_announced_once_for_each_move() -> None:
    first = ask(begun())
    assert [entry.is_advice for entry in first.entries] == [True]
    assert ask(first.table).entries == ()
    moved = first.table
    for _ in range(2):
        seat = on_turn(moved)
        moved = act(moved, seat, GAME.idle(GAME.view(moved.state, seat), seat))
        assert ask(moved).entries
    assert moved.sitting.places[on_turn(moved)].advised < moved.head


def test_stages_are_counted_once_announced_once_and_not_kept_in_the_rematch() -> None:
    table, announced = begun(), list[bool]()
    seat = on_turn(table)
    for stage, count in ((1, 1), (1, 1), (3, 3), (2, 3)):
        asked_for = ask(table, stage)
        announced += [entry.is_advice for entry in asked_for.entries]
        table = asked_for.table
        assert taken(table)[seat] == count
    assert announced == [True, False]
    assert sum(taken(table)) == 3
    after = act(table, seat, GAME.idle(GAME.view(table.state, seat), seat))
    assert sum(taken(ask(after, 1).table)) == 4
    (again,) = change(do(table, 0, protocol.End("e")), 0, protocol.Again("r")).also
    assert sum(taken(again.table)) == 0


def test_advice_in_silence_is_neither_shown_nor_counted() -> None:
    assert sum(taken(ask(begun("kakapo")).table)) == 0


@pytest.mark.parametrize(("game", "advice"), [("word-bank", "on"), ("kakapo", "off")])
def test_guests_who_have_left_need_not_agree_except_in_silence(game: str, advice: str) -> None:
    table = begun(game, agreed=())
    place = msgspec.structs.replace(table.sitting.places[0], advice=True)
    agreed = msgspec.structs.replace(table, sitting=put_place(table.sitting, 0, place))
    left = do(agreed, 1, protocol.Leave("l"))
    assert left.sitting.places[1].left
    assert allowed(left) == advice


def test_a_game_without_advice_refuses_questions_and_consent() -> None:
    mute = next(game for game in GAMES.values() if game.extras.advise is None)
    table = begun(mute.name, agreed=())
    assert allowed(table) == "none"
    with pytest.raises(Refused, match="gives no advice"):
        ask(table)
    with pytest.raises(Refused, match="gives no advice"):
        allow(table, call(), protocol.Allow("a", advice=True))


def test_consent_is_kept_in_the_rematch_and_a_newcomer_has_not_given_it() -> None:
    (again,) = change(do(begun(), 0, protocol.End("e")), 0, protocol.Again("r")).also
    assert [place.advice for place in again.table.sitting.places] == [True, True]
    freed = do(again.table, 1, protocol.Vacate("v", 0))
    assert allowed(freed) == "on"
    assert allowed(sit(freed, call(), "sora", "Sora").table) == "off"


def test_in_silence_guests_agree_before_the_game_and_questions_are_not_announced() -> None:
    table = begun("kakapo")
    assert ask(table) == Change(table, ())
    assert "agree on advice before" in refusal(table, 1, protocol.Allow("a", advice=False))
