"""The dictionaries: words, spelling, numbers, search, and the data files with their notices."""

import hashlib
import re
from itertools import pairwise
from pathlib import Path

import marisa_trie
import pytest
from hypothesis import given, strategies as st

from chabudai.words import LEXICONS, LexiconName, crude, fold, level, lexicon, meanings, relatives
from tests.unit.words import everyday
from tools.build_glosses import JAPANESE
from tools.build_words import DICTIONARIES, read_levels, write
from tools.checksums import DATA, SUMS

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LEVELS: dict[LexiconName, int] = {"casual": 60, "standard": 70, "expert": 80}
names = pytest.mark.parametrize("name", LEXICONS)
INCLUDED = (
    "GROUPIES SPECIFIC FIREFIGHTER PROTECT PROTECTION PROTECTOR",  # examples of the rulebook
    "HAS YEARS SAYS WOMEN RAN RUNNING MICE BIGGEST WENT",
    "APP APPS WIFI SUDOKU VLOG BLOG EMOJI OTAKU EMAIL INTERNET SUSHI HAIKU",
    "AA AM AN AS AT BE BY DO GO HE HI IF IN IS IT ME MY NO OF OK ON QI TO UP ZA",
    "CAFE FIANCEE SOUFFLE PINATA",
)
EXCLUDED = (
    "USA LONDON MONDAY ENGLAND FRANCE AMERICA MARY ROBERT GERMANY ABIGAIL SERENA PENG",
    "NATO KGB KM LB MPH XVI HTTP DVD MULTI QUO ING TION JEWS CSC DKL HHD",
    "CS DS ES FS GS HS KB KS LM LN LS LX MB MF MS NS PS RS SS TS TV",  # letters and units
)

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
def test_ordinary_words_are_in_every_dictionary_and_names_in_none(name: LexiconName) -> None:
    assert [word for word in " ".join(INCLUDED).split() if word not in lexicon(name)] == []
    assert [word for word in " ".join(EXCLUDED).split() if word in lexicon(name)] == []


def test_rare_short_words_start_with_a_larger_dictionary() -> None:
    for first, words in (("standard", "AE DE ED JO KA XU ZO"), ("expert", "IO JA KY")):
        for name in LEXICONS:
            known = LEXICONS.index(name) >= LEXICONS.index(first)
            assert {word in lexicon(name) for word in words.split()} == {known}


@pytest.mark.parametrize(
    "text", ["", "Protect", "PROTECT ", "CO-OP", "CAFÉ", "A", "ＡＢＣ", "PROTECT\0", "PROTECT\0S"]
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
def test_numbers_out_of_range_and_other_letters_are_refused(name: LexiconName) -> None:
    words = lexicon(name)
    for n in (-1, len(words)):
        with pytest.raises(IndexError):
            words.pick(n)
    for n in (-1, words.count_starting("X")):
        with pytest.raises(IndexError):
            words.pick_starting("X", n)
    for letter in ("", "a", "É", "AB", "1"):
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


def test_a_dictionary_is_created_once_and_an_unknown_one_refused() -> None:
    assert lexicon("casual") is lexicon("casual")
    with pytest.raises(ValueError, match="tournament"):
        lexicon("tournament")  # type: ignore[arg-type]


def test_wb_12_wb_a12_case_width_and_accents_do_not_matter_but_other_letters_do() -> None:
    for typed, folded in (
        *(("protect", "PROTECT"), ("ＡＢＣ", "ABC"), ("ｗｉｆｉ", "WIFI"), ("", "")),
        *(("Café", "CAFE"), ("cafe\N{COMBINING ACUTE ACCENT}", "CAFE"), ("naïve", "NAIVE")),
        *(("ﬁre", "FIRE"), ("straße", "STRASSE")),
    ):
        assert fold(typed) == folded
    for typed in ("CO-OP", "IT'S", "TWO WORDS", "A1", "さくら", "ŒUF"):
        assert fold(typed) == typed


@given(st.text())
def test_folding_twice_changes_nothing(typed: str) -> None:
    assert fold(fold(typed)) == fold(typed)


def test_curses_and_the_words_of_their_roots_are_crude_and_others_are_not() -> None:
    assert set(CRUDE.split()) <= crude()
    assert crude().isdisjoint(INNOCENT.split())
    assert len(crude()) < 1100
    # Players may still say them.
    assert all(word in lexicon("expert") for word in crude())


NOTICES = {
    DATA: {
        "SCOWL-COPYRIGHT.txt": "Kevin Atkinson",
        "GLOVE-LICENSE.txt": "Public Domain Dedication",
        "WORDNET-LICENSE.txt": "Princeton University",
    },
    JAPANESE: {"EDICT-LICENCE.txt": "ShareAlike", "FREEDICT-NOTICE.txt": "ShareAlike"},
}
MAX_BYTES = {DATA: 13_000_000, JAPANESE: 1_000_000}


@pytest.mark.parametrize("folder", [DATA, JAPANESE], ids=lambda folder: folder.name)
def test_the_data_files_are_the_built_ones_with_their_notices(folder: Path) -> None:
    lines = (folder / SUMS).read_text(encoding="ascii").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert listed.keys() == {path.name for path in folder.iterdir()} - {SUMS}
    for name, digest in listed.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    for name, holder in NOTICES[folder].items():
        assert holder in (folder / name).read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in folder.iterdir()) < MAX_BYTES[folder]


def test_a_curated_list_with_an_invalid_word_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plus.txt").write_text("# why\n60 wifi Wi-Fi\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="Wi-Fi"):
        list(read_levels(tmp_path / "plus.txt"))


def test_building_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    levels = {"TEA": 10, "EAT": 60, "TEAS": 70, "ETA": 80}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(levels, tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    trie = marisa_trie.Trie()
    trie.load(str(tmp_path / "one" / "words.trie"))
    held = (tmp_path / "one" / "levels.bin").read_bytes()
    assert {word: held[trie[word]] for word in trie} == levels
    assert (tmp_path / "one" / "casual.txt").read_text() == "\nEAT\nTEA\n"
    assert DICTIONARIES.keys() == {path.stem for path in (tmp_path / "one").glob("*.txt")}


def test_the_casual_dictionary_has_the_frequent_words_that_were_added_with_meanings() -> None:
    added, rejected, casual = everyday.added(), everyday.rejected(), lexicon("casual")
    assert {"MATHS", "BOT", "BIO", "BRO", "COVID"} <= added
    assert len(rejected) > 30
    assert [word for word in {*added, "BOTS", "BIOS", "BROS"} if word not in casual] == []
    assert [word for word in rejected if word in casual] == []
    # lemminflect does not link these plurals to their words.
    assert {word for word in added if not meanings(word)} <= {"BADASSES", "DUMBASSES"}
    for word in ("BOT", "BIO", "BRO", "VID"):
        assert word in relatives(f"{word}S")
