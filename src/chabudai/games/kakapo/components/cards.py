"""The Kakapo: what is in the box. Each scanner card has a scanner piece of its suit and value."""

from typing import Annotated, Literal, TypeAlias

from chabudai.core.bounds import one_of

Suit: TypeAlias = Literal["P", "O", "B", "G", "Y"]
"""Purple, orange, blue, green, yellow: the rules name purple only, the others are ours (KK-3)."""
Mode: TypeAlias = Literal["buddy", "party"]

SUITS: tuple[Suit, ...] = ("P", "O", "B", "G", "Y")
VALUES = range(1, 9)
Card: TypeAlias = Annotated[str, one_of(f"{suit}{value}" for suit in SUITS for value in VALUES)]
"""A scanner card, or the scanner piece that belongs to it: suit and value, such as P8."""
DECK: tuple[Card, ...] = tuple(f"{suit}{value}" for suit in SUITS for value in VALUES)
"""The 40 cards, and the order in which a hand is held."""
SUIT: dict[Card, Suit] = {f"{suit}{value}": suit for suit in SUITS for value in VALUES}
VALUE: dict[Card, int] = {card: int(card[1]) for card in DECK}
PLACE_SUIT: Suit = "P"
"""The colour of the place for decision cards, which counts while no card lies there (KK-18)."""
FIRST: Card = "P8"
"""Who holds this card says so and starts (KK-11)."""
ABSENT: Card = "P1"
"""Three players play without this card (KK-10)."""
ALL_BUT_ABSENT: tuple[Card, ...] = tuple(card for card in DECK if card != ABSENT)

MODES: dict[int, Mode] = {2: "buddy", 3: "party", 4: "party"}
"""What is played, by the number of seats (KK-1)."""
ROUNDS: dict[Mode, int] = {"buddy": 8, "party": 10}
COUNTERS: dict[Mode, int] = {"buddy": 5, "party": 3}
"""Skill counters to begin with (KK-8)."""
HAND = 16
"""Cards dealt to each when two play; the other eight go back into the box unseen (KK-9). More
divide all that is left of the deck (KK-10).
"""
ORDER: dict[Card, int] = {card: place for place, card in enumerate(DECK)}
"""By card, its place in the deck as it comes from the box."""


def cards_for(seats: int) -> tuple[Card, ...]:
    """KK-9, KK-10: the cards that are shuffled: all, or for three players all but purple 1."""
    return ALL_BUT_ABSENT if seats == 3 else DECK
