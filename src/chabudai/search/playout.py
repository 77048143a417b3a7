"""Players who do anything that is allowed, and games played by them."""

from collections.abc import Iterator
from typing import TypeVar

from chabudai.core import CHANCE, Bot, Game, Rng, Seat, Step, Struct, play

O = TypeVar("O", bound=Struct)
S = TypeVar("S", bound=Struct)
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V", bound=Struct)


def wanderer(game: Game[O, S, A, E, V]) -> Bot[V, A]:
    """The bot that makes a random legal move."""
    return game.sample


def playout(game: Game[O, S, A, E, V], state: S, rng: Rng) -> Iterator[tuple[Seat, A, Step[S, E]]]:
    """Play on from `state` at random to the end; yield each move with what it leads to."""
    while owing := game.to_act(state):
        seat = owing[rng.below(len(owing))] if len(owing) > 1 else owing[0]
        if seat == CHANCE:
            action = game.chance(state, rng)
        else:
            action = game.sample(game.view(state, seat), seat, rng)
        step = play(game, state, seat, action)
        yield seat, action, step
        state = step.state
