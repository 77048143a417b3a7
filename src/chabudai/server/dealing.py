"""What chance and bots do at a table: by the deal of its day, or drawn by lot. Pure."""

from datetime import date
from functools import lru_cache
from typing import Any

from chabudai.core import Seat
from chabudai.core.deal import Deal, deal_of
from chabudai.games import GAMES
from chabudai.server.sources import Sources
from chabudai.server.table import Sitting, Table


@lru_cache(64)
def deal(game: str, day: str) -> Deal:
    """The deal of a game for a day."""
    return deal_of(GAMES[game], date.fromisoformat(day))


def chance_move(sitting: Sitting, state: Any, sources: Sources) -> Any:
    """The move of CHANCE in a state in which it is to move."""
    if sitting.daily is not None:
        return deal(sitting.game, sitting.daily).chance(state)
    return GAMES[sitting.game].chance(state, sources.dice())


def bot_seed(table: Table, seat: Seat, sources: Sources) -> int:
    """The seed of the choices of a bot that is to move, an integer in [0, 2**63)."""
    sitting = table.sitting
    if sitting.daily is not None:
        view = table.game.view(table.state, seat)
        return deal(sitting.game, sitting.daily).bot_seed(view, seat)
    return sources.pauses().bits() >> 1
