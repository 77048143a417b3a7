"""The dictionaries: words, spelling, numbers and search."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from chabudai.words import LEXICONS, LexiconName, crude, fold, level, lexicon

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LEVELS: dict[LexiconName, int] = {"casual": 60, "standard": 70, "expert": 80}
names = pytest.mark.parametrize("name", LEXICONS)
INCLUDED = {
    "examples of the rulebook": "GROUPIES SPECIFIC FIREFIGHTER PROTECT PROTECTION PROTECTOR",
    "inflected forms": "HAS YEARS SAYS WOMEN RAN RUNNING MICE BIGGEST WENT",
    "modern words": "APP APPS WIFI SUDOKU VLOG BLOG EMOJI OTAKU EMAIL INTERNET SUSHI HAIKU",
    "two letters": "AA AM AN AS AT BE BY DO GO HE HI IF IN IS IT ME MY NO OF OK ON QI TO UP ZA",
    "folded accents": "CAFE FIANCEE SOUFFLE PINATA",
}
EXCLUDED = {
    "names": "USA LONDON MONDAY ENGLAND FRANCE AMERICA MARY ROBERT GERMANY ABIGAIL SERENA PENG",
    "abbreviations": "NATO KGB KM LB MPH XVI HTTP DVD MULTI QUO ING TION JEWS CSC DKL HHD",
    "letters and units": "CS DS ES FS GS HS KB KS LM LN LS LX MB MF MS NS PS RS SS TS TV",
}

CRUDE = (
    "SHIT SHITTY FUCKING CUNT RAPISTS FAGGOTS ABO BADASSES BOHUNK CUMS DUMBASS FUCKHEAD GOLLIWOG "
    "GOY GYPPED HALFBREED HEBE HOMO HORNY KRAUT LESBO MICK MIDGET MONG MULATTO NEGRO OFAY PAPIST "
    "POMMY PROSTITUTES QUADROON RAPES REDNECK SAMBO SCHIZO SHITLOAD SHYLOCK SPAZZES STRUMPET TAIG "
    "WHITEY WOGGISH ZAMBO"
)
INNOCENT = (
    "QUEEN COCK SPADE ASS SPIKY CHINA TITLE DARK SHEEN SPASM "
    "LABIAL SEMINAL RETARDANT WHITE HORN TOSS PECK"
)


@names
@pytest.mark.parametrize("kind", INCLUDED)
def test_ordinary_words_are_in_every_dictionary(name: LexiconName, kind: str) -> None:
    assert [word for word in INCLUDED[kind].split() if word not in lexicon(name)] == []


@names
@pytest.mark.parametrize("kind", EXCLUDED)
def test_names_and_abbreviations_are_in_no_dictionary(name: LexiconName, kind: str) -> None:
    assert [word for word in EXCLUDED[kind].split() if word in lexicon(name)] == []


@pytest.mark.parametrize(
    ("first", "words"), [("standard", "AE DE ED JO KA XU ZO"), ("expert", "IO JA KY")]
)
def test_rare_short_words_start_with_a_larger_dictionary(first: LexiconName, words: str) -> None:
    for name in LEXICONS:
        known = LEXICONS.index(name) >= LEXICONS.index(first)
        assert {word in lexicon(name) for word in words.split()} == {known}


@pytest.mark.parametrize(
    "text",
    [
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
    ],
)
def test_text_other_than_upper_case_words_is_not_found(text: str) -> None:
    assert not any(text in lexicon(name) for name in LEXICONS)
    assert level(text) is None


def test_a_dictionary_holds_the_words_up_to_its_level_in_alphabetical_order() -> None:
    levels = {word: level(word) or 0 for word in lexicon("expert").words()}
    assert all(re.fullmatch("[A-Z]{2,28}", word) for word in levels)
    assert all(one < other for one, other in pairwise(levels))
    for name, highest in MAX_LEVELS.items():
        held = [word for word, at in levels.items() if 0 < at <= highest]
        assert list(lexicon(name).words()) == held
        assert len(lexicon(name)) == len(held)
        assert [word for word in levels if word in lexicon(name)] == held


@names
def test_every_word_has_one_number_in_all_and_one_in_its_letter(name: LexiconName) -> None:
    words = lexicon(name)
    in_order = list(words.words())
    assert sorted(map(words.pick, range(len(words)))) == in_order
    picked: list[str] = []
    for letter in LETTERS:
        count = words.count_starting(letter)
        starting = sorted(words.pick_starting(letter, n) for n in range(count))
        text = b"".join(words.block(letter)).decode("ascii")
        assert sorted(text.splitlines()) == starting
        assert text.endswith("\n")
        picked += starting
    assert picked == in_order
    assert all(one[0] <= other[0] for one, other in pairwise(picked))


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
def test_a_first_letter_outside_the_alphabet_is_refused(letter: str) -> None:
    words = lexicon("casual")
    with pytest.raises(KeyError):
        words.count_starting(letter)
    with pytest.raises(KeyError):
        words.block(letter)
    with pytest.raises(KeyError):
        list(words.containing(letter, "A"))


@given(
    name=st.sampled_from(LEXICONS),
    first=st.sampled_from(LETTERS),
    letters=st.text(alphabet="AEIORSTNLQZ", max_size=5),
)
def test_wb_16_containing_finds_exactly_the_words_with_the_letters_in_order(
    name: LexiconName, first: str, letters: str
) -> None:
    words = lexicon(name)
    found = list(words.containing(first, letters))
    every = (words.pick_starting(first, n) for n in range(words.count_starting(first)))
    expected = [word for word in every if holds_in_order(word[1:], letters)]
    assert sorted(found) == sorted(expected)


def holds_in_order(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def test_wb_16_the_first_letter_serves_once() -> None:
    assert "SEA" not in set(lexicon("casual").containing("S", "S"))
    assert "SEAS" in set(lexicon("casual").containing("S", "S"))


@names
def test_a_dictionary_is_created_once(name: LexiconName) -> None:
    assert lexicon(name) is lexicon(name)
    assert lexicon(name).name == name
    assert repr(lexicon(name)) == f"lexicon('{name}')"


def test_an_unknown_dictionary_is_refused() -> None:
    with pytest.raises(ValueError, match="tournament"):
        lexicon("tournament")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        *(("protect", "PROTECT"), ("ＡＢＣ", "ABC"), ("ｗｉｆｉ", "WIFI"), ("", "")),
        *(("Café", "CAFE"), ("cafe\N{COMBINING ACUTE ACCENT}", "CAFE"), ("naïve", "NAIVE")),
        *(("ﬁre", "FIRE"), ("straße", "STRASSE")),
    ],
)
def test_wb_12_case_width_and_accents_do_not_matter(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize("typed", ["CO-OP", "IT'S", "TWO WORDS", "A1", "さくら", "ŒUF"])
def test_wb_a12_other_letters_stay_for_the_rules_to_refuse(typed: str) -> None:
    assert fold(typed) == typed


@given(st.text())
def test_folding_twice_changes_nothing(typed: str) -> None:
    assert fold(fold(typed)) == fold(typed)


def test_curses_and_the_words_of_their_roots_are_crude_and_others_are_not() -> None:
    assert set(CRUDE.split()) <= crude()
    assert crude().isdisjoint(INNOCENT.split())


def test_players_may_say_crude_words() -> None:
    assert all(word in lexicon("expert") for word in crude())
    assert len(crude()) < 1100
