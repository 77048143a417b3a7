"""Passwords: WB-7 to WB-13, WB-24, WB-25, and the rulings on words."""

from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import PlayedWord, play
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.state import Options, Rejected, Said, Turn
from chabudai.games.word_bank.tests.support import (
    anticlockwise,
    clockwise,
    make,
    refused,
    said,
    table,
)
from chabudai.words import LEXICONS
from tests.support.moves import events

FIRE = clockwise("FIRE", 4)
FIRS = "FIR" * 9


@pytest.mark.parametrize(
    ("rule", "word", "used", "sentence"),
    [
        ("WB-7", "AT", "", "Your word starts with A, but no safe shows A."),
        ("WB-8", "GROUPYS", "", "GROUPYS is not in the dictionary."),
        ("WB-8", FIRS, "", f"{FIRS} is not in the dictionary."),
        ("WB-9", "FIRE", "FIRE", "FIRE has already been used."),
        ("WB-9", "fire", "AT FIRE", "FIRE has already been used."),
        ("WB-10", "FIREWOOD", "FIRE", "FIREWOOD contains FIRE, already used."),
        ("WB-10", "SHEAR", "TO HEAR", "SHEAR contains HEAR, already used."),
        ("WB-10", "STRAINING", "RAIN", "STRAINING contains RAIN, already used."),
        ("WB-11", "RAN", "RUNNING", "RAN has the same root as RUNNING, already used."),
        ("WB-11", "ROBBER", "ROBBERY", "ROBBER has the same root as ROBBERY, already used."),
    ],
)
def test_wb_24_wb_a7_a_wrong_password_costs_the_turn_or_is_refused_if_retries_are_agreed(
    rule: str, word: str, used: str, sentence: str
) -> None:
    state = table("SEIRFGI", used=tuple(used.split()))
    step = play(GAME, state, 0, clockwise(word, 0))
    (event,) = events(step)
    assert isinstance(event, Rejected)
    assert (event.seat, event.rule, event.text.format(**event.facts)) == (0, rule, sentence)
    assert step.state == replace(state, phase=Turn(1), barren=1)
    assert refused(replace(state, options=Options(retry_words=True)), 0, clockwise(word, 0)) == rule


WORDS = "SAFE EAT IRON RUN FUN GET GROUPIES SAFES RAN FASTEST SINGING"


@pytest.mark.parametrize("word", WORDS.split())
def test_wb_7_wb_8_any_letter_of_the_circle_starts_a_password_and_any_form_is_a_word(
    word: str,
) -> None:
    assert said(word) == ""


@pytest.mark.parametrize("place", [2, 6])
def test_wb_a16_a_password_starts_on_either_of_two_equal_letters(place: int) -> None:
    assert said("IRON", place=place) == ""


def test_wb_9_a_password_is_used_whichever_seat_said_it() -> None:
    state = make(table("SEIRFGI"), (0, FIRE))
    for seat in (1, 2, 0):
        step = play(GAME, state, seat, FIRE)
        assert isinstance(events(step)[0], Rejected)
        state = step.state


@pytest.mark.parametrize(
    ("rule", "used", "word"),
    [
        ("", "SHEAR", "EAR"),
        ("", "SET", "SWEAT"),
        ("", "PROTEST", "PROTECT"),
        ("", "BAR", "BANK"),
        ("", "SING", "SIN"),
        ("", "FIND", "FINE"),
        *(
            ("WB-11", "RUNNING SINGING GIVING FEELING", word)
            for word in "RAN SANG GAVE FELT".split()
        ),
    ],
)
def test_wb_10_wb_11_used_passwords_bar_only_longer_words_and_words_of_the_same_root(
    rule: str, used: str, word: str
) -> None:
    assert said(word, "PBSFERG", used=tuple(used.split())) == rule


@pytest.mark.parametrize("word", ["groupies", "GroUpies", "GROUPIES", "grôupies"])
def test_wb_12_capitals_and_accents_make_no_difference(word: str) -> None:
    step = play(GAME, table("SEIRFGI"), 0, anticlockwise(word, 5))
    assert events(step) == (Said(0, "GROUPIES", "anticlockwise", (5,)),)
    assert step.state.used == ("GROUPIES",)


@pytest.mark.parametrize("word", ["CO-OP", "ST. IVES", "S3", "", " ", "ß-", "ИГРА", "安全", "S\n"])
def test_wb_12_other_characters_are_refused(word: str) -> None:
    assert refused(table("SEIRFGI"), 0, clockwise(word, 0)) == "WB-12"


@pytest.mark.parametrize(
    ("rule", "word", "places"),
    [
        ("WB-14", "SXQ", ()),
        ("WB-4", "SXQ", (99,)),
        ("WB-17", "SXQ", (0, 0)),
        ("WB-12", "S" * 41, (0,)),
    ],
)
def test_wb_24_impossible_placements_of_a_wrong_password_cost_nothing(
    rule: str, word: str, places: tuple[int, ...]
) -> None:
    assert refused(table("SEIRFGI"), 0, clockwise(word, *places)) == rule


