"""The Kakapo: sets of cards, or of their pieces, as integers of 40 bits.

Lower numbers have lower bits, so the highest bit of a set is a card of its highest number.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from chabudai.games.kakapo.components.cards import SUITS, VALUES, Card

Cards: TypeAlias = int
"""A set of cards or of pieces: bit 5 × (value - 1) + index of the suit in SUITS."""
Index: TypeAlias = int
"""One card, as its bit number."""

CARD_AT: tuple[Card, ...] = tuple(f"{suit}{value}" for value in VALUES for suit in SUITS)
"""The card for each index."""
COUNT = len(CARD_AT)
INDEX: dict[Card, Index] = {card: index for index, card in enumerate(CARD_AT)}
BIT: dict[Card, Cards] = {card: 1 << index for card, index in INDEX.items()}
EVERY: Cards = (1 << COUNT) - 1
OF_SUIT: tuple[Cards, ...] = tuple(sum(BIT[f"{suit}{value}"] for value in VALUES) for suit in SUITS)
"""Cards of each suit, indexed by the suit's position in SUITS."""
OF_VALUE: tuple[Cards, ...] = (
    0,
    *(sum(BIT[f"{suit}{value}"] for suit in SUITS) for value in VALUES),
)
"""Cards of each number, indexed by the number."""
SUIT_OF: tuple[int, ...] = tuple(index % len(SUITS) for index in range(COUNT))
"""Index in SUITS of a card's suit, indexed by card."""


def set_of(cards: Iterable[Card]) -> Cards:
    """Return `cards` as a set of bits."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found


def each(cards: Cards) -> Iterator[Cards]:
    """Yield the cards of a set from the lowest number up, each as a set of one card."""
    while cards:
        low = cards & -cards
        yield low
        cards ^= low


def highest(cards: Cards) -> Cards:
    """Return one card with the highest number in a non-empty set, as a set."""
    return 1 << cards.bit_length() - 1


def named(cards: Cards) -> tuple[Card, ...]:
    """Return the names of the cards of a set."""
    return tuple(CARD_AT[card.bit_length() - 1] for card in each(cards))
