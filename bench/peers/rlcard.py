"""Random games of RLCard. Before each move, the state is read, which contains the legal actions."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import rlcard

from bench.peers.answering import answer

GAMES = ("gin-rummy", "uno", "doudizhu")


@cache
def made(name: str) -> rlcard.Env:
    return rlcard.make(name, {"seed": 1})


def whole_game(name: str, dice: Random) -> int:
    """Play a game at random and return the number of players' moves."""
    env, moves = made(name), 0
    state, _ = env.reset()
    while not env.is_over():
        state, _ = env.step(dice.choice(tuple(state["legal_actions"])))
        moves += 1
    return moves


if __name__ == "__main__":
    answer("rlcard", {name: partial(whole_game, name) for name in GAMES})
