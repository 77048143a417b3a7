"""Signs that players send each other during a game, such as a laugh."""

from enum import Enum


class Talk(Enum):
    """The signs that a seat may send and receive now, as `Game.talk` returns them."""

    NONE = "none"
    """No signs, because any sign, such as a smile at a hint, would reveal something."""
    REACTIONS = "reactions"
    """Wordless reactions, such as a laugh."""
    SENTENCES = "sentences"
    """Reactions and ready-made sentences, which readers see in their own language."""


def sentences_always(state: object, seat: int) -> Talk:
    """Return SENTENCES for a game whose signs never reveal anything."""
    return Talk.SENTENCES
