"""Advice in every game that offers it: legal, distinct, complete moves, in both languages."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import CHANCE, AnyGame, Extras, Rng, Seat, play, telling
from chabudai.core.advice import (
    MOST,
    Advice,
    Choice,
    GivenAdvice,
    advice_of,
    asked_for_advice,
    up_to,
)
from chabudai.core.advising import AdviceRequest, advice_for, advise
from chabudai.core.text import Reader
from tests.contract.test_tellings import is_complete
from tests.support.game_cases import CASES, Case, a_start, starts, walk
from tests.support.moves import course

MEASURED = 6
"""Number of moves of a game whose advice is compared with a bot's move."""
ADVISED = [room for room in CASES if room.game.extras.advise is not None]
EACH = 5
"""Check one in this many states of a game."""
data = st.data()


def owing(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    return tuple(seat for seat in game.to_act(state) if seat != CHANCE)


@pytest.mark.parametrize("room", ADVISED, ids=str)
@settings(max_examples=2)
@given(data)
def test_advice_is_a_choice_of_legal_moves_in_both_languages(
    room: Case, data: st.DataObject
) -> None:
    game, sitting = room.game, data.draw(starts(room))
    for ply in islice(walk(room, sitting), 1, 40 * EACH, EACH):
        for seat in owing(game, ply.before)[:1]:
            check(game, ply.before, seat, advice_for(game, game.view(ply.before, seat), seat))


def check(game: AnyGame, state: Any, seat: Seat, advice: Advice) -> None:
    actions = [msgspec.json.decode(one.action, type=game.actions) for one in advice.choices]
    assert 1 <= len(actions) <= MOST
    assert len({bytes(one.action) for one in advice.choices}) == len(actions)
    for action in actions:
        play(game, state, seat, action)
    assert 0 <= advice.best < len(actions)
    hints = [hint for hint in (advice.look, advice.closer) if hint is not None]
    told = [*hints, *(one.said for one in advice.choices), *advice.why]
    assert advice.why
    assert all(is_complete(game, one) for one in told)
    names = [f"P{at}" for at in range(9)]
    said = [
        [Reader(lang, game.text.catalogue(lang), names.__getitem__).sentence(one) for one in told]
        for lang in ("en", "ja")
    ]
    looks, more = said[0][: len(hints)], said[0][len(hints) :]
    assert all(re.fullmatch(r"[^\n]*[.?]", look) for look in looks), looks
    assert all(re.fullmatch(r"[^\n]*\.", one) for one in more[len(actions) :]), more
    choices = more[: len(actions)]
    assert len(set(choices)) == len(choices)
    assert not any(choice in look for choice in choices for look in looks)
    looks, more = said[1][: len(hints)], said[1][len(hints) :]
    assert all(re.search("[ぁ-んァ-ヶ一-龯]", one) for one in (*looks, *more[len(actions) :]))


@pytest.mark.parametrize("room", ADVISED, ids=str)
def test_advice_for_the_same_view_is_the_same(room: Case) -> None:
    game = room.game
    state = beginning(room)
    view = game.view(state, owing(game, state)[0])
    seat = owing(game, state)[0]
    wanted = AdviceRequest(msgspec.Raw(msgspec.json.encode(view)), seat)
    advice = advice_for(game, view, seat)
    assert advice == advice_for(game, view, seat)
    given = [advise(game, msgspec.structs.replace(wanted, stage=stage)) for stage in (1, 2, 3)]
    assert given == [up_to(advice, stage) for stage in (1, 2, 3)]


def beginning(room: Case) -> Any:
    start = room.game.setup(room.game.options(), room.game.seats[-1])
    states = (start, *(ply.step.state for ply in course(room.game, start, Rng(3))))
    return next(state for state in states if owing(room.game, state))


@pytest.mark.parametrize("room", ADVISED, ids=str)
def test_a_room_without_advice_gives_none(room: Case) -> None:
    state = beginning(room)
    seat = owing(room.game, state)[0]
    mute = replace(room.game, extras=Extras())
    with pytest.raises(KeyError):
        advice_for(mute, mute.view(state, seat), seat)


def test_choices_are_sorted_and_differ() -> None:
    said = telling("to pass")
    look = telling("Look.")
    moves = [("c", said), ("a", telling("to say A")), ("c", telling("to say C")), ("b", said)]
    advice = advice_of(look, [*moves, ("d", telling("D")), ("e", telling("E"))], [look])
    assert [bytes(one.action) for one in advice.choices] == [b'"a"', b'"c"', b'"d"']
    assert advice.best == 1


def test_a_stage_reveals_nothing_of_the_later_ones() -> None:
    look, closer, why = telling("Look."), telling("Closer."), (telling("Why."),)
    choices = (Choice(msgspec.Raw(b'"a"'), telling("A")),)
    hinted, chosen = Advice(look, choices, 0, why, closer), Advice(look, choices, 0, why)
    assert up_to(hinted, 1) == up_to(chosen, 1) == GivenAdvice(look)
    assert up_to(hinted, 2) == GivenAdvice(look, closer)
    assert up_to(chosen, 2) == GivenAdvice(look, None, choices)
    assert up_to(hinted, 3) == GivenAdvice(look, closer, choices, 0, why)


@pytest.mark.parametrize("room", ADVISED, ids=str)
def test_a_request_for_advice_is_told_in_both_languages(room: Case) -> None:
    assert room.game.silent or is_complete(room.game, asked_for_advice(1))


@pytest.mark.parametrize("room", ADVISED, ids=str)
def test_advice_takes_no_more_steps_than_three_of_a_bots_longest_moves(room: Case) -> None:
    """Advice and bot have other deals, so that neither uses the other's results."""
    expert = room.game.bots["expert"](3)
    advised = steps_in_a_game(room, partial(advice_for, room.game), 5)
    thought = steps_in_a_game(room, lambda view, seat: expert(view, seat, Rng(1)), 6)
    assert max(advised) <= 3 * max(thought), (advised, thought)


def steps_in_a_game(room: Case, work: Callable[[Any, Seat], object], seed: int) -> list[int]:
    """Return the steps of some work at every fourth move of a game by normal bots."""
    game, seats = room.game, a_start(room).seats
    quick, found = game.bots["normal"](3), list[int]()
    state, rng, moves = game.setup(game.options(), seats), Rng(seed), 0
    while (owing := game.to_act(state)) and moves < 4 * MEASURED:
        seat = owing[0]
        if seat == CHANCE:
            action = game.chance(state, rng)
        else:
            view = game.view(state, seat)
            if moves == 0:  # exclude data that is loaded once
                work(view, seat)
            elif moves % 4 == 1:
                found.append(steps_of(partial(work, view, seat)))
            action = quick(view, seat, rng)
            moves += 1
        state = play(game, state, seat, action).state
    return found


def steps_of(work: Callable[[], object]) -> int:
    """Return the number of function calls that `work` makes, the same on every machine."""
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
