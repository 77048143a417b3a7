"""Default parts of games: functions that return nothing."""

from chabudai.core.played_word import PlayedWord
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat


def no_words(options: Struct, event: object) -> tuple[PlayedWord, ...]:
    """Return no words for a game without words."""
    return ()


def no_reason(action: object) -> None:
    """Return None for a game whose bots give no reasons."""


def discloses_nothing(event: object) -> bool:
    """Return False for a game that never withholds reasons."""
    return False


def no_seats(state: Struct) -> tuple[Seat, ...]:
    """Return no seats for a game without `Anytime` moves."""
    return ()