@pytest.mark.parametrize("places", [(0,), (6, 5, 4), (2, 1)])
def test_wb_24_wb_25_a_wrong_password_moves_no_stone_and_is_not_used(
    places: tuple[int, ...],
) -> None:
    state = table("SEIRFGI", spaces="2222222", lying={0: (1,)})
    assert make(state, (0, clockwise("SXQ", *places))) == replace(state, phase=Turn(1), barren=1)


def test_wb_13_wb_25_only_accepted_passwords_are_used_and_have_meanings() -> None:
    state = table("SEIRFGI", used=("AT",))
    step, wrong = (play(GAME, state, 0, clockwise(word, 0)) for word in ("SET", "SETTSETT"))
    assert (step.state.used, wrong.state.used) == (("AT", "SET"), ("AT",))
    assert GAME.extras.words(state.options, events(step)[0]) == (PlayedWord("SET", 0),)
    assert GAME.extras.words(state.options, events(wrong)[0]) == ()


# --- Rulings


def test_wb_a6_wb_a7_a_wrong_word_bars_nothing_and_another_may_be_said() -> None:
    state = make(table("SEIRFGI"), (0, clockwise("FIRRE", 4)))
    assert isinstance(events(play(GAME, state, 1, clockwise("FIR", 4)))[0], Said)
    assert said("SIR", retry_words=True) == ""


@pytest.mark.parametrize(
    ("contains_rule", "allowed"),
    [("literal", ""), (3, "TO"), (4, "TO EAR"), (5, "TO EAR STAB"), ("off", "TO EAR STAB STABL")],
)
def test_wb_a8_the_table_agrees_how_long_a_used_word_must_be_to_bar(
    contains_rule: str | int, allowed: str
) -> None:
    longer = {"TO": "STOP", "EAR": "SEARCH", "STAB": "STABLE", "STABL": "STABLING"}
    agreed: dict[str, Any] = {"contains_rule": contains_rule, "root_rule": "off"}
    free = [used for used, word in longer.items() if not said(word, used=(used,), **agreed)]
    assert free == allowed.split()


@pytest.mark.parametrize("length", range(3, 9))
def test_wb_a8_a_used_word_of_exactly_the_agreed_length_bars(length: int) -> None:
    for used, rule in (("SEARCHIN"[:length], "WB-10"), ("SEARCHIN"[: length - 1], "")):
        assert said("SEARCHING", used=(used,), contains_rule=length, root_rule="off") == rule


@pytest.mark.parametrize("least", range(2, 9))
def test_wb_a8_a_password_is_not_shorter_than_agreed(least: int) -> None:
    for word in ("SO", "SET", "SEAT", "STEAM", "STREAM", "STREAMS", "STRAINED"):
        assert said(word, min_length=least) == ("" if len(word) >= least else "WB-A8")
    short = table("SEIRFGI", min_length=least, retry_words=True)
    assert refused(short, 0, clockwise("S", 0)) == "WB-A8"


@pytest.mark.parametrize(
    ("root_rule", "used", "free"),
    [
        ("derivation", "PROTECTED", ""),
        ("inflection", "PROTECTED", "PROTECTIVE"),
        ("off", "PROTECTED", "PROTECTIVE PROTECTS"),
        ("derivation", "PROTECTION", ""),
        ("inflection", "PROTECTION", "PROTECT"),
        ("off", "PROTECTION", "PROTECT"),
    ],
)
def test_wb_a10_wb_a11_the_table_agrees_how_far_roots_reach(
    root_rule: str, used: str, free: str
) -> None:
    words = ("PROTECTIVE", "PROTECTS") if used == "PROTECTED" else ("PROTECT",)
    agreed: dict[str, Any] = {"used": (used,), "root_rule": root_rule}
    assert [word for word in words if not said(word, "PEIRFGI", **agreed)] == free.split()


def test_wb_a12_names_short_forms_and_hyphens_are_not_words_and_accents_are_ignored() -> None:
    assert (said("GERMANY"), said("IRC"), said("Émigré", place=1)) == ("WB-8", "WB-8", "")
    assert refused(table("SEIRFGI"), 0, clockwise("e-mail", 1)) == "WB-12"


@pytest.mark.parametrize(
    ("word", "knowing"),
    [("SIR", "casual standard expert"), ("GRIG", "standard expert"), ("GAVOT", "expert")],
)
def test_wb_a12_a_table_chooses_its_dictionary(word: str, knowing: str) -> None:
    assert [name for name in LEXICONS if not said(word, lexicon=name)] == knowing.split()
