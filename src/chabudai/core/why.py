"""Why a seat moved as it did, told from what it knew, as far as that is open by now."""

from typing import Any, NamedTuple

from chabudai.core.game import CHANCE, AnyGame
from chabudai.core.telling import Seat, Telling


class Moved(NamedTuple):
    """A move that was made: the state before it, who made it, and the action."""

    before: Any
    seat: Seat
    action: Any


def why_for(game: AnyGame, moved: Moved, now: Any, asker: Seat | None) -> Telling | None:
    """One sentence to `asker`, None for a spectator, in the state `now`.

    None where there is nothing to tell, or not yet: in a silent game nothing is before its end.
    """
    silent = game.silent and game.outcome(now) is None
    if game.why is None or silent or moved.seat == CHANCE:
        return None
    known = game.view(moved.before, moved.seat)
    return game.why(known, moved.seat, moved.action, game.view(now, asker))
