"""Words: QD-18 to QD-23, QD-A8 to QD-A10, QD-A19, QD-A20, QD-A24."""

import pytest
from msgspec.structs import replace

from chabudai.core import Why
from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.games import folder_of
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.questions import Found, Lookup
from chabudai.games.quiddler.state import (
    Challenge,
    Draw,
    LastLap,
    Options,
    Over,
    Ready,
    Settling,
    State,
    Verdict,
)
from chabudai.games.quiddler.tests.tables import laid, last, make, out, refused, table
from chabudai.words import lexicon

LAP = LastLap(1, (0,))


def last_turn(hand: str, *on_table: str, **options: object) -> State:
    """The last turn of the round, seat 0's; seat 1 has gone out with these words."""
    return table(
        hand,
        "",
        drawn=hand.split(maxsplit=1)[0],
        last=LAP,
        laid=tuple(laid(1, word) for word in on_table),
        options=Options(**options),  # type: ignore[arg-type]  # each value in turn
    )


def test_qd_18_a_word_has_two_cards_at_least() -> None:
    state = table("QU I T Z", "D E F", drawn="Z")
    assert refused(state, 0, out("QU I T, Z", "Z")) == "QD-18"  # QD-T4
    assert refused(last_turn("A T Q V"), 0, last("A", "Q")) == "QD-18"
    assert refused(last_turn("A T Q V"), 0, replace(last("A T", "Q"), words=((),))) == "QD-18"


def test_qd_18_a_card_is_in_one_word_only() -> None:
    assert refused(last_turn("A T Q V O"), 0, last("A T, T O", "Q")) == "QD-21"


def test_qd_18_a_double_stands_for_both_its_letters() -> None:
    state = make(last_turn("TH IN Q V"), (0, last("TH IN", "Q")))
    assert (state.laid[0].word, state.laid[0].points) == ("THIN", 16)
    assert refused(last_turn("TH IN Q V"), 0, last("T H IN", "Q")) == "QD-21"


def test_qd_19_what_another_player_has_laid_cannot_be_laid() -> None:
    state = last_turn("C A T S C A T D O", "C A T")  # QD-T11
    assert refused(state, 0, last("C A T", "D")) == "QD-19"
    assert refused(state, 0, last("D O, C A T", "S")) == "QD-19"
    assert make(state, (0, last("C A T S", "D"))).laid[-1].word == "CATS"


def test_qd_19_it_is_the_spelling_that_counts() -> None:
    assert refused(last_turn("T H IN Q", "TH I N"), 0, last("T H IN", "Q")) == "QD-19"


def test_qd_19_a_word_of_an_earlier_round_may_be_laid() -> None:
    state = replace(last_turn("C A T S"), round=2)
    assert make(state, (0, last("C A T", "S"))).laid[-1].word == "CAT"


def test_qd_a10_ones_own_word_may_be_laid_twice() -> None:
    state = last_turn("C A T C A T D O")
    assert [word.word for word in make(state, (0, last("C A T, C A T", "D"))).laid] == ["CAT"] * 2


def test_qd_20_words_on_the_table_stay_as_they_are() -> None:
    state = table("A B C", "D E F", drawn="A", laid=(laid(0, "C A T"),), last=LAP)
    after = make(state, (0, last("A B", "C")))
    assert after.laid[0] == state.laid[0]
    assert after.laid[1:] == (laid(0, "A B"),)


def test_qd_21_only_cards_of_the_own_hand_are_laid() -> None:
    state = last_turn("A T Q V", "C A T")
    assert refused(state, 0, last("C A T", "Q")) == "QD-21"
    assert refused(state, 0, last("D O G", "Q")) == "QD-21"
    assert refused(table("QU I T Z", "D", drawn="Z"), 0, out("QU I D", "Z")) == "QD-21"


def test_qd_22_at_most_tables_nobody_looks_while_words_are_laid() -> None:
    assert "VXJ" not in lexicon("standard")
    assert make(last_turn("V X J Q"), (0, last("V X J", "Q"))).laid[0].word == "VXJ"
    assert make(table("V X J Q", "D", drawn="Q"), (0, out("V X J", "Q"))).laid[0].word == "VXJ"


@pytest.mark.parametrize("word", ["GEORGE", "LONDON", "PRE", "EXBOSS", "DR"])
def test_qd_22_names_prefixes_and_short_forms_are_not_in_the_dictionary(word: str) -> None:
    assert word not in lexicon("standard")


@pytest.mark.parametrize("validation", ["when-laid", "at-once"])
def test_qd_a9_a_table_may_look_at_every_word_when_it_is_laid(validation: str) -> None:
    options = Options(validation=validation)  # type: ignore[arg-type]  # each value in turn
    state = last_turn("V X J Q", validation=validation)
    assert refused(state, 0, last("V X J", "Q")) == "QD-22"
    beginner = table("V A N Q", "D", drawn="Q", options=options)
    assert refused(beginner, 0, out("N V A", "Q")) == "QD-22"
    assert make(beginner, (0, out("V A N", "Q"))).laid[0].word == "VAN"


