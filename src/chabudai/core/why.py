"""Why a seat moved as it did, told from what it knew, as far as that is open by now."""

from typing import Any, NamedTuple

import msgspec

from chabudai.core.game import CHANCE, AnyGame, Job
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling
from chabudai.core.transcript import Transcript, replay


class Moved(NamedTuple):
    """A move that was made: the state before it, who made it, and the action."""

    before: Any
    seat: Seat
    action: Any


class ReasonRequest(Struct):
    """A game as far as it has come, the number of one of its moves, from 0, and who asks; None: a
    spectator.
    """

    transcript: Transcript
    at: int
    asker: Seat | None


class Reason(Struct):
    """Why `seat` moved as it did; None where there is nothing to tell, or not yet."""

    seat: Seat
    said: Telling | None


def why_for(game: AnyGame, moved: Moved, now: Any, asker: Seat | None) -> Telling | None:
    """One sentence to `asker`, None for a spectator, in the state `now`.

    None where there is nothing to tell, or not yet: in a silent game nothing is before its end.
    """
    silent = game.silent and game.outcome(now) is None
    if game.extras.why is None or silent or moved.seat == CHANCE:
        return None
    known = game.view(moved.before, moved.seat)
    return game.extras.why()(known, moved.seat, moved.action, game.view(now, asker))


def reason_for(game: AnyGame, request: ReasonRequest) -> Reason:
    """The reason for a move of a game, told in the state to which the game has come.

    Raises Corrupt for a move that the rules forbid, and for a header that does not fit.
    """
    states = tuple(replay(game, request.transcript))
    entry = request.transcript.entries[request.at]
    action = msgspec.json.decode(entry.action, type=game.actions)
    moved = Moved(states[request.at], entry.seat, action)
    return Reason(entry.seat, why_for(game, moved, states[-1], request.asker))


REASON = Job(takes=ReasonRequest, run=reason_for)
