"""A game's part of the daily deal (see `core/deal.py`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling

PERSON: Seat = 0
"""The person's seat. Bots have the other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTable:
    """The table of a daily deal: its options, and the levels of the bots in seats 1 …"""

    options: Struct
    bots: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """Number of seats, including the person's."""
        return 1 + len(self.bots)


class DailyResult(Struct):
    """A result of a daily deal. `rank` orders results; greater is better. `told` is the result in a
    sentence without a name. `marks` show the course of the game without revealing cards: a number
    for each round or turn, from 0 (nothing) to 4 (the most).
    """

    rank: tuple[int, ...]
    told: Telling
    marks: tuple[Annotated[int, Meta(ge=0, le=4)], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """A game's part of the daily deal. All functions are pure."""

    table: Callable[[Rng], DailyTable]
    """Return the table of a day from the day's generator."""
    chance_key: Callable[[Any], str]
    """Return the key of the random stream, such as "round 2", for a state in which CHANCE is to
    move. With the same key CHANCE makes the same move, whatever was played before.
    """
    result: Callable[[Sequence[Any]], DailyResult]
    """Return the result of the person at PERSON from all states of a finished game."""
