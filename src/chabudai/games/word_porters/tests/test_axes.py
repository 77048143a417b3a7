"""The stored axes of the hints are those that a fit to the ratings produces."""

from statistics import fmean

import pytest

from chabudai.games.word_porters.bots.meanings import PAIRS, rated
from chabudai.games.word_porters.bots.word_vectors import axes, axis_of, projection
from chabudai.games.word_porters.components import BOX, hints_on
from tools.fit_axes import Sample, concatenated, fit_direction, known_vector, minus, seeds
from tools.rate_words import RATERS

WORDS = [known_vector(side.en) for card in BOX.words for side in card.sides]


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


def test_an_unknown_seed_is_refused() -> None:
    with pytest.raises(SystemExit, match="zxqv has no vector"):
        known_vector("zxqv")
