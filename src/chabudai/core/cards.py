"""Names of a game's cards in statistics."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Cards(NamedTuple):
    """Names for a game's cards in statistics, such as safes, hint words or letters.

    `box` returns all cards for a table's options and number of seats, without duplicates. `used`
    returns those that a seat's move uses, given the state before it and the action.
    """

    box: Callable[[Any, int], tuple[str, ...]]
    used: Callable[[Any, Any], tuple[str, ...]]


def no_cards(*_: object) -> tuple[str, ...]:
    """Return no cards for a game without cards."""
    return ()


NO_CARDS = Cards(no_cards, no_cards)
