"""A recorded game step by step, as one seat saw it."""

from collections.abc import Iterator
from itertools import islice

import msgspec

from chabudai.core.game import CHANCE, AnyGame, Job, News, events_for
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling
from chabudai.core.transcript import Transcript, replay_steps

MOST = 200
"""Steps that are sent at a time."""


class ShownStep(Struct):
    """What a seat saw after a move and the moves of CHANCE that came of it: its view, who was to
    act, and what it heard since the step before, each event with the sentences that tell it.
    """

    view: msgspec.Raw
    to_act: tuple[Seat, ...]
    events: tuple[msgspec.Raw, ...]
    tellings: tuple[tuple[Telling, ...], ...]


class Steps(Struct):
    """Some steps of a recorded game, from number `first` on, counted from 0; there are `of`."""

    of: int
    first: int
    steps: tuple[ShownStep, ...]


class StepsRequest(Struct):
    """Whose eyes to see a recorded game with, None for a spectator's, and from which step on."""

    transcript: Transcript
    seat: Seat | None
    first: int


def steps_of(game: AnyGame, request: StepsRequest) -> Steps:
    """The requested steps, at most MOST. Moves of CHANCE are no steps of their own.

    Raises Corrupt for a move that the rules forbid, and for a header that does not fit.
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
    """The states in which CHANCE owes nothing, with the news since the one before."""
    news: tuple[News[object], ...] = ()
    for step in replay_steps(game, transcript):
        news = (*news, *step.news)
        if CHANCE not in game.to_act(step.state):
            yield step.state, news
            news = ()


def shown(
    game: AnyGame, state: object, news: tuple[News[object], ...], seat: Seat | None
) -> ShownStep:
    """A state as a seat sees it."""
    heard = events_for(news, seat)
    return ShownStep(
        msgspec.Raw(msgspec.json.encode(game.view(state, seat))),
        game.to_act(state),
        tuple(msgspec.Raw(msgspec.json.encode(event)) for event in heard),
        tuple(tuple(game.text.tell(event)) for event in heard),
    )


STEPS = Job(takes=StepsRequest, run=steps_of)
