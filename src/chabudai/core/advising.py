"""Advice from a game, requested directly or as a job."""

from typing import Any

import msgspec

from chabudai.core.advice import STAGES, Advice, GivenAdvice, up_to
from chabudai.core.game import AnyGame, Job
from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat


class AdviceRequest(Struct):
    """A request for advice up to a stage: the asking seat, and its view."""

    view: msgspec.Raw
    seat: Seat
    stage: int = STAGES


def advice_for(game: AnyGame, view: Any, seat: Seat) -> Advice:
    """Return the advice for a seat that owes a move. It is always the same for a given view.

    Raises KeyError if the game offers no advice.
    """
    if game.extras.advise is None:
        raise KeyError(game.name)
    return game.extras.advise()(view, seat, Rng(0))


def advise(game: AnyGame, request: AdviceRequest) -> GivenAdvice:
    """Return the advice for a request. Raises KeyError if the game offers no advice."""
    view = msgspec.json.decode(request.view, type=game.views)
    return up_to(advice_for(game, view, request.seat), request.stage)


ADVICE = Job(takes=AdviceRequest, run=advise)
