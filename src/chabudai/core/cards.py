"""A game's cards and guesses in statistics."""

from collections.abc import Callable
from typing import Any, NamedTuple


def no_cards(*_: object) -> tuple[str, ...]:
    """Return no cards for a game without cards."""
    return ()


def no_guess(event: object) -> tuple[int, int]:
    """Return no guesses for a game without guesses."""
    return 0, 0


class Cards(NamedTuple):
    """Names for a game's cards in statistics, such as safes, hint words or letters.

    `box` returns all cards for a table's options and number of seats, without duplicates. `used`
    returns the cards that a seat's move uses, given the state before it and the action. `guessed`
    returns how many guesses an event settles, and how many of them were correct. Given a table's
    options, `unknown` returns the cards whose words no bot knows.
    """

    box: Callable[[Any, int], tuple[str, ...]]
    used: Callable[[Any, Any], tuple[str, ...]]
    guessed: Callable[[Any], tuple[int, int]] = no_guess
    unknown: Callable[[Any], tuple[str, ...]] = no_cards


NO_CARDS = Cards(no_cards, no_cards)