def test_qd_a9_without_challenges_all_look_at_the_points_until_the_last_is_ready() -> None:
    state = last_turn("C A T S", "D O G", validation="when-laid")
    assert refused(state, 0, Challenge(1, 0)) == "QD-A9"
    after = make(state, (0, last("C A T", "S")))
    assert GAME.to_act(after) == (0, 1)
    assert GAME.may_act(after) == ()
    assert refused(after, 0, Challenge(1, 0)) == "QD-A9"
    assert GAME.menu(GAME.view(after, 0), 0) == (Ready(),)
    assert len(make(after, (1, Ready()), (0, Ready())).sheet) == 1


def test_qd_a9_a_table_may_wait_for_nobody_after_a_round() -> None:
    state = last_turn("C A T S", "D O G", validation="at-once")
    assert refused(state, 0, Challenge(1, 0)) == "QD-A9"
    assert GAME.may_act(state) == ()
    after = make(state, (0, last("C A T", "S")))
    assert len(after.sheet) == 1
    assert after.previous is not None
    assert [word.word for word in after.previous.laid] == ["DOG", "CAT"]
    assert after.previous.hands == ((), ())


def test_qd_a19_a_double_alone_is_no_word() -> None:
    assert refused(last_turn("IN Q V A"), 0, last("IN", "Q")) == "QD-18"


@pytest.mark.parametrize("word", ["CATS", "WALKED", "RUNNING"])
def test_qd_a20_forms_that_the_dictionary_has_are_allowed(word: str) -> None:
    assert word in lexicon("standard")


def test_qd_4_and_qd_a24_the_table_chooses_the_dictionary() -> None:
    rare = next(word for word in lexicon("expert").words() if word not in lexicon("casual"))
    for name, allowed in (("expert", True), ("casual", False)):
        state = table("A B C", "D E F", options=Options(lexicon=name))  # type: ignore[arg-type]  # each value in turn
        assert GAME.ask(GAME.view(state, 1), 1, Lookup(rare)) == Found(rare, allowed, None)


# --- Looking words up


def looked_up(state: State, seat: int, word: str) -> Found:
    found = GAME.ask(GAME.view(state, seat), seat, Lookup(word))
    assert isinstance(found, Found)
    return found


def test_qd_23_the_dictionary_is_closed_during_ones_own_turn() -> None:
    state = table("A B C", "D E F")  # QD-T15
    for moment in (state, make(state, (0, Draw("pile")))):
        mine = looked_up(moment, 0, "cat")
        assert mine.allowed is None
        assert mine.against == Why("QD-23", "The dictionary is closed during your turn.", {})
        assert looked_up(moment, 0, "xqz") == replace(mine, word="XQZ")
        assert looked_up(moment, 1, "cat") == Found("CAT", True, None)
        assert looked_up(moment, 1, "xqz") == Found("XQZ", False, None)


def test_qd_a8_words_on_the_table_cannot_be_looked_up() -> None:
    state = table("A B C", "D E F", laid=(laid(1, "C A T"), laid(1, "X Q")))
    for word in ("cat", "xq"):
        blocked = looked_up(state, 1, word)
        assert blocked.allowed is None
        assert blocked.against is not None
        assert blocked.against.rule == "QD-A8"
    assert looked_up(state, 1, "cats").allowed
    assert looked_up(replace(state, phase=Settling((True, False))), 1, "cat").against
    assert looked_up(replace(state, phase=Over()), 1, "cat").allowed


def test_qd_a8_a_table_may_let_them_all_be_looked_up_or_none() -> None:
    state = table("A B C", "D E F", laid=(laid(1, "C A T"),))
    letter = replace(state, options=Options(lookup="off-turn"))
    assert looked_up(letter, 1, "cat").allowed
    assert looked_up(letter, 0, "cat").against
    nothing = looked_up(replace(state, options=Options(lookup="none")), 1, "dog")
    assert nothing.against is not None
    assert nothing.against.rule == "QD-A8"


@pytest.mark.parametrize("typed", ["co-op", "¿", "two words", "犬", "a1"])
def test_qd_22_a_word_has_the_letters_a_to_z_only(typed: str) -> None:
    found = looked_up(table("A B C", "D E F"), 1, typed)
    assert (found.allowed, found.against and found.against.rule) == (None, "QD-22")


def test_qd_23_accents_and_wide_letters_are_read_as_plain_ones() -> None:
    state = table("A B C", "D E F")
    assert looked_up(state, 1, "ｃａｔ") == looked_up(state, 1, "cát") == Found("CAT", True, None)


def test_qd_a8_a_word_that_has_been_settled_still_lies_on_the_table() -> None:
    word = replace(laid(1, "C A T"), verdict=Verdict(0, True, 0, 13))
    assert looked_up(table("A B C", "D E F", laid=(word,)), 1, "cat").against


@pytest.mark.parametrize("lang", LANGUAGES)
def test_qd_a3_and_qd_a8_name_the_rules_of_the_sheet_that_they_rest_on(lang: str) -> None:
    rulings = {rule.id: rule.text for rule in read_rulebook(folder_of("quiddler"), lang).rules}
    assert "QD-25" in rulings["QD-A3"]
    assert "QD-24" in rulings["QD-A8"]
