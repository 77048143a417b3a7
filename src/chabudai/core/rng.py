"""A seeded random generator with a fixed stream: the same seed always gives the same game."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1


class Rng:
    """SplitMix64 (Steele, Lea and Flood, 2014). Any integer is a seed; its low 64 bits count."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def bits(self) -> int:
        """Return the next 64 random bits, an integer in [0, 2**64)."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a uniform integer in [0, n), without modulo bias. Raises ValueError if n < 1."""
        if n < 1:
            raise ValueError(f"nothing lies below {n}")
        last = MASK + 1 - n
        while True:
            draw = self.bits()
            rest = draw % n
            if draw - rest <= last:
                return rest

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, each equally likely. Raises ValueError if there is none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return `items` in a random order, each order equally likely (Fisher and Yates).

        All randomness comes from `bits`, the one method that another source needs to override.
        """
        deck = list(items)
        bits = self.bits
        for n in range(len(deck), 1, -1):
            # `below(n)`, inlined: most chance moves are shuffles.
            last = MASK + 1 - n
            draw = bits()
            rest = draw % n
            while draw - rest > last:
                draw = bits()
                rest = draw % n
            deck[n - 1], deck[rest] = deck[rest], deck[n - 1]
        return tuple(deck)


def stream(*numbers: int) -> Rng:
    """Return a generator seeded with these numbers, in this order."""
    seed = 0
    for number in numbers:
        seed = Rng(seed ^ Rng(number).bits()).bits()
    return Rng(seed)
