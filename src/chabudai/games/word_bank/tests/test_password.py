"""RULES.md, rule by rule: the password, and what a wrong one costs."""

import msgspec
import pytest

from chabudai.core import Illegal, PlayedWord
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.rules import apply, to_act
from chabudai.games.word_bank.state import (
    Rejected,
    Said,
    Turn,
)
from chabudai.games.word_bank.tests.support import anticlockwise, clockwise, letters, table
from tests.support.moves import events

# --- The password: a wrong one costs the turn, or is refused where one may try again

WRONG = [
    pytest.param("WB-7", "AT", (), "No safe shows A to start with.", id="starts with no safe"),
    pytest.param("WB-7", "ASDFG", (), "No safe shows A to start with.", id="first letter first"),
    pytest.param("WB-8", "GROUPYS", (), "GROUPYS is not in the dictionary.", id="spelt wrongly"),
    pytest.param(
        "WB-8", "FIR" * 9, (), "FIRFIRFIRFIRFIRFIRFIRFIRFIR is not in the dictionary.", id="no word"
    ),
    pytest.param("WB-9", "FIRE", ("FIRE",), "FIRE has been used before.", id="said before"),
    pytest.param("WB-9", "fire", ("AT", "FIRE"), "FIRE has been used before.", id="whispered"),
    pytest.param(
        "WB-10", "FIREWOOD", ("FIRE",), "FIREWOOD contains FIRE, used before.", id="at the front"
    ),
    pytest.param(
        "WB-10", "SHEAR", ("TO", "HEAR"), "SHEAR contains HEAR, used before.", id="at the back"
    ),
    pytest.param(
        "WB-10", "STRAINING", ("RAIN",), "STRAINING contains RAIN, used before.", id="inside"
    ),
    pytest.param(
        "WB-11",
        "RAN",
        ("RUNNING",),
        "RAN has the same root as RUNNING, used before.",
        id="another form",
    ),
    pytest.param(
        "WB-11",
        "ROBBER",
        ("ROBBERY",),
        "ROBBER has the same root as ROBBERY, used before.",
        id="made from it",
    ),
]


@pytest.mark.parametrize(("rule", "word", "used", "sentence"), WRONG)
def test_wb_24_a_wrong_password_costs_the_turn(
    rule: str, word: str, used: tuple[str, ...], sentence: str
) -> None:
    state = table("SEIRFGI", used=used)
    step = apply(state, 0, clockwise(word, 0))
    (event,) = events(step)
    assert isinstance(event, Rejected)
    assert (event.seat, event.rule, event.text.format(**event.facts)) == (0, rule, sentence)
    changed = msgspec.structs.replace(state, phase=Turn(1), barren=1)
    assert step.state == changed


@pytest.mark.parametrize(("rule", "word", "used", "sentence"), WRONG)
def test_wb_a7_where_one_may_try_again_a_wrong_password_is_refused(
    rule: str, word: str, used: tuple[str, ...], sentence: str
) -> None:
    state = table("SEIRFGI", used=used, retry_words=True)
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        apply(state, 0, clockwise(word, 0))
    assert refusal.value.rule == rule
    assert str(refusal.value) == f"{sentence} ({rule})"
    assert msgspec.json.encode(state) == before


def test_wb_7_any_letter_of_the_circle_may_start_a_password() -> None:
    for place, word in enumerate(("SAFE", "EAT", "IRON", "RUN", "FUN", "GET")):
        step = apply(table("SEIRFGI"), 0, clockwise(word, place))
        assert isinstance(events(step)[0], Said)


@pytest.mark.parametrize("word", ["GROUPIES", "SAFES", "RAN", "FASTEST", "SINGING"])
def test_wb_8_inflected_forms_are_words(word: str) -> None:
    state = table("SEIRFGI")
    step = apply(state, 0, clockwise(word, letters(state).index(word[0])))
    assert isinstance(events(step)[0], Said)


def test_wb_9_it_does_not_matter_who_said_it_before() -> None:
    state = apply(table("SEIRFGI"), 0, clockwise("FIRE", 4)).state
    for seat in (1, 2, 0):
        step = apply(state, seat, clockwise("FIRE", 4))
        assert isinstance(events(step)[0], Rejected)
        state = step.state


def test_wb_10_a_part_of_a_used_password_is_free_to_use() -> None:
    step = apply(table("SEIRFGI", used=("SHEAR",)), 0, clockwise("EAR", 1))
    assert isinstance(events(step)[0], Said)


