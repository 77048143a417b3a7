"""Quiddler: questions that a screen may ask before acting, and their answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Struct, Why
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.state import Card, Word, Words

Typed: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""A word as a player types it."""


class Lookup(Struct, tag="lookup"):
    """Is this word in the dictionary?"""

    word: Typed


class Pick(Struct, tag="pick"):
    """How do some of these `cards` of my hand spell this word?"""

    word: Typed
    cards: Word


class Plan(Struct, tag="plan"):
    """What if I laid these words and discarded this card? None: that is not decided yet."""

    words: Words
    discard: Card | None = None


class Stake(Struct, tag="stake"):
    """What if I challenged this word of the round?"""

    word: Annotated[int, Meta(ge=0, le=99)]


Question: TypeAlias = Lookup | Pick | Plan | Stake


class Found(Struct, tag="found"):
    """Whether the dictionary has the word, or why it may not be looked up."""

    word: str
    allowed: bool | None
    against: Why | None


class Picked(Struct, tag="picked"):
    """Every way to spell `word`, a single card included.

    The way that leaves the most points in the hand comes first, then the one of fewest cards.
    """

    word: str
    ways: tuple[tuple[Face, ...], ...]


class Planned(Struct, tag="planned"):
    """The points laid and kept, what the round counts for both (QD-29), and why the words cannot be
    laid. The dictionary is not consulted, as it is one's own turn (QD-23).
    """

    words: int
    left: int
    points: int
    against: Why | None


class Staked(Struct, tag="staked"):
    """Points that the challenger loses if the word is allowed, and its owner if it is not.

    `against` says why it cannot be challenged.
    """

    owner: Seat | None
    if_allowed: int
    if_not: int
    against: Why | None


Answer: TypeAlias = Found | Picked | Planned | Staked
