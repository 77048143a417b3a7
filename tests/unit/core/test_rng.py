"""SplitMix64: the stream is fixed, the draws are fair."""

import pickle
from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy
from itertools import islice, permutations
from typing import cast

import pytest

from chabudai.core import Rng
from chabudai.core.rng import stream


@pytest.mark.parametrize(
    ("seed", "stream"),
    [
        pytest.param(
            0,
            (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
            id="zero",
        ),
        pytest.param(
            1234567,
            (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431),
            id="1234567",
        ),
    ],
)
def test_a_seed_gives_the_published_stream(seed: int, stream: tuple[int, ...]) -> None:
    rng = Rng(seed)
    assert tuple(rng.bits() for _ in stream) == stream


def one_by_one(seed: int) -> Iterator[int]:
    """SplitMix64 as it was published, a number at a time."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        yield z ^ (z >> 31)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_numbers_worked_out_at_once_are_those_worked_out_one_by_one(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.bits() for _ in range(500)] == list(islice(one_by_one(seed), 500))


def test_a_copy_goes_on_as_the_generator_would_have() -> None:
    rng = Rng(4)
    for _ in range(100):
        other: Rng = pickle.loads(pickle.dumps(rng))
        assert copy(rng).bits() == deepcopy(rng).bits() == other.bits()
        rng.bits()


@pytest.mark.parametrize("seed", [-1, 2**64 - 1, 2**70 + 2**64 - 1])
def test_the_low_64_bits_of_a_seed_count(seed: int) -> None:
    assert Rng(seed).bits() == Rng(-1).bits()


def test_a_shuffle_is_fixed_by_its_seed() -> None:
    """A golden vector: if it changes, every recorded seed means another game."""
    rng = Rng(2019)
    drawn = (rng.shuffled(range(10)), rng.below(1000), rng.choice("abcdef"), rng.bits())
    assert drawn == ((7, 0, 5, 6, 4, 2, 3, 9, 1, 8), 221, "b", 13723030934792343750)


@pytest.mark.parametrize("n", [0, -1, -(2**70)])
def test_nothing_lies_below_one(n: int) -> None:
    with pytest.raises(ValueError, match="nothing lies below"):
        Rng(1).below(n)


@pytest.mark.parametrize("n", [2**64 + 1, 2**70])
def test_more_than_64_bits_reach_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="64 random bits do not reach"):
        Rng(1).below(n)


def test_a_seed_is_a_whole_number() -> None:
    for seed in (1.5, "x", None):
        with pytest.raises(TypeError, match=r"^A seed is a whole number, not "):
            Rng(cast("int", seed))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 2**63 + 1, 2**64])
def test_a_draw_lies_below_its_bound(n: int) -> None:
    rng = Rng(n)
    assert all(0 <= rng.below(n) < n for _ in range(200))


def test_a_draw_that_would_be_biased_is_thrown_away() -> None:
    """Below 2**63 + 1 nearly half of all 64-bit numbers are thrown away."""
    rng, double = Rng(3), Rng(3)
    draws = [rng.below(2**63 + 1) for _ in range(50)]
    stream = [double.bits() for _ in range(200)]
    assert draws == [bits for bits in stream if bits < 2**63 + 1][:50]


def test_every_draw_and_every_order_comes_up_equally_often() -> None:
    rng = Rng(11)
    draws = Counter(rng.below(6) for _ in range(6000))
    assert all(850 < draws[face] < 1150 for face in range(6))
    orders = Counter(rng.shuffled("abc") for _ in range(6000))
    assert all(850 < orders[order] < 1150 for order in permutations("abc"))


def test_a_choice_is_one_of_the_items() -> None:
    rng = Rng(5)
    assert {rng.choice("abc") for _ in range(50)} == set("abc")
    with pytest.raises(ValueError, match="nothing lies below 0"):
        rng.choice(())


def test_shuffling_changes_nothing_but_the_order() -> None:
    items = list("abracadabra")
    shuffled = Rng(8).shuffled(items)
    assert sorted(shuffled) == sorted(items)
    assert items == list("abracadabra")
    assert Rng(8).shuffled(()) == ()


class Loaded(Rng):
    """Dice that always show the same."""

    def bits(self) -> int:
        return 0


def test_other_dice_need_only_replace_their_bits() -> None:
    assert Loaded(1).below(7) == 0
    assert Loaded(1).choice("abc") == "a"
    assert Loaded(1).shuffled("abcd") == Loaded(2).shuffled("abcd") == tuple("bcda")


@pytest.mark.parametrize("size", [0, 1, 2, 7, 118])
def test_shuffling_draws_below_what_is_left_again_and_again(size: int) -> None:
    for seed in range(50):
        dice, same = Rng(seed), Rng(seed)
        deck = list(range(size))
        for last in range(size - 1, 0, -1):
            other = dice.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        assert same.shuffled(range(size)) == tuple(deck)
        assert same.bits() == dice.bits()


class Throws(Rng):
    """Dice that show what was agreed."""

    def __init__(self, *throws: int) -> None:
        super().__init__(0)
        self.throws = list(throws)

    def bits(self) -> int:
        return self.throws.pop(0)


def test_a_shuffle_throws_again_where_a_throw_would_not_be_even() -> None:
    # 2 ** 64 is one more than a multiple of 3, so of all throws the highest is one too many.
    assert Throws(2**64 - 1, 1, 0).shuffled("abc") == Throws(1, 0).shuffled("abc")


def test_numbers_in_an_order_are_a_stream_of_their_own() -> None:
    first = [stream(*numbers).bits() for numbers in ((1, 2), (2, 1), (1,), (1, 2, 0))]
    assert len(set(first)) == 4
    assert stream(1, 2).bits() == first[0]
