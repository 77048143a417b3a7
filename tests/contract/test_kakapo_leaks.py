"""Leaks planted in The Kakapo, a silent game. The search for leaks must find each of them."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import AnyGame, Seat, Step
from chabudai.games.kakapo.rules.history import moments_of
from tests.contract.test_leaks import Leak, in_step, in_view, look_for_leaks, peeping
from tests.support.game_cases import CASES, Case, Start

KAKAPO = next(room for room in CASES if room.game.name == "kakapo")
GAME = KAKAPO.game


def oranges_of_the_next(state: Any, seat: Seat | None) -> int:
    """Return the number of orange cards of the next player."""
    hand: tuple[str, ...] = state.hands[((seat or 0) + 1) % len(state.hands)]
    return sum(card[0] == "O" for card in hand)


def wishes_of_others(state: Any, seat: Seat | None) -> int:
    return sum(wish for owner, wish in enumerate(state.wishes) if owner != (seat or 0))


def told_twice_if_single(state: Any, seat: Seat, action: Any, step: Step[Any, Any]) -> Any:
    """Return a step that reveals whether the card was the only one that could be revealed."""
    suit = getattr(action, "card", "-")[0]
    single = sum(card[0] == suit for card in state.hands[seat]) == 1
    return replace(step, news=step.news * 2) if single else step


PLANTED = {
    "the orange cards of the next player": in_view(
        GAME, lambda v, s, seat: replace(v, counters=oranges_of_the_next(s, seat))
    ),
    "the high cards in the box": in_view(
        GAME, lambda v, s, _: replace(v, counters=sum(card[1] > "4" for card in s.box))
    ),
    "the wishes to give up": in_view(
        GAME, lambda v, s, seat: replace(v, counters=wishes_of_others(s, seat))
    ),
    "a card that was the only one to reveal": in_step(GAME, told_twice_if_single),
    "the rounds with all hands before the end": in_view(
        GAME, lambda v, s, _: replace(v, moments=moments_of(s))
    ),
    "an imagined table with the true hands": peeping(
        GAME, "determinize", lambda table, s: replace(table, hands=s.hands)
    ),
}


def look_through_games_of_two(room: Case) -> None:
    for seed in range(3):
        look_for_leaks(room, Start(2, GAME.options(), seed, 2))


@pytest.mark.parametrize("leaky", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found(leaky: AnyGame) -> None:
    with pytest.raises(Leak):
        look_through_games_of_two(dataclasses.replace(KAKAPO, game=leaky))
