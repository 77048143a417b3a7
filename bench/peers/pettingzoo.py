"""Random games of PettingZoo."""

from functools import partial

from pettingzoo.classic import connect_four_v3, hanabi_v5, leduc_holdem_v4

from bench.peers.answering import answer
from bench.peers.stepping import whole_game

GAMES = {
    "hanabi_v5": hanabi_v5.env,
    "leduc_holdem_v4": leduc_holdem_v4.env,
    "connect_four_v3": connect_four_v3.env,
}

if __name__ == "__main__":
    answer("pettingzoo", {name: partial(whole_game, make()) for name, make in GAMES.items()})
