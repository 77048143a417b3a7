"""SplitMix64: the stream is fixed, and the draws are unbiased."""

import pickle
from copy import copy, deepcopy
from typing import cast

import pytest

from chabudai.core import Rng
from chabudai.core.rng import stream

MAX = 2**64 - 1
PUBLISHED = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431),
}


def test_a_seed_gives_the_published_stream() -> None:
    for seed, numbers in PUBLISHED.items():
        rng = Rng(seed)
        assert tuple(rng.bits() for _ in numbers) == numbers


def test_only_the_low_64_bits_of_a_seed_count() -> None:
    assert Rng(-1).bits() == Rng(MAX).bits() == Rng(2**70 + MAX).bits()
    for seed in (1.5, "x", None):
        with pytest.raises(TypeError, match=r"^A seed is a whole number, not "):
            Rng(cast("int", seed))


def test_copies_continue_the_same_stream() -> None:
    rng = Rng(4)
    for _ in range(100):
        other: Rng = pickle.loads(pickle.dumps(rng))
        assert copy(rng).bits() == deepcopy(rng).bits() == other.bits()
        rng.bits()


def test_draws_are_fixed_by_the_seed() -> None:
    """A golden vector. If it changes, every recorded seed produces another game."""
    rng = Rng(2019)
    drawn = (rng.shuffled(range(10)), rng.below(1000), rng.choice("abcdef"), rng.bits())
    assert drawn == ((7, 0, 5, 6, 4, 2, 3, 9, 1, 8), 221, "b", 13723030934792343750)


def test_draws_lie_below_their_bound_and_biased_ones_are_discarded() -> None:
    for n in (1, 2, 3, 7, 52, 2**63 + 1, 2**64):
        rng = Rng(n)
        assert all(0 <= rng.below(n) < n for _ in range(200))
    # Below 2**63 + 1 nearly half of all 64-bit numbers are discarded.
    rng, double = Rng(3), Rng(3)
    draws = [rng.below(2**63 + 1) for _ in range(50)]
    bits = [double.bits() for _ in range(200)]
    assert draws == [each for each in bits if each < 2**63 + 1][:50]
    assert {rng.choice("abc") for _ in range(50)} == set("abc")
    for n in (0, -1, -(2**70)):
        with pytest.raises(ValueError, match="nothing lies below"):
            rng.below(n)
    for n in (2**64 + 1, 2**70):
        with pytest.raises(ValueError, match="64 random bits do not reach"):
            rng.below(n)
    with pytest.raises(ValueError, match="nothing lies below 0"):
        rng.choice(())


@pytest.mark.parametrize("size", [0, 1, 2, 7, 118])
def test_shuffling_is_fisher_yates_with_one_draw_a_swap(size: int) -> None:
    items = list(range(size))
    for seed in range(50):
        rng, same = Rng(seed), Rng(seed)
        deck = list(items)
        for last in range(size - 1, 0, -1):
            other = rng.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        assert same.shuffled(items) == tuple(deck)
        assert same.bits() == rng.bits()
    assert items == list(range(size))


class Throws(Rng):
    """A generator with predetermined bits."""

    def __init__(self, *throws: int) -> None:
        super().__init__(0)
        self.throws = list(throws)

    def bits(self) -> int:
        return self.throws.pop(0)


def test_a_subclass_needs_only_its_own_bits() -> None:
    assert Throws(0).below(7) == 0
    assert Throws(0).choice("abc") == "a"
    assert Throws(0, 0, 0).shuffled("abcd") == tuple("bcda")
    # 2 ** 64 is one more than a multiple of 3, so a shuffle of three discards the highest number.
    assert Throws(MAX, 1, 0).shuffled("abc") == Throws(1, 0).shuffled("abc")


def test_streams_of_different_numbers_differ() -> None:
    numbers = [(1, 2), (2, 1), (1, -1), (1,), (1, 2, 0)]
    assert len({stream(*each).bits() for each in numbers}) == len(numbers)
    assert stream(1, 2).bits() == stream(1, 2).bits()
