"""Signs between players during a game, such as a laugh."""

from enum import Enum


class Talk(Enum):
    """The signs that a seat may send and receive now, as `Game.talk` returns them."""

    NONE = "none"
    """No signs, since any sign would reveal something, such as a smile at a hint."""
    REACTIONS = "reactions"
    """Wordless reactions, such as a laugh."""
    SENTENCES = "sentences"
    """Reactions and ready-made sentences, which readers see in their own language."""


def sentences_always(state: object, seat: int) -> Talk:
    """Return SENTENCES for a game whose signs never reveal anything."""
    return Talk.SENTENCES
