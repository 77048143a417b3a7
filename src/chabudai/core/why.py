"""Reasons for moves, based on what the seat knew, and limited to what the asker may know now."""

from typing import Any, NamedTuple

import msgspec

from chabudai.core.game import CHANCE, AnyGame, Job
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling
from chabudai.core.transcript import Transcript, replay


class Moved(NamedTuple):
    """A move in a game: the state before it, its seat, and the action."""

    before: Any
    seat: Seat
    action: Any


class ReasonRequest(Struct):
    """A request for the reason for a move: the game so far, the index of the move, and the asking
    seat, or None for a spectator.
    """

    transcript: Transcript
    at: int
    asker: Seat | None


class Reason(Struct):
    """The reason for `seat`'s move, or None if no reason exists or it is not public yet."""

    seat: Seat
    said: Telling | None


def why_for(game: AnyGame, moved: Moved, now: Any, asker: Seat | None) -> Telling | None:
    """Explain a move in one sentence to `asker`, or to a spectator if `asker` is None. `now` is the
    current state. Return None if no reason exists or it is not public yet. In a silent game all
    reasons stay secret until the end.
    """
    silent = game.silent and game.outcome(now) is None
    if game.extras.why is None or silent or moved.seat == CHANCE:
        return None
    known = game.view(moved.before, moved.seat)
    return game.extras.why()(known, moved.seat, moved.action, game.view(now, asker))


def reason_for(game: AnyGame, request: ReasonRequest) -> Reason:
    """Return the reason for a move if it is public in the last state.

    Raises Corrupt for an illegal move or an invalid header.
    """
    states = tuple(replay(game, request.transcript))
    entry = request.transcript.entries[request.at]
    action = msgspec.json.decode(entry.action, type=game.actions)
    moved = Moved(states[request.at], entry.seat, action)
    return Reason(entry.seat, why_for(game, moved, states[-1], request.asker))


REASON = Job(takes=ReasonRequest, run=reason_for)
