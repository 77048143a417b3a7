"""Random games of chabudai. Before each move, the view is computed, and the move is drawn from it
or from the list of legal moves.
"""

from collections.abc import Callable
from functools import partial
from random import Random

from bench.peers.answering import answer
from chabudai.core import CHANCE, AnyGame, Rng
from chabudai.games import GAMES

SEATS = {"quiddler": 2, "word-bank": 2, "word-porters": 4, "kakapo": 2}
DRAWN, LISTED = "drawn", "listed"


def whole_game(name: str, way: str, dice: Random) -> int:
    """Play a game at random and return the number of players' moves."""
    game, rng = GAMES[name], Rng(dice.getrandbits(60))
    choose = drawn if way == DRAWN else listed
    state, moves = game.setup(game.options(), SEATS[name]), 0
    while owing := game.to_act(state):
        seat = owing[0] if len(owing) == 1 else rng.choice(owing)
        if seat == CHANCE:
            action = game.chance(state, rng)
        else:
            action, moves = choose(game, game.view(state, seat), seat, rng), moves + 1
        state = game.apply(state, seat, action).state
    return moves


def drawn(game: AnyGame, view: object, seat: int, rng: Rng) -> object:
    """Draw a legal move, like bots and environments."""
    return game.sample(view, seat, rng)


def listed(game: AnyGame, view: object, seat: int, rng: Rng) -> object:
    """List all legal moves and return one of them."""
    return rng.choice(tuple(game.legal_actions(view, seat)))


def games() -> dict[str, Callable[[Random], int]]:
    """Return two variants of every game, one for each way to choose moves."""
    return {
        f"{name}, {way}": partial(whole_game, name, way)
        for name in SEATS
        for way in (DRAWN, LISTED)
    }


if __name__ == "__main__":
    answer("chabudai", games())
