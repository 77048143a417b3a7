"""Random games of OpenSpiel. Before each move, the observation tensor and the legal actions are
read.
"""

from functools import cache, partial
from importlib import import_module
from random import Random

import pyspiel

from bench.peers.answering import answer

GAMES = (
    "crazy_eights",
    "gin_rummy",
    "go_fish",
    "hanabi",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_hangman",
)


import_module("open_spiel.python.games")  # registers the games that are written in Python


@cache
def loaded(name: str) -> pyspiel.Game:
    return pyspiel.load_game(name)


def whole_game(name: str, dice: Random) -> int:
    """Play a game at random and return the number of players' moves."""
    state, moves = loaded(name).new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, chances)[0])
            continue
        player, moves = state.current_player(), moves + 1
        state.observation_tensor(player)
        state.apply_action(dice.choice(state.legal_actions()))
    return moves


if __name__ == "__main__":
    answer("open-spiel", {name: partial(whole_game, name) for name in GAMES})
