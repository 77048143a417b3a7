"""Sources of time, randomness and secrets, replaceable in tests."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.core import Rng

PAUSE_MS = (1600, 2100)
"""Range of pauses before a bot's move. They are long enough to read about the previous move."""
STAND_IN_PAUSE_MS = (3000, 9000)
"""Range of a stand-in's pauses in a silent game. They match a person's pace, so that they do not
reveal that the guest is away.
"""
ASIDE_MS = (0, 400)
"""Range of delays before a hidden step in a silent game. They hide the step from clients that
measure the server's response times.
"""
ANSWER_MS = (0, 20)
"""Range of delays before each answer in a silent game. Another seat's step changes the time to
compute an answer by less than a millisecond, so the delay hides it.
"""
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
"""Characters used in table ids."""


class Dice(Rng):
    """Randomness from the operating system, so that past values do not help to predict others."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def bits(self) -> int:
        """Return 64 random bits, an integer in [0, 2**64)."""
        return secrets.randbits(64)


def elapsed() -> int:
    """Return a monotonic clock's time in milliseconds, including time asleep if the system supports
    that.
    """
    boot = getattr(time, "CLOCK_BOOTTIME", None)  # Linux; on other systems sleep may not count
    nanoseconds = time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)
    return nanoseconds // 1_000_000


def new_table_id(rng: Rng) -> str:
    """Return a table id: sixteen letters and digits with 80 random bits, longer than any code."""
    bits = (rng.bits() << 64 | rng.bits()) & (1 << 80) - 1
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(16))


STARTED = time.time_ns() // 1_000_000 - elapsed()


def clock() -> int:
    """Return the time in milliseconds since 1970. It increases monotonically while this process
    runs, so setting the computer's clock does not affect players' clocks.
    """
    return STARTED + elapsed()


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources of time and randomness. `now` returns milliseconds since 1970, and `elapsed`
    milliseconds since an arbitrary time. `dice` returns the random generator for cards,
    `delays` the one for delays, and `picks` the one for everything else. `token` returns a URL-safe
    secret of `n` random bytes, and `table_id` a new table's id. Delays are drawn from ranges:
    `pause_ms` for bots. The others are for silent games: `stand_in_pause_ms` for stand-ins,
    `aside_ms` before hidden steps, and `answer_ms` before answers.
    """

    now: Callable[[], int] = clock
    elapsed: Callable[[], int] = elapsed
    dice: Callable[[], Rng] = Dice
    delays: Callable[[], Rng] = Dice
    picks: Callable[[], Rng] = Dice
    token: Callable[[int], str] = secrets.token_urlsafe
    table_id: Callable[[Rng], str] = new_table_id
    pause_ms: tuple[int, int] = PAUSE_MS
    stand_in_pause_ms: tuple[int, int] = STAND_IN_PAUSE_MS
    aside_ms: tuple[int, int] = ASIDE_MS
    answer_ms: tuple[int, int] = ANSWER_MS

    def drawn(self, range_ms: tuple[int, int]) -> int:
        """Return a time drawn uniformly from a range of milliseconds."""
        low, high = range_ms
        return low + self.delays().below(high - low + 1)
