"""Games that bots play for benchmarks."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from chabudai.core import CHANCE, AnyGame, Bot, Rng, Seat, play


class Move(NamedTuple):
    """An action and the state before it."""

    state: Any
    seat: Seat
    action: Any


class Game(NamedTuple):
    """What the seats did, and the scores at the end."""

    moves: tuple[Move, ...]
    scores: tuple[int, ...]


def played(
    room: AnyGame, bots: Sequence[Bot[Any, Any]], minds: Sequence[Rng], seed: int, options: Any
) -> Game:
    """A game of these bots, each with the randomness of its mind; chance moves come from the seed
    alone.
    """
    chance_rng = Rng(seed)
    state = room.setup(options, len(bots))
    moves: list[Move] = []
    while owing := room.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = room.chance(state, chance_rng)
        else:
            action = bots[seat](room.view(state, seat), seat, minds[seat])
            moves.append(Move(state, seat, action))
        state = play(room, state, seat, action).state
    outcome = room.outcome(state)
    assert outcome is not None
    return Game(tuple(moves), outcome.scores)
