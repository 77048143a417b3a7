"""Where a server gets time, randomness and secrets from, so that tests can replace them."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.core import Rng

PAUSE_MS = (1600, 2100)
"""A bot answers after a time drawn evenly from this range, whatever its cards are: long enough to
read what the one before it did.
"""
STAND_IN_PAUSE_MS = (3000, 9000)
"""In a silent game a bot that stands in for a guest takes a person's time, drawn evenly from this
range, so that nobody is told by the pace who is away.
"""


class Dice(Rng):
    """Randomness of the operating system: nothing seen at a table predicts what comes next."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def bits(self) -> int:
        """Return 64 random bits, an integer in [0, 2**64)."""
        return secrets.randbits(64)


def clock() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Sources:
    """`now` in milliseconds since 1970; `dice` for the cards; `pauses` for everything but cards;
    `token` gives a secret of so many random bytes, url-safe; from `pause_ms` the time is drawn that
    bots take to answer, from `stand_in_pause_ms` that of one that stands in at a silent table.
    """

    now: Callable[[], int] = clock
    dice: Callable[[], Rng] = Dice
    pauses: Callable[[], Rng] = Dice
    token: Callable[[int], str] = secrets.token_urlsafe
    pause_ms: tuple[int, int] = PAUSE_MS
    stand_in_pause_ms: tuple[int, int] = STAND_IN_PAUSE_MS
