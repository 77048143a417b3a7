"""Words: QD-18 to QD-23, QD-A8 to QD-A10, QD-A19, QD-A20, QD-A24, and their meanings."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from chabudai.core import PlayedWord, Seat, Why
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.questions import Found, Lookup
from chabudai.games.quiddler.tests.tables import (
    ALONE,
    cards,
    laid,
    last,
    last_turn,
    make,
    out,
    refused,
    table,
    words,
)
from chabudai.words import lexicon

ATQV, THIN, CATS = last_turn("A T Q V"), last_turn("TH IN Q V"), last_turn("C A T S")
QUIT = table("QU I T Z", "D E F", drawn="Z")
CHECKED = {
    name: last_turn("C A T S", "D O G", validation=name) for name in ("when-laid", "at-once")
}


@pytest.mark.parametrize(
    ("rule", "state", "actions"),
    [
        # a word has at least two cards, even if one card has two letters (QD-A19)
        ("QD-18", QUIT, [out("QU I T, Z", "Z")]),  # QD-T4
        ("QD-18", ATQV, [last("A", "Q"), replace(last("A T", "Q"), words=((),))]),
        ("QD-18", last_turn("IN Q V A"), [last("IN", "Q")]),
        # each card in the hand is in only one word, and a double is not split
        ("QD-21", last_turn("A T Q V O"), [last("A T, T O", "Q")]),
        ("QD-21", THIN, [last("T H IN", "Q")]),
        ("QD-21", last_turn("A T Q V", "C A T"), [last("C A T", "Q"), last("D O G", "Q")]),
        ("QD-21", QUIT, [out("QU I D", "Z")]),
        # words with the same spelling as those of other players
        (
            "QD-19",
            last_turn("C A T S C A T D O", "C A T"),  # QD-T11
            [last("C A T", "D"), last("D O, C A T", "S")],
        ),
        ("QD-19", last_turn("T H IN Q", "TH I N"), [last("T H IN", "Q")]),
        # QD-A9: words are checked when they are laid
        *(
            ("QD-22", last_turn("V X J Q", validation=name), [last("V X J", "Q")])
            for name in CHECKED
        ),
        *(("QD-A9", state, [qd.Challenge(1, 0)]) for state in CHECKED.values()),
    ],
)
def test_qd_18_qd_19_qd_21_qd_22_qd_a9_qd_a19_invalid_words_are_refused(
    rule: str, state: qd.State, actions: Sequence[qd.Action]
) -> None:
    assert {refused(state, 0, action) for action in actions} == {rule}


def test_qd_18_qd_19_qd_20_qd_22_qd_a9_qd_a10_valid_words_are_laid() -> None:
    for state, action, laid_words in (
        (THIN, last("TH IN", "Q"), ["THIN"]),
        (last_turn("C A T S D", "C A T"), last("C A T S", "D"), ["CAT", "CATS"]),
        (replace(CATS, round=2), last("C A T", "S"), ["CAT"]),
        (last_turn("C A T C A T D O"), last("C A T, C A T", "D"), ["CAT", "CAT"]),  # QD-A10
        # QD-22: by default, words are not checked
        (last_turn("V X J Q"), last("V X J", "Q"), ["VXJ"]),
        (table("V X J Q", "D", drawn="Q"), out("V X J", "Q"), ["VXJ"]),
        (CHECKED["when-laid"], last("C A T", "S"), ["DOG", "CAT"]),
    ):
        after = make(state, (0, action))
        assert [word.word for word in after.laid] == laid_words
        assert after.laid[: len(state.laid)] == state.laid  # QD-20


def test_qd_22_qd_a20_the_dictionary_has_inflected_forms_but_no_names_or_parts() -> None:
    words = "CATS GEORGE WALKED LONDON PRE RUNNING EXBOSS DR VXJ".split()
    assert [word for word in words if word in lexicon("standard")] == ["CATS", "WALKED", "RUNNING"]


def test_qd_a9_without_challenges_a_table_waits_for_all_or_for_no_player() -> None:
    for name, state in CHECKED.items():
        assert GAME.may_act(state) == ()
        after = make(state, (0, last("C A T", "S")))
        if name == "when-laid":
            assert (GAME.to_act(after), GAME.may_act(after)) == ((0, 1), ())
            assert refused(after, 0, qd.Challenge(1, 0)) == "QD-A9"
            assert GAME.menu(GAME.view(after, 0), 0) == (qd.Ready(),)
            after = make(after, (1, qd.Ready()), (0, qd.Ready()))
        assert len(after.sheet) == 1
        assert after.previous is not None
        assert [word.word for word in after.previous.laid] == ["DOG", "CAT"]
        assert after.previous.hands == ((), ())


def test_qd_4_and_qd_a24_the_table_chooses_the_dictionary() -> None:
    rare = next(word for word in lexicon("expert").words() if word not in lexicon("casual"))
    for options, allowed in ((qd.Options("expert"), True), (qd.Options("casual"), False)):
        view = GAME.view(table("A B C", "D E F", options=options), 1)
        assert GAME.ask(view, 1, Lookup(rare)) == Found(rare, allowed, None)


# --- Looking words up, before and after they are laid


def found(state: qd.State, seat: Seat, word: str) -> Found:
    answer = GAME.ask(GAME.view(state, seat), seat, Lookup(word))
    assert isinstance(answer, Found)
    return answer


def closed(state: qd.State, seat: Seat | None, word: str) -> str:
    against = GAME.extras.against_meaning(GAME.view(state, seat), seat, word)
    return against.rule if against else ""


TURN = table("A B C", "D E F", "G H I")
LYING = replace(TURN, laid=(laid(1, "C A T"), laid(1, "X Q")))
STOOD = laid(1, "C A T", qd.Verdict(2, True, 2, 10))
OFF_TURN, NEVER = (
    replace(LYING, options=qd.Options(lookup="off-turn")),
    replace(LYING, options=qd.Options(lookup="none")),
)


def test_qd_23_the_dictionary_is_closed_during_a_players_own_turn() -> None:
    for moment in (TURN, make(TURN, (0, qd.Draw("pile")))):  # QD-T15
        mine = found(moment, 0, "cat")
        against = Why("QD-23", "The dictionary is closed during your turn.", {})
        assert mine == Found("CAT", None, against)
        assert found(moment, 0, "xqz") == replace(mine, word="XQZ")
        for typed in ("cat", "ｃａｔ", "cát"):
            assert found(moment, 1, typed) == Found("CAT", True, None)
        assert found(moment, 1, "xqz") == Found("XQZ", False, None)


def test_qd_22_qd_a8_words_on_the_table_and_non_words_cannot_be_looked_up() -> None:
    for state, word, rule in (
        *((LYING, word, "QD-A8") for word in ("cat", "xq")),
        (LYING, "cats", ""),
        (replace(TURN, laid=(STOOD,)), "cat", "QD-A8"),
        (replace(LYING, phase=qd.Settling((True, False, False))), "cat", "QD-A8"),
        (replace(LYING, phase=qd.Over()), "cat", ""),
        (OFF_TURN, "cat", ""),
        (NEVER, "dog", "QD-A8"),
        *((TURN, word, "QD-22") for word in ("co-op", "¿", "two words", "犬", "a1")),
    ):
        answer = found(state, 1, word)
        assert (answer.against.rule if answer.against else "") == rule
        assert (answer.allowed is None) == bool(rule)


def test_qd_23_qd_a8_qd_a9_meanings_are_shown_for_words_that_may_be_looked_up() -> None:
    for state, seat, told, kept in (
        # QD-23: nothing during one's own turn, and nothing for spectators during any turn
        (LYING, 0, "", "QD-23 CAT XQ EARLIER"),
        (ALONE, 0, "", "QD-23 CAT XQ EARLIER"),
        (LYING, None, "", "QD-23 EARLIER"),
        (ALONE, None, "", "QD-23 EARLIER"),
        (replace(LYING, phase=qd.Settling((True, False, False))), None, "EARLIER", "QD-A8 XQ"),
        # QD-A8: words on the table, after a challenge or if the option allows it
        (LYING, 2, "EARLIER", "QD-A8 CAT XQ"),
        (replace(LYING, laid=(STOOD, laid(1, "X Q"))), 2, "CAT", "QD-A8 XQ"),
        (replace(LYING, upheld=("CAT",)), 2, "CAT", "QD-A8 XQ"),
        (OFF_TURN, 2, "XQ", ""),
        (NEVER, 2, "", "QD-A8 EARLIER"),
        *((replace(NEVER, phase=qd.Over()), seat, "CAT XQ EARLIER", "") for seat in (0, None)),
        # QD-A9: words that were checked when they were laid
        *(
            (replace(LYING, options=CHECKED[name].options), seat, told, kept)
            for name in CHECKED
            for seat, told, kept in ((2, "CAT", ""), (0, "", "QD-23 CAT"))
        ),
    ):
        assert {closed(state, seat, word) for word in told.split()} <= {""}
        rule, *others = kept.split() or [""]
        assert {closed(state, seat, word) for word in others} <= {rule}


def test_the_words_of_a_game_are_those_that_are_laid() -> None:
    laid_words, played = words("QU I T, H E N"), (PlayedWord("QUIT", 1), PlayedWord("HEN", 1))
    for event, expected in (
        (qd.WentOut(1, laid_words), played),
        (qd.Added(1, laid_words), played),
        (qd.Spelled(cards("A T"), cards("S O")), (PlayedWord("AT", 0),)),
        (qd.Drew(1, None), ()),
    ):
        assert GAME.extras.words(qd.Options(), event) == expected
