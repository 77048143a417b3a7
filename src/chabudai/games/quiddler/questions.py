"""Quiddler: questions that a client may ask before acting, and their answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.core import Seat, Struct, Why
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.state import Card, Word, Words

Typed: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""A word as a player types it."""


class Lookup(Struct, tag="lookup"):
    """Question: is this word in the dictionary?"""

    word: Typed


class Pick(Struct, tag="pick"):
    """Question: how can this word be spelled with some of these `cards` of the hand?"""

    word: Typed
    cards: Word


class Plan(Struct, tag="plan"):
    """Question: how many points would these words earn? `discard` is None while the player has not
    chosen one.
    """

    words: Words
    discard: Card | None = None


class Stake(Struct, tag="stake"):
    """Question: how many points could challenging this word of the round cost?"""

    word: Annotated[int, Meta(ge=0, le=99)]


Question: TypeAlias = Lookup | Pick | Plan | Stake


class Found(Struct, tag="found"):
    """Whether the dictionary has the word, or the reason why it cannot be looked up."""

    word: str
    allowed: bool | None
    against: Why | None


class Picked(Struct, tag="picked"):
    """Every way to spell `word`, including those with a single card.

    Ways that leave more points in the hand come first, then ways with fewer cards.
    """

    word: str
    ways: tuple[tuple[Face, ...], ...]


class Planned(Struct, tag="planned"):
    """The points of cards laid and kept, and the resulting points for the round (QD-29).

    `against` is the reason why the words cannot be laid. The dictionary is not consulted, since it
    is closed during the player's own turn (QD-23).
    """

    words: int
    left: int
    points: int
    against: Why | None


class Staked(Struct, tag="staked"):
    """Points that the challenger loses if the word is allowed, and that its owner loses if it is
    not. `against` is the reason why the word cannot be challenged.
    """

    owner: Seat | None
    if_allowed: int
    if_not: int
    against: Why | None


Answer: TypeAlias = Found | Picked | Planned | Staked
