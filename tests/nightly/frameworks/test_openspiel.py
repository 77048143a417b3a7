"""OpenSpiel's own tests of our games, and additional ones."""

import copy
import pickle
import random
from typing import Any

import pyspiel
import pytest

from chabudai.adapters import openspiel
from chabudai.games import GAMES

openspiel.register()
openspiel.register()
TABLES = [
    (name, seats) for name, game in GAMES.items() for seats in {3, game.seats[-1]} & {*game.seats}
]


def loaded(name: str, **params: Any) -> pyspiel.Game:
    few = {"outcomes": 8, "draws": 8, "most_moves": 300}
    return pyspiel.load_game(openspiel.short_name(GAMES[name]), {**few, **params})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_games_at_random_with_copies_and_histories(name: str, seats: int) -> None:
    game = loaded(name, players=seats)
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_short_games_are_serialized_and_deserialized(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, most_moves=12), num_sims=1, serialize=True, verbose=False)


def go_on(state: pyspiel.State, rng: random.Random, most: int) -> None:
    """Make at most `most` random moves, including those of chance."""
    while most and not state.is_terminal():
        most -= 1
        if state.is_simultaneous_node():
            players = range(len(state.returns()))
            state.apply_actions([rng.choice(state.legal_actions(each)) for each in players])
        elif state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_continues_in_the_same_way(name: str) -> None:
    state = loaded(name).new_initial_state()
    go_on(state, random.Random(1), 20)
    copies = (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)))
    go_on(state, random.Random(2), 20)
    for each in copies:
        go_on(each, random.Random(2), 20)
        assert str(each) == str(state)


def test_unoffered_actions_and_unknown_outcomes_are_refused() -> None:
    state = loaded("word-bank").new_initial_state()
    with pytest.raises(ValueError, match=r"^There is no outcome 8: there are 8, from 0\.$"):
        state.apply_action(8)
    state.apply_action(0)
    seat = state.current_player()
    with pytest.raises(ValueError, match=rf"^Seat {seat} is not offered action 3000\.$"):
        state.apply_action(3000)
    with pytest.raises(ValueError, match=rf"^Seat {seat} is not offered action 3000\.$"):
        state.apply_actions([3000, 3000])
    go_on(state, random.Random(1), 300)
    with pytest.raises(ValueError, match=r"^The game is over\.$"):
        state.apply_action(1)
    with pytest.raises(ValueError, match="outcomes is a number from 1 on, not 0"):
        loaded("word-bank", outcomes=0)
    state = loaded("word-porters").new_initial_state()
    while not state.is_simultaneous_node():
        go_on(state, random.Random(1), 1)
    with pytest.raises(ValueError, match=r"^Several seats move: give an action for each\.$"):
        state.apply_action(1)
