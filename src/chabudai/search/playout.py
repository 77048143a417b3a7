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
    """Play random moves from `state` to the end, and yield each move with its result.

    If several seats owe a move, a random one of them moves next.
    """
    to_act, view, sample, apply = game.to_act, game.view, game.sample, game.apply
    while owing := to_act(state):
        seat = owing[0] if len(owing) == 1 else rng.choice(owing)
        chance = seat == CHANCE
        action = game.chance(state, rng) if chance else sample(view(state, seat), seat, rng)
        step = apply(state, seat, action)
        yield seat, action, step
        state = step.state
