"""Sources of time, randomness and secrets, replaceable in tests."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.core import Rng

PAUSE_MS = (1600, 2100)
"""Range of pauses before a bot's move: long enough to read about the move before it."""
STAND_IN_PAUSE_MS = (3000, 9000)
"""Range of pauses of a stand-in in a silent game: a person's pace, so it does not reveal
absence.
"""
ASIDE_MS = (0, 400)
"""Range of delays before a step in a silent game that no other seat may notice. It hides the step
from clients that measure the server's response times.
"""
ANSWER_MS = (0, 20)
"""Range of delays of each answer in a silent game. A step of another seat changes the processing
time of an answer by less than a millisecond, so the delay hides it.
"""
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
"""Characters of table ids."""


class Dice(Rng):
    """Randomness of the operating system: observed values do not help to predict the next ones."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0)

    def bits(self) -> int:
        """Return 64 random bits, an integer in [0, 2**64)."""
        return secrets.randbits(64)


def elapsed() -> int:
    """Return milliseconds of a monotonic clock, which includes sleep if the system supports
    that.
    """
    boot = getattr(time, "CLOCK_BOOTTIME", None)  # Linux; on other systems sleep may not count
    nanoseconds = time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)
    return nanoseconds // 1_000_000


def new_table_id(rng: Rng) -> str:
    """Return a table id: sixteen letters and digits, 80 random bits, longer than any code."""
    bits = (rng.bits() << 64 | rng.bits()) & (1 << 80) - 1
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(16))


STARTED = time.time_ns() // 1_000_000 - elapsed()


def clock() -> int:
    """Return the time in milliseconds since 1970, counted monotonically since this process started.
    Setting the computer's clock does not affect the clocks of games.
    """
    return STARTED + elapsed()


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources of time and randomness. `now` is in milliseconds since 1970; `elapsed` in
    milliseconds since an arbitrary time. `dice` is for cards, `pauses` for everything else. `token`
    returns a url-safe secret of `n` random bytes, `table_id` the id of a new table. Delays are
    drawn from ranges: `pause_ms` for bots, `stand_in_pause_ms` for stand-ins in a silent game,
    `aside_ms` before hidden steps there, and `answer_ms` before answers there.
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
        """Return a time drawn uniformly from a range of milliseconds."""
        low, high = range_ms
        return low + self.pauses().below(high - low + 1)
