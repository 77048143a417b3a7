"""Random games of TextArena. Before each move, the text is read. It ends with the legal moves,
because TextArena has no list of them. The games here need no NLTK word lists, which would have to
be downloaded.
"""

import re
from functools import partial
from random import Random

import textarena

from bench.peers.answering import answer

GAMES = ("HighSociety-v0", "KuhnPoker-v0", "TicTacToe-v0")
OFFERED = re.compile(r"'(\[\w+\])'")


def whole_game(name: str, dice: Random) -> int:
    """Play a game at random and return the number of players' moves."""
    env, moves, over = textarena.make(name), 0, False
    env.reset(num_players=2, seed=dice.getrandbits(31))
    while not over:
        _, text = env.get_observation()
        *_, last = (line for line in text.splitlines() if OFFERED.search(line))
        over, _ = env.step(dice.choice(OFFERED.findall(last)))
        moves += 1
    return moves


if __name__ == "__main__":
    answer("textarena", {name: partial(whole_game, name) for name in GAMES})
