"""The Kakapo: contents of the box. Each scanner card has a scanner piece of its suit and value."""

from typing import Annotated, Literal, TypeAlias

from chabudai.core.bounds import one_of

Suit: TypeAlias = Literal["P", "O", "B", "G", "Y"]
"""Purple, orange, blue, green, yellow. The rules name only purple, and we chose the other colours
(KK-3).
"""
Mode: TypeAlias = Literal["buddy", "party"]

SUITS: tuple[Suit, ...] = ("P", "O", "B", "G", "Y")
VALUES = range(1, 9)
Card: TypeAlias = Annotated[str, one_of(f"{suit}{value}" for suit in SUITS for value in VALUES)]
"""A scanner card, or its scanner piece: suit and value, such as P8."""
DECK: tuple[Card, ...] = tuple(f"{suit}{value}" for suit in SUITS for value in VALUES)
"""The 40 cards, in the sorting order of hands."""
SUIT: dict[Card, Suit] = {f"{suit}{value}": suit for suit in SUITS for value in VALUES}
VALUE: dict[Card, int] = {card: int(card[1]) for card in DECK}
PLACE_SUIT: Suit = "P"
"""Colour of the place for decision cards. It is the top colour while the place is empty
(KK-18)."""
FIRST: Card = "P8"
"""The holder of this card announces it and starts (KK-11)."""
ABSENT: Card = "P1"
"""Three players play without this card (KK-10)."""
ALL_BUT_ABSENT: tuple[Card, ...] = tuple(card for card in DECK if card != ABSENT)

MODES: dict[int, Mode] = {2: "buddy", 3: "party", 4: "party"}
"""Mode by number of seats (KK-1)."""
ROUNDS: dict[Mode, int] = {"buddy": 8, "party": 10}
COUNTERS: dict[Mode, int] = {"buddy": 5, "party": 3}
"""Skill counters at the start (KK-8)."""
HAND = 16
"""Number of cards dealt to each of two players. Eight return to the box unseen (KK-9).

Three or four players share out the whole deck (KK-10)."""
ORDER: dict[Card, int] = {card: place for place, card in enumerate(DECK)}
"""Position of each card in the deck."""


def cards_for(seats: int) -> tuple[Card, ...]:
    """KK-9, KK-10: return the cards to shuffle: all, or all but purple 1 for three players."""
    return ALL_BUT_ABSENT if seats == 3 else DECK
