"""Random games of chabudai as PettingZoo environments, played like those of `pettingzoo.py`."""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np

from bench.peers.answering import answer
from bench.peers.ours import SEATS
from chabudai.adapters import aec

OPTIONS = {"quiddler": {"turn_cap": 8}}
"""Options that let random players end their games."""


@cache
def made(name: str) -> Any:
    return aec.env(name, SEATS[name], options=OPTIONS.get(name))


def whole_game(name: str, dice: Random) -> int:
    """Play a game at random and return the number of steps."""
    env, steps = made(name), 0
    env.reset(seed=dice.getrandbits(31))
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
    return steps


def games() -> dict[str, Callable[[Random], int]]:
    """Return every game."""
    return {name: partial(whole_game, name) for name in SEATS}


if __name__ == "__main__":
    for each in SEATS:  # so that loading words is not measured
        for seed in range(8):
            whole_game(each, Random(seed))  # noqa: S311 - no secrets
    answer("chabudai", games())
