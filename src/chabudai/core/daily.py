"""How a game is dealt for a day: its part of the daily deal (`core/deal.py`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling

PERSON: Seat = 0
"""Where the person sits; bots have the other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTable:
    """The table of a day: its options, and the levels of the bots in seats 1 …"""

    options: Struct
    bots: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """How many sit there, the person included."""
        return 1 + len(self.bots)


class DailyResult(Struct):
    """What somebody made of a deal. `rank` orders results, the greater the better. `told` says it
    in a sentence without a name. `marks` show how it came about and give nothing of the cards away:
    one for each round or turn, from 0, nothing, to 4, the most.
    """

    rank: tuple[int, ...]
    told: Telling
    marks: tuple[Annotated[int, Meta(ge=0, le=4)], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """How a game is dealt for a day. Everything is pure."""

    table: Callable[[Rng], DailyTable]
    """The table of a day; the generator is the day's."""
    chance_key: Callable[[Any], str]
    """In a state in which CHANCE is to move, the key of its random stream, such as "round 2". Under
    the same key it makes the same move, whatever was played before."""
    result: Callable[[Sequence[Any]], DailyResult]
    """What the person at PERSON made of it, from all states of a finished game."""
