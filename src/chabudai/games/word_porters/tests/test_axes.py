"""The directions of hints: fitted as they say, and to what is committed."""

from statistics import fmean

import pytest

from chabudai.games.word_porters.bots.meanings import PAIRS, rated
from chabudai.games.word_porters.bots.word_vectors import axes, axis_of, projection
from chabudai.games.word_porters.components import BOX, hints_on
from tools.fit_axes import (
    Sample,
    concatenated,
    correlation,
    fit_direction,
    known_vector,
    minus,
    seeds,
    solve,
)
from tools.rate_words import RATERS

WORDS = [known_vector(side.en) for card in BOX.words for side in card.sides]


def test_a_system_of_equations_is_solved() -> None:
    square = [[4.0, 2.0, 0.0], [2.0, 5.0, 1.0], [0.0, 1.0, 3.0]]
    found = solve(square, [8.0, 15.0, 11.0])
    right = [sum(a * b for a, b in zip(row, found, strict=True)) for row in square]
    assert right == pytest.approx([8.0, 15.0, 11.0])


def test_numbers_that_rise_together_are_correlated() -> None:
    assert correlation([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]) == pytest.approx(1)
    assert correlation([1.0, 2.0, 3.0], [6.0, 4.0, 2.0]) == pytest.approx(-1)


@pytest.mark.parametrize("pair", [0, 55, PAIRS - 1])
def test_the_axes_are_those_that_are_fitted_to_the_ratings(pair: int) -> None:
    centre = [fmean(column) for column in zip(*WORDS, strict=True)]
    words = Sample([minus(word, centre) for word in WORDS], [cell.fit for cell in rated(pair)])
    direction = fit_direction(concatenated(words, seeds(RATERS / "seeds.tsv", centre)[pair]))
    assert axes()[pair].direction == pytest.approx(direction, abs=1e-4)


def test_there_is_an_axis_for_every_pair_of_hints_and_none_is_trusted_fully() -> None:
    assert len(axes()) == PAIRS
    worths = [axis.worth for axis in axes()]
    assert 0 < min(worths) < max(worths) < 1
    assert 0.45 < fmean(worths) < 0.5


def test_two_hint_words_tell_less_than_many_ratings() -> None:
    plain = axis_of(hints_on(0, "en"))
    assert plain is not None
    assert plain.worth < axes()[0].worth
    fits = [projection(plain, word) for word in WORDS]
    assert fmean(fits) == pytest.approx(0, abs=1e-6)
    assert fmean(fit * fit for fit in fits) == pytest.approx(plain.worth**2)


def test_a_seed_that_is_no_word_is_refused() -> None:
    with pytest.raises(SystemExit, match="zxqv has no vector"):
        known_vector("zxqv")
