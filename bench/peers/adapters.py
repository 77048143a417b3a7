"""Random games of chabudai as PettingZoo environments, played as in `pettingzoo.py`."""

from functools import partial
from random import Random

from bench.peers.answering import answer
from bench.peers.ours import SEATS
from bench.peers.stepping import whole_game
from chabudai.adapters import aec

OPTIONS = {"quiddler": {"turn_cap": 8}}
"""Options that let random players end their games."""

if __name__ == "__main__":
    games = {
        name: partial(whole_game, aec.env(name, seats, options=OPTIONS.get(name)))
        for name, seats in SEATS.items()
    }
    for play in games.values():  # so that loading words is not measured
        for seed in range(8):
            play(Random(seed))  # noqa: S311 - no secrets
    answer("chabudai", games)