def test_wb_10_letters_with_others_between_them_are_not_inside() -> None:
    step = apply(table("SEIRFGI", used=("SET",)), 0, clockwise("SWEAT", 0))
    assert isinstance(events(step)[0], Said)


@pytest.mark.parametrize(
    ("used", "word"), [("PROTEST", "PROTECT"), ("BAR", "BANK"), ("SING", "SIN"), ("FIND", "FINE")]
)
def test_wb_11_words_that_only_look_alike_have_no_common_root(used: str, word: str) -> None:
    step = apply(table("PBSFEIR", used=(used,)), 0, clockwise(word, "PBSF".index(word[0])))
    assert isinstance(events(step)[0], Said)


@pytest.mark.parametrize("word", ["RAN", "SANG", "GAVE", "FELT"])
def test_wb_11_the_root_of_every_used_password_is_barred(word: str) -> None:
    state = table("SEIRFGI", used=("RUNNING", "SINGING", "GIVING", "FEELING"))
    event = events(apply(state, 0, clockwise(word, letters(state).index(word[0]))))[0]
    assert isinstance(event, Rejected)
    assert event.rule == "WB-11"
    assert str(event.facts["earlier"])[0] == word[0]


@pytest.mark.parametrize("word", ["groupies", "GroUpies", "GROUPIES", "grôupies"])
def test_wb_12_capitals_and_accents_make_no_difference(word: str) -> None:
    step = apply(table("SEIRFGI"), 0, anticlockwise(word, 5))
    assert events(step) == (Said(0, "GROUPIES", "anticlockwise", (5,)),)
    assert step.state.used == ("GROUPIES",)


@pytest.mark.parametrize("word", ["CO-OP", "ST. IVES", "S3", "", " ", "ß-", "ИГРА", "安全", "S\n"])
def test_wb_12_other_signs_are_refused_and_cost_nothing(word: str) -> None:
    state = table("SEIRFGI")
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        apply(state, 0, clockwise(word, 0))
    assert refusal.value.rule == "WB-12"
    assert refusal.value.text == "A password is written with the letters A to Z only."
    assert msgspec.json.encode(state) == before


def test_wb_13_a_password_with_one_stone_is_used_as_well() -> None:
    assert apply(table("SEIRFGI", used=("AT",)), 0, clockwise("FIRE", 4)).state.used == (
        "AT",
        "FIRE",
    )


# --- A wrong password


def test_wb_24_no_stone_stays_where_a_wrong_password_put_it() -> None:
    state = table("SEIRFGI", spaces="2222222", lying={0: (1,)})
    after = apply(state, 0, clockwise("SIRR", 0, 2, 3)).state
    assert (after.ring, after.stones, after.boxed, after.won, after.pile) == (
        state.ring,
        state.stones,
        state.boxed,
        state.won,
        state.pile,
    )
    assert to_act(after) == (1,)


def test_wb_24_a_wrong_password_is_wrong_wherever_its_stones_go() -> None:
    for places in ((0,), (6, 5, 4), (2, 1)):
        assert isinstance(
            events(apply(table("SEIRFGI"), 0, clockwise("SXQ", *places)))[0], Rejected
        )


@pytest.mark.parametrize(
    ("rule", "word", "places"),
    [
        pytest.param("WB-14", "SXQ", (), id="no stone"),
        pytest.param("WB-4", "SXQ", (99,), id="no such place"),
        pytest.param("WB-17", "SXQ", (0, 0), id="two stones in a safe"),
        pytest.param("WB-12", "S" * 41, (0,), id="longer than any word"),
    ],
)
def test_wb_24_what_no_table_could_play_costs_nothing(
    rule: str, word: str, places: tuple[int, ...]
) -> None:
    with pytest.raises(Illegal) as refusal:
        apply(table("SEIRFGI"), 0, clockwise(word, *places))
    assert refusal.value.rule == rule


def test_wb_25_a_wrong_password_is_not_used() -> None:
    assert apply(table("SEIRFGI"), 0, clockwise("GROUPYS", 5)).state.used == ()


def test_wb_25_only_a_password_that_counts_is_a_word_whose_meaning_is_told() -> None:
    state = table("SEIRFGI")
    (said, *_) = events(apply(state, 0, clockwise("SET", 0)))
    assert GAME.extras.words(state.options, said) == (PlayedWord("SET", 0),)
    (wrong, *_) = events(apply(state, 0, clockwise("SETT" * 3, 0)))
    assert isinstance(wrong, Rejected)
    assert GAME.extras.words(state.options, wrong) == ()
