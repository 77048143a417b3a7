"""Personas: the same hint means something different to each bot."""

from math import sqrt
from statistics import correlation, pvariance

import pytest

from chabudai.core import Rng
from chabudai.games.word_porters.bots.meanings import Board, board
from chabudai.games.word_porters.bots.personas import Fits, mirrored, sense, text_noise
from chabudai.games.word_porters.state import Options


def dealt(seed: int) -> Board:
    rng = Rng(seed)
    return board(Options(), rng.shuffled(range(300))[:10], rng.shuffled(range(106))[:10])


BOARDS = [dealt(seed) for seed in range(80)]


def cells(senses: list[Fits]) -> list[float]:
    return [cell for fits in senses for row in fits for cell in row]


def test_text_noise_is_normally_distributed() -> None:
    drawn = [text_noise(str(number)) for number in range(4000)]
    assert abs(sum(drawn) / len(drawn)) < 0.05
    assert abs(pvariance(drawn) - 1) < 0.06
    assert 0.66 < sum(abs(one) < 1 for one in drawn) / len(drawn) < 0.70


def test_a_persona_always_has_the_same_sense() -> None:
    there = BOARDS[0]
    first = sense(there, 0.6, 7)
    sense.cache_clear()
    assert sense(there, 0.6, 7) == first != sense(there, 0.6, 8)


@pytest.mark.parametrize("likeness", [0.45, 0.6, 0.9])
def test_two_personas_are_as_alike_as_they_should_be(likeness: float) -> None:
    one, other = (
        cells([sense(there, likeness, at) for at, there in enumerate(BOARDS, n)])
        for n in (1000, 5000)
    )
    assert abs(correlation(one, other) - likeness) < 0.05


def test_a_persona_with_full_likeness_has_the_common_sense() -> None:
    there = BOARDS[0]
    assert sense(there, 1.0, 3) == there.fits


def test_knowing_opposites_brings_personas_closer() -> None:
    likeness = 0.6
    one, other = (
        cells(
            [mirrored(sense(there, likeness, at), likeness) for at, there in enumerate(BOARDS, n)]
        )
        for n in (0, 99)
    )
    assert abs(correlation(one, other) - 2 * likeness / (1 + likeness)) < 0.05
    assert abs(sqrt(pvariance(one)) - 1) < 0.1


def test_a_word_that_fits_a_hint_does_not_fit_its_opposite() -> None:
    fits = mirrored(sense(BOARDS[0], 0.6, 1), 0.6)
    for first, second in zip(fits[::2], fits[1::2], strict=True):
        assert first == tuple(-fit for fit in second)


def test_a_tendency_applies_to_all_words() -> None:
    """A persona's deviations for one hint predict those for another."""
    there = BOARDS[0]
    alone = [
        [cell - fit for cell, fit in zip(row, common, strict=True)]
        for persona in range(300)
        for row, common in zip(sense(there, 0.0001, persona)[:2], there.fits[:2], strict=True)
    ]
    pairs = [
        abs(correlation([row[a] for row in alone[::2]], [row[b] for row in alone[1::2]]))
        for a in range(10)
        for b in range(10)
    ]
    assert sum(pairs) / len(pairs) > 0.08
