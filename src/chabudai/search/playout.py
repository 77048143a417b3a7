"""Playouts, at random or with a policy."""

from collections.abc import Iterator
from typing import TypeVar

from chabudai.core import CHANCE, Bot, Game, Rng, Seat, Step, Struct
from chabudai.search.policies import chosen, made

O = TypeVar("O", bound=Struct)
S = TypeVar("S", bound=Struct)
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V", bound=Struct)


def playout(
    game: Game[O, S, A, E, V], state: S, rng: Rng, policy: Bot[V, A] | None = None
) -> Iterator[tuple[Seat, A, Step[S, E]]]:
    """Play from `state` to the end, and yield each move with its result.

    All seats play with `policy`, or at random if None. If several seats owe a move, a random one of
    them moves next. Raises PolicyFailed if the policy raises, or returns anything but a legal
    action.
    """
    to_act, view, sample, apply = game.to_act, game.view, game.sample, game.apply
    while owing := to_act(state):
        seat = owing[0] if len(owing) == 1 else rng.choice(owing)
        if seat == CHANCE:
            action = game.chance(state, rng)
            step = apply(state, seat, action)
        elif policy is None:
            action = sample(view(state, seat), seat, rng)
            step = apply(state, seat, action)
        else:
            action = chosen(game, policy, view(state, seat), seat, rng)
            step = made(game, state, seat, action)
        yield seat, action, step
        state = step.state
