"""The daily deal's result next to an expert's."""

import pytest

from chabudai.core import DailyResult, telling
from chabudai.core.text import in_each_language
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.review.daily import DAILY

COMPARED = [
    ((1, -8), (1, -6), "The expert won in 6 rounds. You won in 8."),
    ((0, -2), (1, -6), "The expert won in 6 rounds. You missed 2 edges, and lost."),
    ((1, -8), (0, -1), "The expert missed 1 edge, and lost. You won in 8 rounds."),
    ((0, -2), (0, -3), "The expert missed 3 edges, and lost. You missed 2, and lost."),
]


@pytest.mark.parametrize(("own", "par", "told"), COMPARED)
def test_rounds_edges_and_wins_are_compared_with_the_experts(
    own: tuple[int, int], par: tuple[int, int], told: str
) -> None:
    results = (DailyResult(rank, telling(""), ()) for rank in (own, par))
    found = in_each_language(GAME.text, DAILY.compare(*results))
    assert found["en"] == told
    assert (found["ja"].endswith("成功しました。")) == (own[0] == 1)
