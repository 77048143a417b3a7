"""Random games: they are whole games, and the dice alone decide them."""

from contextlib import suppress
from typing import Any

import pytest

from chabudai.core import CHANCE, Illegal, Rng
from chabudai.games import GAMES
from chabudai.search import playout
from tests.support.every_room import OUTSIDE

OWN = {room.game.name for room in OUTSIDE}
"""Somebody's own games, in which nothing need be left to chance."""


def starts(name: str) -> dict[int, Any]:
    """The first state for every number of seats that can play by the rules of the box."""
    game = GAMES[name]
    states: dict[int, Any] = {}
    for seats in game.seats:
        with suppress(Illegal):
            states[seats] = game.setup(game.options(), seats)
    return states


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_goes_from_the_deal_to_an_outcome(name: str) -> None:
    game = GAMES[name]
    for seats, start in starts(name).items():
        moves = list(playout(game, start, Rng(seats)))
        assert moves[0][0] == CHANCE or name in OWN
        assert {CHANCE, *(seat for seat, _, _ in moves)} == {CHANCE, *range(seats)}
        assert game.outcome(moves[-1][2].state)
        assert all(game.outcome(step.state) is None for _, _, step in moves[:-1])


@pytest.mark.parametrize("name", GAMES)
def test_the_same_dice_play_the_same_game_and_others_another(name: str) -> None:
    game = GAMES[name]
    start = next(iter(starts(name).values()))
    first, again, other = (list(playout(game, start, Rng(seed))) for seed in (1, 1, 2))
    assert first == again
    assert first != other
