"""Effects of a changed box, from games of the same deals."""

import pytest

from chabudai.arena import Record
from chabudai.arena.comparison import Comparison, compare
from chabudai.arena.records import record
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of, series
from chabudai.core import Struct
from chabudai.games import GAMES
from chabudai.games.word_bank.state import Options
from chabudai.games.word_porters.state import Options as PortersOptions


def compared(name: str, before: Struct, after: Struct, games: int) -> Comparison:
    game = GAMES[name]
    sides = []
    for options in (before, after):
        plan = plan_of(game, ("random",) * max(2, game.seats[0]), games, 5, options)
        records: list[Record] = [record(one) for one in series(game, plan, range(games))]
        sides.append((results_of(game, plan, records, 1.0), records))
    return compare(sides[0], sides[1])


def test_the_same_box_changes_nothing() -> None:
    found = compared("word-bank", Options(), Options(), 4)
    assert found.length.change.mean == found.first.change.mean == found.spread.change.mean == 0
    assert (found.dead, found.revived) == ((), ())
    assert [one.change.interval for one in found.seats] == [(0.0, 0.0)] * 2


def test_changes_are_differences_of_means_on_the_same_deals() -> None:
    found = compared("word-bank", Options(), Options(min_length=8), 6)
    for one in (found.length, found.first, found.spread, *found.seats):
        assert one.change.mean == pytest.approx(one.after.mean - one.before.mean)
    assert found.length.change.mean != 0
    assert found.deals == 3


def test_cards_that_are_no_longer_used_are_named() -> None:
    pairs = tuple((f"big{at}", f"small{at}") for at in range(40))
    found = compared(
        "word-porters", PortersOptions(own_hints=pairs), PortersOptions(own_hints=pairs[1:]), 3
    )
    assert found.unused[0] > 0
    assert "big0" not in found.dead
    assert set(found.dead) <= {word for pair in pairs for word in pair}
