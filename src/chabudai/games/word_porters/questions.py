"""Word Porters: what a screen may ask before acting, and the answers."""

from typing import TypeAlias

from chabudai.core import Struct, Why
from chabudai.games.word_porters.state import Tokens, Vote


class Survey(Struct, tag="survey"):
    """What would a porter of mine do on each hint word, if it were my turn?"""


class Weigh(Struct, tag="weigh"):
    """What speaks against these votes?"""

    vote: Vote


Question: TypeAlias = Survey | Weigh


class Spot(Struct):
    """A hint word: the porters it would take, or why none may be placed there."""

    card: int
    word: int
    tokens: Tokens
    against: Why | None


class Surveyed(Struct, tag="surveyed"):
    """Every hint word on the table, card by card."""

    spots: tuple[Spot, ...]


class Weighed(Struct, tag="weighed"):
    """Why votes cannot be confirmed, and what is foolish about them although they can (WP-36)."""

    against: Why | None
    warning: Why | None


Answer: TypeAlias = Surveyed | Weighed
