"""Which words share a root (WB-11)."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from chabudai.words import inflections, lemmas, lexicon, relatives, roots
from tests.unit.words import drawn_pairs

HERE = Path(__file__).parent


class Pair(NamedTuple):
    verdict: str
    one: str
    other: str


def pairs(name: str) -> Iterator[Pair]:
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            verdict, one, other = line.split()
            yield Pair(verdict, one.upper(), other.upper())


KNOWN = tuple(pairs("root_pairs_known.txt"))
HELD = tuple(pairs("root_pairs_held.txt"))


def sample(count: int) -> list[str]:
    words = lexicon("expert")
    draw = Random(7)
    return [words.pick(draw.randrange(len(words))) for _ in range(count)]


@pytest.mark.parametrize(
    "word",
    "PROTECTS PROTECTED PROTECTING PROTECTION PROTECTIONS PROTECTOR PROTECTORS PROTECTIVE".split(),
)
def test_wb_11_protect_bars_every_word_of_its_root_and_is_barred_by_it(word: str) -> None:
    assert word in relatives("PROTECT")
    assert "PROTECT" in relatives(word)


def test_wb_11_protest_has_another_root_than_protect() -> None:
    assert "PROTEST" not in relatives("PROTECT")
    assert relatives("PROTECT").isdisjoint(relatives("PROTEST"))


def test_the_lists_of_pairs_are_words_and_long_enough_to_tell() -> None:
    for verdict in ("same", "different"):
        assert sum(pair.verdict == verdict for pair in HELD) >= 120
    assert all({pair.one, pair.other} <= set(words_of(pair)) for pair in (*KNOWN, *HELD))


def words_of(pair: Pair) -> Iterator[str]:
    return (word for word in (pair.one, pair.other) if word in lexicon("expert"))


@pytest.mark.parametrize("pair", KNOWN, ids=lambda pair: f"{pair.verdict} {pair.one} {pair.other}")
def test_wb_a10_a_pair_that_was_mended_stays_mended(pair: Pair) -> None:
    assert (pair.other in relatives(pair.one)) == (pair.verdict == "same")


def test_wb_a10_few_words_of_another_root_are_refused() -> None:
    different = [pair for pair in HELD if pair.verdict == "different"]
    refused = [pair for pair in different if pair.other in relatives(pair.one)]
    assert len(refused) <= len(different) * 0.03, refused


def test_wb_a10_most_words_of_one_root_are_refused() -> None:
    same = [pair for pair in HELD if pair.verdict == "same"]
    missed = [pair for pair in same if pair.other not in relatives(pair.one)]
    assert len(missed) <= len(same) * 0.1, missed


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("RUN", {"RUNS", "RAN", "RUNNING"}),
        ("RAN", {"RUN", "RUNS", "RUNNING"}),
        ("CHILD", {"CHILDREN"}),
        ("MICE", {"MOUSE"}),
        ("GO", {"GOES", "WENT", "GONE", "GOING"}),
        ("BIG", {"BIGGER", "BIGGEST"}),
        ("SAW", {"SEE", "SEEN", "SAWS", "SAWED"}),
    ],
)
def test_inflections_are_the_other_forms_of_every_meaning(word: str, forms: set[str]) -> None:
    assert forms <= inflections(word)


def test_a_derived_word_is_no_inflection() -> None:
    assert inflections("PROTECT") == {"PROTECTS", "PROTECTED", "PROTECTING"}
    assert "RUNNER" not in inflections("RUN")
    assert "RUNNER" in relatives("RUN")


def test_what_is_in_no_lexicon_has_no_relatives() -> None:
    for text in ("", "PROTECTT", "protect", "É"):
        assert inflections(text) == relatives(text) == frozenset()


def test_families_are_words_without_the_word_itself() -> None:
    words = lexicon("expert")
    for word in sample(3000):
        assert inflections(word) <= relatives(word)
        assert word not in relatives(word)
        assert all(other in words for other in relatives(word))


def test_sharing_a_form_or_a_root_holds_both_ways_round() -> None:
    for word in sample(3000):
        assert all(word in inflections(other) for other in inflections(word))
        assert all(word in relatives(other) for other in relatives(word))


def test_no_family_is_so_large_that_strangers_must_be_in_it() -> None:
    everyday = lexicon("casual")
    sizes = (sum(one in everyday for one in relatives(word)) for word in everyday.words())
    assert max(sizes) < 100


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("APPRECIATE", "APPRECIATION"),
        ("DIRECTION", "DIRECTOR"),
        ("RELATE", "RELATIVE"),
        ("TERMINATE", "TERMINATOR"),
        ("SPECIFIC", "SPECIFY"),
        ("DEFENSE", "DEFENSIVE"),
        ("PRECISE", "PRECISION"),
        ("GROUPIES", "GROUP"),
    ],
)
def test_wb_11_regular_endings_and_definitions_show_a_root(one: str, other: str) -> None:
    assert other in relatives(one)
    assert one in relatives(other)


def test_wb_11_specific_has_another_root_than_species() -> None:
    assert roots("SPECIFIC").isdisjoint(roots("SPECIES"))


def test_wb_11_the_table_agrees_with_a_reader_on_pairs_drawn_by_lot() -> None:
    rates = drawn_pairs.measure(drawn_pairs.labelled())
    assert rates["recall"].share >= 0.80
    assert rates["precision"].share >= 0.98


def test_the_pairs_to_be_labelled_are_drawn_by_lot_from_a_seed() -> None:
    rows = drawn_pairs.DRAWN.read_text(encoding="ascii").splitlines()
    pairs = [tuple(row.split()[:2]) for row in rows]
    assert drawn_pairs.draw(Random(drawn_pairs.SEED)) == pairs


def neighbours(word: str) -> set[str]:
    """Words that are, or nearly are, of one root with a word."""
    close = {word} | relatives(word)
    return {other for one in close for other in relatives(one)} - {word}


def test_words_are_relatives_exactly_when_they_have_a_root_in_common() -> None:
    for word in sample(400):
        shared = {o for o in neighbours(word) if not roots(word).isdisjoint(roots(o))}
        assert shared == relatives(word)


def test_words_are_inflections_exactly_when_they_have_a_dictionary_form_in_common() -> None:
    for word in sample(400):
        shared = {o for o in neighbours(word) if not lemmas(word).isdisjoint(lemmas(o))}
        assert shared == inflections(word)
