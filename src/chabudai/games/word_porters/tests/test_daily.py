"""The daily deal's result next to an expert's."""

import pytest

from chabudai.core import DailyResult, listed, telling
from chabudai.core.text import in_each_language
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.review.daily import DAILY

COMPARED = [
    ((9, 1), (11, 0), "The expert made 11 points. You made 9, and won."),
    ((9, 0), (11, 1), "The expert made 11 points. You made 9; the others made 12 and 10."),
]


@pytest.mark.parametrize(("own", "par", "told"), COMPARED)
def test_points_and_wins_are_compared_with_the_experts(
    own: tuple[int, int], par: tuple[int, int], told: str
) -> None:
    results = (DailyResult(rank, telling("", others=listed((12, 10))), ()) for rank in (own, par))
    found = in_each_language(GAME.text, DAILY.compare(*results))
    assert found["en"] == told
    assert ("勝ち" in found["ja"]) == (own[1] == 1)
