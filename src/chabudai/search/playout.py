"""Random playouts."""

from collections.abc import Iterator
from typing import TypeVar

from chabudai.core import CHANCE, Game, Rng, Seat, Step, Struct

O = TypeVar("O", bound=Struct)
S = TypeVar("S", bound=Struct)
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V", bound=Struct)


def playout(game: Game[O, S, A, E, V], state: S, rng: Rng) -> Iterator[tuple[Seat, A, Step[S, E]]]:
    """Play random moves from `state` to the end; yield each move with its result.

    Where several seats owe a move, a random one of them moves next.
    """
    while owing := game.to_act(state):
        if len(owing) == 1:
            (seat,) = owing
        else:
            seat = rng.choice(owing)
        if seat == CHANCE:
            action = game.chance(state, rng)
        else:
            action = game.sample(game.view(state, seat), seat, rng)
        step = game.apply(state, seat, action)
        yield seat, action, step
        state = step.state
