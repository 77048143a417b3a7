"""The dictionaries: what is in them, what is not, and how they are asked."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from chabudai.words import LEXICONS, LexiconName, level, lexicon

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
names = pytest.mark.parametrize("name", LEXICONS)


@names
def test_wb_t16_the_words_of_the_rulebooks_examples_are_in_every_lexicon(name: LexiconName) -> None:
    for word in ("GROUPIES", "SPECIFIC", "FIREFIGHTER", "PROTECT", "PROTECTION", "PROTECTOR"):
        assert word in lexicon(name)


@names
def test_wb_8_inflected_forms_are_words(name: LexiconName) -> None:
    for word in ("HAS", "YEARS", "SAYS", "WOMEN", "RAN", "RUNNING", "MICE", "BIGGEST", "WENT"):
        assert word in lexicon(name)


@names
def test_wb_a12_names_and_abbreviations_are_no_words(name: LexiconName) -> None:
    for word in (
        "USA LONDON MONDAY ENGLAND FRANCE AMERICA MARY ROBERT GERMANY ABIGAIL SERENA PENG "
        "NATO KGB KM LB MPH XVI HTTP DVD MULTI QUO ING TION JEWS CSC DKL HHD"
    ).split():
        assert word not in lexicon(name)


@names
def test_words_of_today_are_in_every_lexicon(name: LexiconName) -> None:
    for word in "APP APPS WIFI SUDOKU VLOG BLOG EMOJI OTAKU EMAIL INTERNET SUSHI HAIKU".split():
        assert word in lexicon(name)


@names
def test_letters_and_units_are_no_two_letter_words(name: LexiconName) -> None:
    for word in "CS DS ES FS GS HS IO JA KB KS KY LM LN LS LX MB MF MS NS PS RS SS TS TV".split():
        if name == "expert" and word in ("IO", "JA", "KY"):
            continue
        assert word not in lexicon(name)


@names
def test_the_two_letter_words_that_players_know_are_there(name: LexiconName) -> None:
    for (
        word
    ) in "AA AM AN AS AT BE BY DO GO HE HI IF IN IS IT ME MY NO OF OK ON QI TO UP ZA".split():
        assert word in lexicon(name)


def test_the_short_words_of_a_desk_dictionary_start_with_the_standard_lexicon() -> None:
    for word in ("AE", "DE", "ED", "JO", "KA", "XU", "ZO"):
        assert word not in lexicon("casual")
        assert word in lexicon("standard")


@names
def test_wb_12_a_word_is_two_letters_or_more_of_a_to_z(name: LexiconName) -> None:
    assert all(re.fullmatch("[A-Z]{2,28}", word) for word in lexicon(name).words())


@names
def test_what_is_not_upper_case_a_to_z_is_not_found(name: LexiconName) -> None:
    for text in (
        "",
        "protect",
        "Protect",
        "PROTECT ",
        "CO-OP",
        "CAFÉ",
        "A",
        "ＡＢＣ",
        "PROTECT\0",
        "PROTECT\0S",
    ):
        assert text not in lexicon(name)
        assert level(text) is None


def test_accents_of_the_source_are_folded() -> None:
    for word in ("CAFE", "FIANCEE", "SOUFFLE", "PINATA"):
        assert word in lexicon("casual")


def test_each_lexicon_holds_the_smaller_ones() -> None:
    for smaller, larger in pairwise(map(lexicon, LEXICONS)):
        assert len(smaller) < len(larger)
        assert all(word in larger for word in smaller.words())


@names
def test_the_level_of_a_word_decides_its_lexicons(name: LexiconName) -> None:
    highest = {"casual": 60, "standard": 70, "expert": 80}[name]
    for word in lexicon("expert").words():
        known = level(word)
        assert known is not None
        assert (word in lexicon(name)) == (known <= highest)


@names
def test_words_come_once_each_in_alphabetical_order(name: LexiconName) -> None:
    words = list(lexicon(name).words())
    assert len(words) == len(lexicon(name))
    assert all(one < other for one, other in pairwise(words))


@names
def test_every_word_has_one_number(name: LexiconName) -> None:
    words = lexicon(name)
    assert sorted(map(words.pick, range(len(words)))) == list(words.words())


@names
def test_every_word_has_one_number_among_those_of_its_letter(name: LexiconName) -> None:
    words = lexicon(name)
    picked = [
        words.pick_starting(letter, n)
        for letter in LETTERS
        for n in range(words.count_starting(letter))
    ]
    assert sorted(picked) == list(words.words())
    assert all(words.pick_starting(letter, 0)[0] == letter for letter in LETTERS)


@names
def test_a_number_out_of_range_is_refused(name: LexiconName) -> None:
    words = lexicon(name)
    for n in (-1, len(words)):
        with pytest.raises(IndexError):
            words.pick(n)
    for n in (-1, words.count_starting("X")):
        with pytest.raises(IndexError):
            words.pick_starting("X", n)


@pytest.mark.parametrize("letter", ["", "a", "É", "AB", "1"])
def test_what_starts_with_no_letter_of_the_alphabet_is_refused(letter: str) -> None:
    words = lexicon("casual")
    with pytest.raises(KeyError):
        words.count_starting(letter)
    with pytest.raises(KeyError):
        words.block(letter)
    with pytest.raises(KeyError):
        list(words.containing(letter, "A"))


@names
def test_the_blocks_are_the_words_line_by_line(name: LexiconName) -> None:
    words = lexicon(name)
    for letter in LETTERS:
        text = b"".join(words.block(letter)).decode("ascii")
        assert text.endswith("\n")
        assert len(text.split()) == text.count("\n") == words.count_starting(letter)
        assert all(word[0] == letter and word in words for word in text.split())


@given(
    name=st.sampled_from(LEXICONS),
    first=st.sampled_from(LETTERS),
    letters=st.text(alphabet="AEIORSTNLQZ", max_size=5),
)
def test_wb_16_containing_finds_exactly_the_words_that_hold_the_letters_in_order(
    name: LexiconName, first: str, letters: str
) -> None:
    words = lexicon(name)
    found = list(words.containing(first, letters))
    assert len(set(found)) == len(found)
    expected = {
        word
        for n in range(words.count_starting(first))
        if holds_in_order((word := words.pick_starting(first, n))[1:], letters)
    }
    assert set(found) == expected


def holds_in_order(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def test_wb_16_the_first_letter_serves_once() -> None:
    assert "SEA" not in set(lexicon("casual").containing("S", "S"))
    assert "SEAS" in set(lexicon("casual").containing("S", "S"))


@names
def test_a_lexicon_is_made_once(name: LexiconName) -> None:
    assert lexicon(name) is lexicon(name)
    assert lexicon(name).name == name
    assert repr(lexicon(name)) == f"lexicon('{name}')"


def test_an_unknown_lexicon_is_refused() -> None:
    with pytest.raises(ValueError, match="tournament"):
        lexicon("tournament")  # type: ignore[arg-type]
