"""Random games run to the end and are determined by the random numbers."""

import pytest

from chabudai.core import CHANCE, Rng
from chabudai.search import playout
from tests.support.game_cases import CASES, EXTERNAL, Case, playable


@pytest.mark.parametrize("room", CASES, ids=str)
def test_a_random_game_runs_from_the_deal_to_an_outcome(room: Case) -> None:
    game, options = room.game, room.game.options()
    tables = [seats for seats in game.seats if playable(room, options, seats)]
    assert tables
    for seats in tables:
        start = game.setup(options, seats)
        moves, again, other = (list(playout(game, start, Rng(seed))) for seed in (1, 1, 2))
        assert moves == again != other
        # A custom game may have no chance moves.
        assert moves[0][0] == CHANCE or room in EXTERNAL
        assert {CHANCE, *(seat for seat, _, _ in moves)} == {CHANCE, *range(seats)}
        assert game.outcome(moves[-1][2].state)
        assert all(game.outcome(step.state) is None for _, _, step in moves[:-1])
