"""Advice and bots' reasons compare choices by quick trials, without giving a chance of success."""

import pytest

from chabudai.core import Telling, telling
from chabudai.games.kakapo.review.advice import Ranked, reasons
from chabudai.games.kakapo.review.reasons import why_chosen
from chabudai.games.kakapo.state import Reveal

OTHER = telling("to play {card}", card="O1")


def ranked(card: str, wins: int) -> Ranked:
    return Ranked(Reveal(card), OTHER, wins, wins)


def facts(told: Telling) -> tuple[object, ...]:
    return tuple(told.facts.get(name) for name in ("deals", "n", "other"))


@pytest.mark.parametrize(("wins", "ahead"), [(11, 2), (9, None), (8, None)])
def test_advice_says_how_much_more_often_its_choice_wins_than_the_next_best(
    wins: int, ahead: int | None
) -> None:
    (told,) = reasons([ranked("P1", wins), ranked("O1", 9)])
    assert facts(told) == (40, ahead, OTHER)
    assert ("more than the next best" in told.text) == (ahead is not None)
    assert reasons([ranked("P1", wins)]) == [telling("There is nothing else to choose.")]


@pytest.mark.parametrize(
    ("wins", "ahead", "words"),
    [(11, 2, "this wins {n}"), (9, None, "about as well"), (4, 5, "another choice wins {n}")],
)
def test_a_bot_says_honestly_how_its_choice_compares_with_the_best_other_one(
    wins: int, ahead: int | None, words: str
) -> None:
    told = why_chosen(Reveal("P1"), [ranked("O1", 9), ranked("P1", wins)])
    assert facts(told) == (40, ahead, OTHER)
    assert words in told.text
