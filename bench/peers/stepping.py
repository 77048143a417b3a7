"""Random games of PettingZoo environments. Before each move, `last` is called for its mask of
actions.
"""

from random import Random
from typing import Any

import numpy as np


def whole_game(env: Any, dice: Random) -> int:
    """Play a game at random and return the number of steps."""
    steps = 0
    env.reset(seed=dice.getrandbits(31))
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
    return steps
