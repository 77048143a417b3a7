"""A game's part of the daily deal (see `core/deal.py`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from chabudai.core.rng import Rng
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, Telling

PERSON: Seat = 0
"""The human player's seat. Bots take the other seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyTable:
    """The table of a daily deal: its options, and the levels of the bots in seats 1, 2, …"""

    options: Struct
    bots: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """Number of seats, including the person's."""
        return 1 + len(self.bots)


class DailyResult(Struct):
    """A result of a daily deal. A greater `rank` is better. `told` is a sentence about the result,
    without the player's name. `marks` shows the course of the game without revealing cards: a
    number for each round or turn, from 0 (nothing) to 4 (the most).
    """

    rank: tuple[int, ...]
    told: Telling
    marks: tuple[Annotated[int, Meta(ge=0, le=4)], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """A game's part of the daily deal. All functions are pure."""

    table: Callable[[Rng], DailyTable]
    """Draw the day's table with the day's random generator."""
    goal: Callable[[Any, int], Telling]
    """Return the player's goal in one sentence, given the table's options and number of seats."""
    chance_key: Callable[[Any], str]
    """Return a key for the random stream, such as "round 2", when CHANCE owes a move. Equal keys
    always yield the same chance move, regardless of earlier moves.
    """
    result: Callable[[Sequence[Any]], DailyResult]
    """Return the human player's result from all states of a finished game."""
    compare: Callable[[DailyResult, DailyResult], Telling]
    """Describe to the player how the result compares with an expert's, which is the second
    argument.
    """
