"""Word Porters: the English words on the cards that are dealt."""

from typing import Any

import pytest

from chabudai.core import CHANCE
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import BOX, hints_on, word_on
from chabudai.games.word_porters.state import Dealt, Event, Options, Passed

OWN = {"own_words": ("Café", "猫"), "own_hints": (("big", "小さい"),)}
CREDIT_CARD = next(face for face in range(300) if word_on(face, "en") == "credit card")
YEAR_ROUND = next(
    face for face in range(2 * len(BOX.hints)) if "Year-round" in hints_on(face, "en")
)


@pytest.mark.parametrize(
    ("event", "options", "words"),
    [
        (Dealt(1, (0, CREDIT_CARD), (YEAR_ROUND,), 0), {}, "CAT CREDIT CARD SEASONAL YEAR ROUND"),
        # a table's own cards count if they are in English
        (Dealt(1, (0, 1), (0,), 0), OWN, "CAFE BIG"),
        (Passed(0, forced=False), {}, ""),
    ],
)
def test_each_english_word_of_a_dealt_card_is_heard(
    event: Event, options: dict[str, Any], words: str
) -> None:
    found = GAME.extras.words(Options(**options), event)
    assert {one.seat for one in found} <= {CHANCE}
    assert [one.word for one in found] == words.split()
