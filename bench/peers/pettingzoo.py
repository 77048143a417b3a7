"""Random games of PettingZoo: `last` before each move, with the mask of legal actions."""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3, hanabi_v5, leduc_holdem_v4

from bench.peers.answering import answer

GAMES: dict[str, Callable[[], AECEnv[str, dict[str, Any], int]]] = {
    "hanabi_v5": hanabi_v5.env,
    "leduc_holdem_v4": leduc_holdem_v4.env,
    "connect_four_v3": connect_four_v3.env,
}


@cache
def made(name: str) -> AECEnv[str, dict[str, Any], int]:
    return GAMES[name]()


def whole_game(name: str, dice: Random) -> int:
    """Play a game at random and return the number of players' moves."""
    env, moves = made(name), 0
    env.reset(seed=dice.getrandbits(31))
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        moves += 1
    return moves


if __name__ == "__main__":
    answer("pettingzoo", {name: partial(whole_game, name) for name in GAMES})
