"""Word Porters: the English words on the cards that are laid out."""

from chabudai.core import CHANCE, PlayedWord
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import BOX, hints_on, word_on
from chabudai.games.word_porters.state import Dealt, Options, Passed

CREDIT_CARD = next(face for face in range(300) if word_on(face, "en") == "credit card")
YEAR_ROUND = next(
    face for face in range(2 * len(BOX.hints)) if "Year-round" in hints_on(face, "en")
)


def heard(event: object, **options: object) -> tuple[PlayedWord, ...]:
    return GAME.extras.words(Options(**options), event)  # type: ignore[arg-type]  # as each test needs


def test_each_word_of_a_card_is_one() -> None:
    found = heard(Dealt(1, (0, CREDIT_CARD), (YEAR_ROUND,), 0))
    assert found[:3] == (
        PlayedWord("CAT", CHANCE),
        PlayedWord("CREDIT", CHANCE),
        PlayedWord("CARD", CHANCE),
    )
    assert {"YEAR", "ROUND"} <= {each.word for each in found[3:]}


def test_own_cards_count_as_far_as_they_are_english() -> None:
    own = {"own_words": ("Café", "猫"), "own_hints": (("big", "小さい"),)}
    found = heard(Dealt(1, (0, 1), (0,), 0), **own)
    assert [each.word for each in found] == ["CAFE", "BIG"]


def test_nothing_else_shows_words() -> None:
    assert heard(Passed(0, forced=False)) == ()
