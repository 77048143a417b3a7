"""Maintainer's scripts that read and link words."""

from pathlib import Path

import marisa_trie
import pytest

from tools import definitions, suffixes, wordnet
from tools.build_words import DICTIONARIES, read_levels, scowl_levels, without_accents, write


def test_only_plain_words_are_read_at_their_lowest_level(tmp_path: Path) -> None:
    lists = {
        "english-words.35": "tea\ncafé\nit's\nOK\na\nco-op\n",
        "british-words.10": "tea\n",
        "english-words.95": "zzyzx\n",
        "english-upper.10": "london\n",
        "english-abbreviations.10": "kg\n",
    }
    with pytest.raises(SystemExit, match="install Debian's scowl"):
        scowl_levels(tmp_path)
    for name, words in lists.items():
        (tmp_path / name).write_text(words, encoding="utf-8")
    assert scowl_levels(tmp_path) == {"tea": 10, "cafe": 35}
    assert without_accents("smörgåsbord") == "smorgasbord"


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


@pytest.mark.parametrize(
    "pair", ["COLOUR COLOR", "ORGANISE ORGANIZE", "ANAEMIA ANEMIA", "CENTRE CENTER"]
)
def test_two_spellings_of_a_word_have_one_key(pair: str) -> None:
    assert len(set(map(wordnet.respelt, pair.split()))) == 1


def test_a_synset_gives_its_plain_words_and_its_pointers_between_words() -> None:
    line = (
        "00000001 04 n 03 protection 0 London 0 good_luck 0 003 "
        "@ 00000002 n 0000 + 00000003 v 0101 + 00000004 a 0302 | what guards"
    )
    offset, synset = wordnet.parse(line)
    assert offset == "00000001"
    assert synset.words == ("PROTECTION", "", "")
    assert [(p.symbol, p.source, p.part, p.offset, p.target) for p in synset.pointers] == [
        ("+", 0, "v", "00000003", 0),
        ("+", 2, "a", "00000004", 1),
    ]


def test_a_link_counts_only_if_the_spelling_shows_it() -> None:
    shown = "+ DECISION DECIDE", "\\ QUICKLY QUICK", "! UNHAPPY HAPPY"
    hidden = "+ LARGE EXTENSIVENESS", "\\ DENTAL TOOTH", "! LARGE SMALL"
    assert [link for link in (*shown, *hidden) if wordnet.visible(*link.split())] == [*shown]


def test_a_regular_ending_counts_between_its_parts_of_speech_and_in_unknown_words() -> None:
    parts = {"CARE": "nv", "CAREFUL": "a", "SUN": "nv", "SUNNY": "a", "WIT": "n", "WITNESS": "nv"}
    assert set(suffixes.regular(parts, ())) == {("CARE", "CAREFUL"), ("SUN", "SUNNY")}
    parts = {"WATCH": "nv", "NURTURE": "v", "BAR": "n"}
    unknown = ("REWATCH", "NURTURER", "REBAR")
    assert set(suffixes.regular(parts, unknown)) == {("WATCH", "REWATCH"), ("NURTURE", "NURTURER")}


def test_a_definition_shows_the_origin_of_a_word() -> None:
    uses = {"GROUPIE": {"FAN", "WHO", "FOLLOWS", "GROUPS"}, "CANCEL": {"CAN"}, "REDO": {"AGAIN"}}
    parts = {"GROUPIE": "n", "GROUP": "nv", "CANCEL": "v", "CAN": "nv", "REDO": "v", "DO": "v"}
    lemmas = {"GROUPS": {"GROUP"}, "CAN": {"CAN"}}
    assert set(definitions.shown(uses, parts, lemmas)) == {("GROUP", "GROUPIE")}


def test_a_definition_is_read_without_its_examples() -> None:
    line = '00000001 04 n 01 mileage 0 000 | distance in miles; "the mileage of a car"'
    _, synset = wordnet.parse(line)
    assert wordnet.definitions({("n", "00000001"): synset}) == {
        "MILEAGE": {"DISTANCE", "IN", "MILES"}
    }
