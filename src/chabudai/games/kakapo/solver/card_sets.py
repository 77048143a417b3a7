"""The Kakapo: sets of cards, or of the pieces that belong to them, as integers of 40 bits.

Lower numbers have lower bits, so the highest bit of a set is a card of its highest number.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from chabudai.games.kakapo.components.cards import SUITS, VALUES, Card

Cards: TypeAlias = int
"""A set of cards or of pieces: bit 5 × (value - 1) + place of the suit in SUITS."""
Index: TypeAlias = int
"""One card, as the number of its bit."""

CARD_AT: tuple[Card, ...] = tuple(f"{suit}{value}" for value in VALUES for suit in SUITS)
"""The cards by index."""
COUNT = len(CARD_AT)
INDEX: dict[Card, Index] = {card: index for index, card in enumerate(CARD_AT)}
BIT: dict[Card, Cards] = {card: 1 << index for card, index in INDEX.items()}
EVERY: Cards = (1 << COUNT) - 1
OF_SUIT: tuple[Cards, ...] = tuple(sum(BIT[f"{suit}{value}"] for value in VALUES) for suit in SUITS)
"""By the suit's place in SUITS: its cards."""
OF_VALUE: tuple[Cards, ...] = (
    0,
    *(sum(BIT[f"{suit}{value}"] for suit in SUITS) for value in VALUES),
)
"""By number: its cards."""
SUIT_OF: tuple[int, ...] = tuple(index % len(SUITS) for index in range(COUNT))
"""By index: the suit's place in SUITS."""


def set_of(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found


def each(cards: Cards) -> Iterator[Cards]:
    """The cards of a set from the lowest number up, each as a set of its own."""
    while cards:
        low = cards & -cards
        yield low
        cards ^= low


def highest(cards: Cards) -> Cards:
    """One card of the highest number in a set that is not empty, as a set."""
    return 1 << cards.bit_length() - 1


def named(cards: Cards) -> tuple[Card, ...]:
    """The cards of a set by their names."""
    return tuple(CARD_AT[card.bit_length() - 1] for card in each(cards))
