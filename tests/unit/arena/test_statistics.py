"""Statistics of series, checked by hand."""

import pytest

from chabudai.arena.statistics import (
    Estimate,
    Row,
    bounded,
    estimate,
    rate_of,
    student,
    summary,
    wilson,
)


def test_wins_are_shared_and_scores_averaged() -> None:
    rows = [
        Row(0, (3, 5), (0,), 20),
        Row(0, (4, 4), (0, 1), 22),
        Row(1, (7, 2), (1,), 30),
        Row(1, (1, 6), (0,), 28),
    ]
    results = summary("word-bank", ("hard", "easy"), rows, 2.0)
    hard, easy = results.standings
    assert (results.games, results.deals, results.moves, results.seconds) == (4, 2, 100, 2.0)
    assert (hard.wins, hard.alone, hard.shared) == (2.5, 2, 1)
    assert (easy.wins, easy.alone, easy.shared) == (1.5, 1, 1)
    assert (hard.score.mean, easy.score.mean) == (3.75, 4.25)
    assert hard.win_rate.mean == 0.625


def test_shared_wins_add_up_to_one_a_game() -> None:
    rows = [Row(game // 3, (1, 1, 1), (0, 1, 2), 9) for game in range(7)]
    standings = summary("word-bank", ("a", "b", "c"), rows, 1.0).standings
    assert sum(one.wins for one in standings) == pytest.approx(7)
    assert {one.shared for one in standings} == {7}
    none = summary("kakapo", ("a", "b"), [Row(0, (2, 2), (), 9)], 1.0)
    assert [one.wins for one in none.standings] == [0, 0]


def test_one_deal_has_no_interval() -> None:
    assert estimate([0, 0, 0], [1.0, 2.0, 6.0]) == Estimate(3.0, None)


def test_the_interval_counts_deals_not_games() -> None:
    # Means of the deals 2 and 4: deviation √2, error 1, and t for one degree of freedom.
    found = estimate([0, 0, 1, 1], [1.0, 3.0, 4.0, 4.0])
    assert found.mean == 3.0
    assert found.interval is not None
    assert found.interval == pytest.approx((3 - 12.7062, 3 + 12.7062), abs=1e-3)


def test_a_rate_stays_between_0_and_1() -> None:
    rows = [Row(0, (0, 1), (0,), 9), Row(1, (0, 1), (1,), 9)]
    results = summary("word-bank", ("a", "b"), rows, 1.0)
    assert [one.win_rate.interval for one in results.standings] == [(0.0, 1.0), (0.0, 1.0)]


def test_a_few_equal_deals_do_not_make_a_rate_certain() -> None:
    # Wilson (1927): for none of n the upper end is z²/(n + z²).
    z = 1.959964
    lost = rate_of([0, 0, 1, 1, 2], [0.0] * 5)
    assert lost.interval == pytest.approx((0.0, z * z / (3 + z * z)), abs=1e-6)
    assert rate_of([0, 1, 2], [1.0] * 3).interval == pytest.approx((3 / (3 + z * z), 1.0), abs=1e-6)
    # Seven of ten, as tables have it.
    assert wilson(0.7, 10) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    # 1 on a scale from -1 to 1 is a rate of 1.
    lead = bounded([0, 1], [1.0, 1.0], -1.0, 1.0)
    assert lead == Estimate(1.0, (2 * wilson(1.0, 2)[0] - 1, 1.0))


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.7062), (5, 2.5706), (10, 2.2281), (11, 2.2010), (30, 2.0423), (1000, 1.9623)],
)
def test_students_t_agrees_with_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=1e-3)
