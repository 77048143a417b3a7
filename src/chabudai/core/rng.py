"""A seeded random generator with a fixed stream: the same seed always gives the same game."""

from collections.abc import Sequence
from copy import deepcopy
from struct import Struct
from typing import Self, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
BATCH = 64
"""Numbers per batch. A generator's first number is computed separately."""
LANE = 128
"""Bits per number in a batch: enough for a product of two 64-bit numbers."""
ONES = sum(1 << LANE * at for at in range(BATCH))
LOW = MASK * ONES
LANES = Struct(f"<{BATCH * 'Q8x'}")
"""Struct format that unpacks the low half of each lane."""
STEPS = sum((at * GAMMA & MASK) << LANE * (BATCH - at) for at in range(1, BATCH + 1))
"""State increment for each number in a batch, with the last number's increment in the lowest lane.
"""


class Rng:
    """A SplitMix64 generator (Steele, Lea and Flood, 2014). Any integer is a valid seed, but only
    its low 64 bits matter. Any other value raises TypeError.
    """

    __slots__ = ("_ahead", "_begun", "_state")

    def __init__(self, seed: int) -> None:
        try:
            self._state = seed & MASK
        except TypeError:
            raise TypeError(f"A seed is a whole number, not {seed!r}.") from None
        self._ahead: list[int] = []
        """The next numbers in reverse order. The list is never replaced, and stays empty in a
        subclass that overrides `bits`.
        """
        self._begun = False

    def __copy__(self) -> Self:
        """Return an independent generator with the same state."""
        return deepcopy(self)

    def bits(self) -> int:
        """Return the next 64 random bits, an integer in [0, 2**64)."""
        try:
            return self._ahead.pop()
        except IndexError:
            return self._next()

    def _next(self) -> int:
        """Compute more numbers: only one at first, because many generators are used once."""
        if not self._begun:
            self._begun = True
            self._state = state = (self._state + GAMMA) & MASK
            return mixed(state, MASK)
        states = (self._state * ONES + STEPS) & LOW
        self._state = (self._state + BATCH * GAMMA) & MASK
        lanes = mixed(states, LOW).to_bytes(BATCH * LANE // 8, "little")
        ahead = self._ahead
        ahead += LANES.unpack(lanes)
        return ahead.pop()

    def below(self, n: int) -> int:
        """Return a uniform integer in [0, n), without modulo bias. Raises ValueError if n is less
        than 1 or more than 2**64.
        """
        if n < 1:
            raise ValueError(f"nothing lies below {n}")
        ahead = self._ahead
        draw = ahead.pop() if ahead else self.bits()
        rest = draw % n
        while draw - rest > MASK + 1 - n:
            if n > MASK + 1:
                raise ValueError(f"64 random bits do not reach {n}")
            draw = self.bits()
            rest = draw % n
        return rest

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, each equally likely. Raises ValueError if `items` is empty."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return `items` in a random order, each order equally likely (Fisher–Yates).

        All randomness comes from `bits`, so a subclass needs to override only that method.
        """
        deck = list(items)
        ahead, sure = self._ahead, MASK + 1 - len(deck)
        for n in range(len(deck), 1, -1):
            # `below(n)`, inlined: most chance moves are shuffles.
            draw = ahead.pop() if ahead else self.bits()
            rest = draw % n
            if draw > sure:
                while draw - rest > MASK + 1 - n:
                    draw = self.bits()
                    rest = draw % n
            deck[n - 1], deck[rest] = deck[rest], deck[n - 1]
        return tuple(deck)


def stream(*numbers: int) -> Rng:
    """Return a generator seeded with `numbers`. Their order matters."""
    seed = 0
    for number in numbers:
        seed = first_bits(seed ^ first_bits(number))
    return Rng(seed)


def first_bits(seed: int) -> int:
    """Return the result of `Rng(seed).bits()`, computed faster."""
    return mixed((seed & MASK) + GAMMA & MASK, MASK)


def mixed(z: int, low: int) -> int:
    """Scramble states into random numbers, each in the low half of a lane. `low` is the mask of
    these halves.
    """
    z = (z ^ z >> 30) & low
    z = z * 0xBF58476D1CE4E5B9 & low
    z = (z ^ z >> 27) & low
    z = z * 0x94D049BB133111EB & low
    return (z ^ z >> 31) & low
