"""Quiddler: when the meaning of a laid word is told. Only what is in the dictionary has one."""

from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import PlayedWord, Seat
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.state import (
    Added,
    Drew,
    Event,
    Options,
    Over,
    Settling,
    Spelled,
    State,
    Verdict,
    WentOut,
)
from chabudai.games.quiddler.tests.tables import alone, cards, laid, table, words


def closed(state: State, seat: Seat | None, word: str) -> str:
    """The rule by which a seat is not told what a word means; empty if it is."""
    against = GAME.extras.against_meaning(GAME.view(state, seat), seat, word)
    return against.rule if against else ""


def lying(**fields: Any) -> State:
    """Seat 0 is to draw; a word and a bluff of seat 1 lie on the table."""
    return table("A B C", "D E F", "G H I", laid=(laid(1, "C A T"), laid(1, "X Q")), **fields)


def test_qd_23_nothing_is_told_in_ones_own_turn() -> None:
    for word in ("CAT", "XQ", "EARLIER"):
        assert closed(lying(), 0, word) == "QD-23"
        assert closed(alone(), 0, word) == "QD-23"


def test_qd_23_those_who_watch_are_told_nothing_while_somebody_plays() -> None:
    assert closed(lying(), None, "EARLIER") == "QD-23"
    assert closed(alone(), None, "EARLIER") == "QD-23"
    settled = lying(phase=Settling((True, False, False)))
    assert closed(settled, None, "EARLIER") == ""
    assert closed(settled, None, "XQ") == "QD-A8"


def test_qd_a8_a_word_on_the_table_is_told_of_once_it_was_challenged_and_not_before() -> None:
    for word in ("CAT", "XQ"):
        assert closed(lying(), 2, word) == "QD-A8"
    stood = replace(laid(1, "C A T"), verdict=Verdict(2, True, 2, 10))
    assert closed(replace(lying(), laid=(stood, laid(1, "X Q"))), 2, "CAT") == ""
    assert closed(lying(upheld=("CAT",)), 2, "CAT") == ""
    assert closed(lying(upheld=("CAT",)), 2, "XQ") == "QD-A8"
    assert closed(lying(), 2, "EARLIER") == ""


@pytest.mark.parametrize("validation", ["when-laid", "at-once"])
def test_qd_a9_where_words_are_checked_when_laid_they_are_told_of(validation: str) -> None:
    options = Options(validation=validation)  # type: ignore[arg-type]  # each value in turn
    assert closed(lying(options=options), 2, "CAT") == ""
    assert closed(lying(options=options), 0, "CAT") == "QD-23"


def test_qd_a8_a_table_may_have_all_words_told_of_or_none_before_the_end() -> None:
    assert closed(lying(options=Options(lookup="off-turn")), 2, "XQ") == ""
    nothing = lying(options=Options(lookup="none"))
    assert closed(nothing, 2, "EARLIER") == "QD-A8"
    for word in ("CAT", "XQ", "EARLIER"):
        assert closed(replace(nothing, phase=Over()), 0, word) == ""
        assert closed(replace(nothing, phase=Over()), None, word) == ""


def test_the_words_of_a_game_are_those_that_are_laid() -> None:
    def heard(event: Event) -> tuple[PlayedWord, ...]:
        return GAME.extras.words(Options(), event)

    two = (PlayedWord("QUIT", 1), PlayedWord("HEN", 1))
    assert heard(WentOut(1, words("QU I T, H E N"))) == two
    assert heard(Added(1, words("QU I T, H E N"))) == two
    assert heard(Spelled(cards("A T"), cards("S O"))) == (PlayedWord("AT", 0),)
    assert heard(Drew(1, None)) == ()
