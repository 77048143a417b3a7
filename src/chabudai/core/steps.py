"""A recorded game step by step, from one seat's point of view."""

from collections.abc import Iterator
from itertools import islice

import msgspec

from chabudai.core.game import CHANCE, AnyGame, Job, News, events_for
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling
from chabudai.core.transcript import Transcript, replay_steps

MOST = 200
"""Maximum number of steps in one result."""


class ShownStep(Struct):
    """A step from one seat's point of view: a move with the chance moves that follow it. It
    contains the view after these moves, the seats to act, and the events since the previous step
    with their sentences.
    """

    view: msgspec.Raw
    to_act: tuple[Seat, ...]
    events: tuple[msgspec.Raw, ...]
    tellings: tuple[tuple[Telling, ...], ...]


class Steps(Struct):
    """Consecutive steps of a recorded game, starting at step `first`, counted from 0. `of` is the
    game's total number of steps.
    """

    of: int
    first: int
    steps: tuple[ShownStep, ...]


class StepsRequest(Struct):
    """A request for a recorded game's steps from `first` on, as `seat` sees them, or as a spectator
    does if `seat` is None.
    """

    transcript: Transcript
    seat: Seat | None
    first: int


def steps_of(game: AnyGame, request: StepsRequest) -> Steps:
    """Return at most MOST of the requested steps. Chance moves are part of the step before them.

    Raises Corrupt for an illegal move or an invalid header.
    """
    settled = tuple(settled_states(game, request.transcript))
    first = request.first
    return Steps(
        len(settled),
        first,
        tuple(
            shown(game, state, news, request.seat)
            for state, news in islice(settled, first, first + MOST)
        ),
    )


def settled_states(
    game: AnyGame, transcript: Transcript
) -> Iterator[tuple[object, tuple[News[object], ...]]]:
    """Yield each state that awaits no chance move, with the news since the previous one."""
    news: tuple[News[object], ...] = ()
    for step in replay_steps(game, transcript):
        news = (*news, *step.news)
        if CHANCE not in game.to_act(step.state):
            yield step.state, news
            news = ()


def shown(
    game: AnyGame, state: object, news: tuple[News[object], ...], seat: Seat | None
) -> ShownStep:
    """Return a step as seen by a seat, or by a spectator if None."""
    heard = events_for(news, seat)
    return ShownStep(
        msgspec.Raw(msgspec.json.encode(game.view(state, seat))),
        game.to_act(state),
        tuple(msgspec.Raw(msgspec.json.encode(event)) for event in heard),
        tuple(tuple(game.text.tell(event)) for event in heard),
    )


STEPS = Job(takes=StepsRequest, run=steps_of)
