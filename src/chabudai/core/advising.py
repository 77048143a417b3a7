"""What a game advises, for a person or as a job."""

from typing import Any

import msgspec

from chabudai.core.advice import Advice
from chabudai.core.game import AnyGame, Job
from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat


class AdviceRequest(Struct):
    """Who asks for advice, and what that seat may know."""

    view: msgspec.Raw
    seat: Seat


def advice_for(game: AnyGame, view: Any, seat: Seat) -> Advice:
    """The advice for a seat that owes a move; who asks again is told the same.

    Raises KeyError if the game gives none.
    """
    if game.extras.advise is None:
        raise KeyError(game.name)
    return game.extras.advise()(view, seat, Rng(0))


def advise(game: AnyGame, request: AdviceRequest) -> Advice:
    """The same for a view as JSON."""
    return advice_for(game, msgspec.json.decode(request.view, type=game.views), request.seat)


ADVICE = Job(takes=AdviceRequest, run=advise)
