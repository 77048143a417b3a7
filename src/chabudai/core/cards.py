"""What statistics of many games call the cards of a game."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Cards(NamedTuple):
    """What statistics of a game call its cards, such as safes, hint words or letters.

    `box` are all of a table's options and number of seats, each name once; `used` those that a
    move of a seat uses, from the state before it.
    """

    box: Callable[[Any, int], tuple[str, ...]]
    used: Callable[[Any, Any], tuple[str, ...]]


def no_cards(*_: object) -> tuple[str, ...]:
    """Return no cards."""
    return ()


NO_CARDS = Cards(no_cards, no_cards)
