"""Where a server gets time, randomness and secrets from, so that tests can replace them."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.core import Rng

PAUSE_MS = (1600, 2100)
"""A bot answers after a time from this range: long enough to read what the one before it did."""
STAND_IN_PAUSE_MS = (3000, 9000)
"""In a silent game a stand-in takes a person's time, so that no pace tells who is away."""
ASIDE_MS = (0, 400)
"""There a step of which nobody else may learn is made after a time from this range: whoever looks
just then how long the server takes to answer is told nothing.
"""
ANSWER_MS = (0, 20)
"""In a silent game the server delays each answer by a time from this range. A step of another seat
changes the processing time of an answer by less than a millisecond, so the delay hides it.
"""
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
"""Of these are the ids of tables."""


class Dice(Rng):
    """Randomness of the operating system: nothing seen at a table predicts what comes next."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def bits(self) -> int:
        """Return 64 random bits, an integer in [0, 2**64)."""
        return secrets.randbits(64)


def elapsed() -> int:
    """Milliseconds on a clock that nobody sets; where there is one, it counts sleep, too."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)  # Linux; elsewhere sleep may not count
    nanoseconds = time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)
    return nanoseconds // 1_000_000


def new_table_id(rng: Rng) -> str:
    """Sixteen letters and digits, 80 random bits; never four or six, so never taken for a code."""
    bits = (rng.bits() << 64 | rng.bits()) & (1 << 80) - 1
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(16))


STARTED = time.time_ns() // 1_000_000 - elapsed()


def clock() -> int:
    """The time in milliseconds since 1970, as it is counted since this process began: whoever sets
    the computer's clock makes nobody's moves, and delays none.
    """
    return STARTED + elapsed()


@dataclass(frozen=True, slots=True)
class Sources:
    """`now` in milliseconds since 1970, and `elapsed` since no matter when; `dice` for the
    cards; `pauses` for everything but cards; `token` gives a secret of so many random bytes,
    url-safe, and `table_id` the id of a new table; from `pause_ms` the time is drawn that bots take
    to answer, from `stand_in_pause_ms` that of one that stands in at a silent table, from
    `aside_ms` that before an aside there, and from `answer_ms` that before an answer there.
    """

    now: Callable[[], int] = clock
    elapsed: Callable[[], int] = elapsed
    dice: Callable[[], Rng] = Dice
    pauses: Callable[[], Rng] = Dice
    token: Callable[[int], str] = secrets.token_urlsafe
    table_id: Callable[[Rng], str] = new_table_id
    pause_ms: tuple[int, int] = PAUSE_MS
    stand_in_pause_ms: tuple[int, int] = STAND_IN_PAUSE_MS
    aside_ms: tuple[int, int] = ASIDE_MS
    answer_ms: tuple[int, int] = ANSWER_MS

    def drawn(self, range_ms: tuple[int, int]) -> int:
        """A time drawn evenly from a range of milliseconds."""
        low, high = range_ms
        return low + self.pauses().below(high - low + 1)
