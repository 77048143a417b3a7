"""Statistics of series, checked by hand, and comparisons of two sets of options."""

from math import nan

import pytest

from chabudai.arena.comparison import Change, Comparison, compare
from chabudai.arena.records import record
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of, series
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
from chabudai.core import Struct
from chabudai.games import GAMES
from chabudai.games.word_bank.state import Options
from chabudai.games.word_porters.state import Options as PortersOptions


def test_wins_are_shared_and_scores_averaged() -> None:
    rows = [
        Row(0, (3, 5), (0,), 20),
        Row(0, (4, 4), (0, 1), 22),
        Row(1, (7, 2), (1,), 30),
        Row(1, (1, 6), (0,), 28),
    ]
    results = summary("word-bank", 2, ("hard", "easy"), rows, 2.0)
    hard, easy = results.standings
    assert (results.games, results.deals, results.moves, results.seconds) == (4, 2, 100, 2.0)
    assert (hard.wins, hard.alone, hard.shared) == (2.5, 2, 1)
    assert (easy.wins, easy.alone, easy.shared) == (1.5, 1, 1)
    assert (hard.score.mean, easy.score.mean) == (3.75, 4.25)
    assert hard.win_rate.mean == 0.625
    none = summary("quiddler", 2, ("a", "b"), [Row(0, (2, 2), (), 9)], 1.0)
    assert [one.wins for one in none.standings] == [0, 0]


def test_the_interval_counts_deals_not_games() -> None:
    assert estimate([0, 0, 0], [1.0, 2.0, 6.0]) == Estimate(3.0, None)
    # Deals with means 2 and 4: deviation √2, error 1, and t for one degree of freedom.
    found = estimate([0, 0, 1, 1], [1.0, 3.0, 4.0, 4.0])
    assert found.mean == 3.0
    assert found.interval is not None
    assert found.interval == pytest.approx((3 - 12.7062, 3 + 12.7062), abs=1e-3)


def test_a_rate_has_the_interval_of_independent_games_with_its_variance() -> None:
    # With one game per deal, each deal is a trial, but Student's t replaces the normal quantile.
    games = rate_of(range(100), [1.0] * 70 + [0.0] * 30)
    assert games.interval == pytest.approx(wilson(0.7, 99 * (1.95996 / student(99)) ** 2), abs=1e-6)
    # Two games of a deal with the same result count as one.
    assert rate_of(sorted([*range(100)] * 2), [1.0] * 140 + [0.0] * 60) == games


def test_a_team_has_one_win_rate() -> None:
    game, bots = GAMES["kakapo"], ("hard", "hard")
    plan = plan_of(game, bots, 10, 1)
    records = [record(game, one) for one in series(game, plan, range(10))]
    results = results_of(game, plan, records, 1.0)
    (team,) = results.standings
    won = sum(bool(one.winners) for one in records)
    assert (results.seats, team.bot, team.wins, team.shared) == (2, "hard + hard", won, 0)
    assert team.win_rate.mean == won / 10 == team.score.mean
    low, high = team.win_rate.interval or (nan, nan)
    assert 0 <= low < won / 10 <= high <= 1
    assert (results.details.seats, results.details.first) == ((), None)
    assert {one.share(seat) for one in records for seat in (0, 1)} <= {0.0, 1.0}
    found = compare((results, records), (results, records))
    assert (found.first, found.spread, found.seats) == (None, None, ())
    assert found.team is not None
    assert found.team.before == team.win_rate


def test_a_few_equal_deals_do_not_make_a_rate_certain() -> None:
    # Wilson (1927): for 0 of n, the upper end is z²/(n + z²).
    z = 1.959964
    lost = rate_of([0, 0, 1, 1, 2], [0.0] * 5)
    assert lost.interval == pytest.approx((0.0, z * z / (3 + z * z)), abs=1e-6)
    assert rate_of([0, 1, 2], [1.0] * 3).interval == pytest.approx((3 / (3 + z * z), 1.0), abs=1e-6)
    # Seven of ten, as published in tables.
    assert wilson(0.7, 10) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    # On a scale from -1 to 1, a score of 1 is a rate of 1.
    lead = bounded([0, 1], [1.0, 1.0], -1.0, 1.0)
    assert lead == Estimate(1.0, (2 * wilson(1.0, 2)[0] - 1, 1.0))


def test_students_t_agrees_with_the_tables() -> None:
    points = {1: 12.7062, 5: 2.5706, 10: 2.2281, 11: 2.2010, 30: 2.0423, 1000: 1.9623}
    assert {freedom: student(freedom) for freedom in points} == pytest.approx(points, abs=1e-3)


def compared(name: str, before: Struct, after: Struct, games: int) -> Comparison:
    """Play the same deals with both sets of options."""
    game = GAMES[name]
    sides = []
    for options in (before, after):
        plan = plan_of(game, ("random",) * max(2, game.seats[0]), games, 5, options)
        records = [record(game, one) for one in series(game, plan, range(games))]
        sides.append((results_of(game, plan, records, 1.0), records))
    return compare(sides[0], sides[1])


def changes(found: Comparison) -> list[Change]:
    figures = (found.length, found.score, found.first, found.spread, *found.seats)
    return [one for one in figures if one is not None]


def test_changes_are_differences_of_means_on_the_same_deals() -> None:
    equal = compared("word-bank", Options(), Options(), 4)
    assert all(one.change.mean == 0 for one in changes(equal))
    assert (equal.dead, equal.revived) == ((), ())
    assert [one.change.interval for one in equal.seats] == [(0.0, 0.0)] * 2
    found = compared("word-bank", Options(), Options(min_length=8), 6)
    for one in changes(found):
        assert one.change.mean == pytest.approx(one.after.mean - one.before.mean)
    assert found.length.change.mean != 0
    assert found.deals == 3


def test_cards_that_are_no_longer_used_are_named() -> None:
    pairs = tuple((f"big{at}", f"small{at}") for at in range(40))
    before, after = (PortersOptions(own_hints=hints) for hints in (pairs, pairs[1:]))
    found = compared("word-porters", before, after, 3)
    assert found.unused[0] > 0
    # Each of three players votes on two words a round. At random, few votes are right.
    assert found.hits is not None
    assert 0 < found.hits.before.mean < 0.5
    assert "big0" not in found.dead
    assert set(found.dead) <= {word for pair in pairs for word in pair}
