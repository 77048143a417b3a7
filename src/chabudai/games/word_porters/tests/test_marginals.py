"""Marginals and the best assignment, compared with every assignment."""

from itertools import permutations
from math import isclose, prod

import pytest
from hypothesis import given, strategies as st

from chabudai.games.word_porters.bots.marginals import best_assignment, marginals

COLUMNS = 6
Rows = list[list[float]]


def rows(least: float) -> st.SearchStrategy[Rows]:
    row = st.lists(st.floats(least, 1), min_size=COLUMNS, max_size=COLUMNS)
    return st.lists(row, min_size=1, max_size=4)


@given(rows(least=1e-6))
def test_marginals_are_those_of_all_assignments(likelihoods: Rows) -> None:
    weights = {
        taken: prod(row[at] for row, at in zip(likelihoods, taken, strict=True))
        for taken in permutations(range(COLUMNS), len(likelihoods))
    }
    total = sum(weights.values())
    for row, found in enumerate(marginals(likelihoods)):
        for column, value in enumerate(found):
            true = sum(weight for taken, weight in weights.items() if taken[row] == column)
            assert isclose(value, true / total, rel_tol=1e-6, abs_tol=1e-9)


@given(rows(least=0))
def test_wp_33_the_best_assignment_is_the_best_of_all_and_repeats_nothing(values: Rows) -> None:
    found = best_assignment(values)
    assert len(set(found)) == len(values)
    best = max(
        sum(row[at] for row, at in zip(values, taken, strict=True))
        for taken in permutations(range(COLUMNS), len(values))
    )
    assert isclose(sum(row[at] for row, at in zip(values, found, strict=True)), best)


def test_a_word_that_is_certainly_one_players_is_no_other_players() -> None:
    assert marginals([[1, 1, 0], [0, 1, 0]]) == [[1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("likelihoods", [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 0.0]]])
def test_impossible_likelihoods_are_refused(likelihoods: Rows) -> None:
    with pytest.raises(ValueError, match="no assignment"):
        marginals(likelihoods)
