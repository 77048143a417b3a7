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
from tests.contract.test_tellings import is_complete, read
from tests.support.game_cases import CASES, Case, Start, a_start, random_starts, walk
from tests.support.moves import course

MEASURED = 4
"""Number of moves of a game whose advice is compared with a bot's move."""
EACH = 5
"""Check one in this many states of a game."""
each_room = pytest.mark.parametrize(
    "room", [room for room in CASES if room.game.extras.advise is not None], ids=str
)


@each_room
@random_starts(1)
def test_advice_is_a_choice_of_legal_moves_in_both_languages(room: Case, sitting: Start) -> None:
    game = room.game
    for ply in islice(walk(room, sitting), 1, 40 * EACH, EACH):
        for seat in set(game.to_act(ply.before)[:1]) - {CHANCE}:
            check(game, ply.before, seat, advice_for(game, game.view(ply.before, seat), seat))


def check(game: AnyGame, state: Any, seat: Seat, advice: Advice) -> None:
    actions = [msgspec.json.decode(one.action, type=game.actions) for one in advice.choices]
    assert 1 <= len(actions) <= MOST
    assert len({bytes(one.action) for one in advice.choices}) == len(actions)
    for action in actions:
        play(game, state, seat, action)
    assert 0 <= advice.best < len(actions)
    hints = [hint for hint in (advice.look, advice.closer) if hint is not None]
    assert advice.why
    assert all(read(game, "ja", told) for told in (hints, advice.why))
    looks = read(game, "en", hints)
    assert all(re.fullmatch(r"[^\n]*[.?]", look) for look in looks), looks
    assert all(re.fullmatch(r"[^\n]*\.", one) for one in read(game, "en", advice.why))
    choices = read(game, "en", [one.said for one in advice.choices])
    assert len(set(choices)) == len(choices)
    assert not any(choice in look for choice in choices for look in looks)


@each_room
def test_advice_is_the_same_for_a_view_at_each_stage_and_may_be_missing(room: Case) -> None:
    game = room.game
    ply = next(ply for ply in walk(room, a_start(room)) if ply.seat != CHANCE)
    view = game.view(ply.before, ply.seat)
    wanted = AdviceRequest(msgspec.Raw(msgspec.json.encode(view)), ply.seat)
    advice = advice_for(game, view, ply.seat)
    given = [advise(game, msgspec.structs.replace(wanted, stage=stage)) for stage in (1, 2, 3)]
    assert given == [up_to(advice, stage) for stage in (1, 2, 3)]
    assert game.silent or is_complete(game, asked_for_advice(1))
    with pytest.raises(KeyError):
        advice_for(replace(game, extras=Extras()), view, ply.seat)


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


@each_room
def test_advice_takes_no_more_steps_than_three_of_a_bots_longest_moves(room: Case) -> None:
    """The advice and the bot get different deals, so that neither uses the other's results."""
    expert = room.game.bots["expert"](3)
    advised = most_steps(room, partial(advice_for, room.game), 5)
    assert advised <= 3 * most_steps(room, lambda view, seat: expert(view, seat, Rng(1)), 6)


def most_steps(room: Case, work: Callable[[Any, Seat], object], seed: int) -> int:
    """Play a game of normal bots, and run `work` before every fourth move. Return how many steps
    the longest run takes.
    """
    game, seats = room.game, a_start(room).seats
    bots = [game.bots["normal"](3)] * seats
    moves = course(game, game.setup(game.options(), seats), Rng(seed), *bots)
    owing = (ply for ply in moves if ply.seat != CHANCE)
    works = [
        partial(work, game.view(ply.before, ply.seat), ply.seat)
        for ply in islice(owing, 4 * MEASURED)
    ]
    works[0]()  # load data
    return max(map(steps_of, works[1::4]))


def steps_of(work: Callable[[], object]) -> int:
    """Return the number of function calls that `work` makes, which is the same on every machine."""
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
