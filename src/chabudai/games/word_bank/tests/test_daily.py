"""The daily deal's result next to an expert's."""

import pytest

from chabudai.core import DailyResult, telling
from chabudai.core.text import in_each_language
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.review.daily import DAILY

COMPARED = [
    ((1, -7), (1, -4), "The expert left 4 stones. You left 7, and won."),
    ((0, -9), (1, -1), "The expert left 1 stone. You left 9, and lost."),
    ((1, -7), (0, -8), "The expert left 8 stones, and lost. You left 7, and won."),
    ((0, -9), (0, -8), "The expert left 8 stones, and lost. You left 9, and lost."),
]


@pytest.mark.parametrize(("own", "par", "told"), COMPARED)
def test_stones_and_wins_are_compared_with_the_experts(
    own: tuple[int, int], par: tuple[int, int], told: str
) -> None:
    results = (DailyResult(rank, telling(""), ()) for rank in (own, par))
    found = in_each_language(GAME.text, DAILY.compare(*results))
    assert found["en"] == told
    assert ("勝ち" in found["ja"]) == (own[0] == 1)
