"""Words that share a root (WB-11)."""

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from chabudai.words import inflections, lemmas, lexicon, relatives, roots
from tools import drawn_pairs

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

JUDGED_BUT_APART = 0.04
"""Maximum share of same-root pairs left unlinked because a link would also join other roots: FIX
and PREFIX share a root, but FIXATE and PREFIX do not.
"""


class Pair(NamedTuple):
    verdict: str
    one: str
    other: str


def pairs(name: str) -> list[Pair]:
    lines = (HERE / name).read_text(encoding="utf-8").upper().splitlines()
    return [Pair(*line.split()) for line in lines if not line.startswith("#")]


KNOWN = pairs("root_pairs_known.txt")
HELD = pairs("root_pairs_held.txt")


def sample(count: int) -> list[str]:
    words = lexicon("expert")
    draw = Random(7)
    return [words.pick(draw.randrange(len(words))) for _ in range(count)]


def test_wb_a10_a_corrected_pair_stays_corrected() -> None:
    related = [pair for pair in KNOWN if pair.other in relatives(pair.one)]
    assert related == [pair for pair in KNOWN if pair.verdict == "SAME"]


@pytest.mark.parametrize(("verdict", "share"), [("DIFFERENT", 0.03), ("SAME", 0.1)])
def test_wb_a10_few_of_the_held_out_pairs_are_wrong(verdict: str, share: float) -> None:
    words = lexicon("expert")
    assert all(word in words for pair in (*KNOWN, *HELD) for word in pair[1:])
    of_kind = [pair for pair in HELD if pair.verdict == verdict]
    assert len(of_kind) >= 120
    wrong = [pair for pair in of_kind if (pair.other in relatives(pair.one)) != (verdict == "SAME")]
    assert len(wrong) <= len(of_kind) * share, wrong


INFLECTIONS = {
    "RUN": "RUNS RAN RUNNING",
    "RAN": "RUN RUNS RUNNING",
    "CHILD": "CHILDREN",
    "MICE": "MOUSE",
    "GO": "GOES WENT GONE GOING",
    "BIG": "BIGGER BIGGEST",
    "SAW": "SEE SEEN SAWS SAWED",
}


def test_inflections_are_the_other_forms_of_every_meaning_without_derived_words() -> None:
    for word, forms in INFLECTIONS.items():
        assert {*forms.split()} <= inflections(word)
    assert inflections("PROTECT") == {"PROTECTS", "PROTECTED", "PROTECTING"}
    assert "RUNNER" not in inflections("RUN")
    assert "RUNNER" in relatives("RUN")
    for text in ("", "PROTECTT", "protect", "É"):
        assert inflections(text) == relatives(text) == frozenset()


def test_families_are_symmetric_sets_of_other_words() -> None:
    words = lexicon("expert")
    for word in sample(1000):
        assert inflections(word) <= relatives(word)
        assert word not in relatives(word)
        assert all(other in words for other in relatives(word))
        assert all(word in inflections(other) for other in inflections(word))
        assert all(word in relatives(other) for other in relatives(word))


def test_no_family_is_large_enough_to_contain_unrelated_words() -> None:
    of_word = {word: roots(word) for word in lexicon("casual").words()}
    with_root: dict[int, set[str]] = {}
    for word, numbers in of_word.items():
        for root in numbers:
            with_root.setdefault(root, set()).add(word)
    for word, numbers in of_word.items():
        assert len(set[str]().union(*(with_root[root] for root in numbers))) <= 120, word


def test_wb_11_regular_endings_and_definitions_show_a_root() -> None:
    assert roots("SPECIFIC").isdisjoint(roots("SPECIES"))
    for pair in (
        *("APPRECIATE APPRECIATION", "DIRECTION DIRECTOR", "RELATE RELATIVE"),
        *("TERMINATE TERMINATOR", "SPECIFIC SPECIFY", "DEFENSE DEFENSIVE"),
        *("PRECISE PRECISION", "GROUPIES GROUP", "INFLAMED INFLAME", "CONFORMITY CONFORM"),
        *("PAJAMAS PAJAMA", "FURNISHINGS FURNISHING", "KISSABLE KISS", "PURPOSELY PURPOSE"),
        *("ARIDLY ARID", "WINDY WINDINESS", "WINDED WINDS", "REWIND UNWIND", "BANKER BANKABLE"),
    ):
        one, other = pair.split()
        assert other in relatives(one)


@pytest.mark.parametrize(("file", "recall"), [(drawn_pairs.DRAWN, 0.80), (drawn_pairs.FRESH, 0.93)])
def test_wb_11_the_table_agrees_with_a_reader_on_random_pairs(file: Path, recall: float) -> None:
    rates = drawn_pairs.measure(drawn_pairs.labelled(file))
    assert rates["recall"].share >= recall
    assert rates["precision"].share >= 0.98


def test_the_random_pairs_are_those_of_their_seed() -> None:
    rows = drawn_pairs.DRAWN.read_text(encoding="ascii").splitlines()
    drawn = drawn_pairs.draw(Random(drawn_pairs.SEED))
    assert drawn == [tuple(row.split()[:2]) for row in rows]


def test_wb_11_linked_pairs_drawn_at_random_share_a_root() -> None:
    linked = drawn_pairs.labelled(drawn_pairs.LINKED)
    assert len(linked) >= 290
    assert [pair for pair in linked if pair.same != (pair.other in relatives(pair.one))] == []


def test_wb_11_the_table_agrees_with_two_judges_on_prefixes_and_endings() -> None:
    lines = (ROOT / "tools/words/judged_roots.tsv").read_text(encoding="ascii").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    same = [(one, other) for one, other, *_, verdict in rows if verdict == "1"]
    missed = [(one, other) for one, other in same if other not in relatives(one)]
    assert len(missed) <= len(same) * JUDGED_BUT_APART, missed
    different = {(one, other) for one, other, *_, verdict in rows if verdict == "0"}
    wrong = {(one, other) for one, other in different if other in relatives(one)}
    assert wrong == {("AGES", "OVERAGES")}, "AGE and its prefixed forms have two meanings"


def test_wb_11_words_with_a_like_start_or_end_are_not_linked() -> None:
    for pair in (
        *("COOKIE COOK", "RECOOKS COOKIES", "ARMLET DISARMS", "SIGNALS UNDERSIGNED"),
        *("EXPOS EXPOUND", "FOUNDERING FOUNDING", "REBOUNDS OUTBOUND", "RUBBERIZES RUB"),
        "ILLNESSES WORST",
    ):
        one, other = pair.split()
        assert other not in relatives(one)


def test_wb_11_a_homograph_does_not_join_two_roots() -> None:
    for triple in (
        *("WINDY WIND REWIND", "WINDY WIND WOUND", "STATELESS STATE RESTATED"),
        *("EMBANK BANK BANKER", "BORER BORE BOREDOM", "BOWLER BOWL BOWLFUL"),
        *("ASTERN STERN STERNLY", "INBOUND BOUND UNBOUND", "FIRMNESS FIRM FIRMS"),
        *("DICE DIE DEATHLY", "TEARY TEAR TORN"),
    ):
        one, homograph, other = triple.split()
        for word in (one, other):
            assert homograph in relatives(word) or lemmas(homograph) & lemmas(word)
            assert word in relatives(homograph)
        assert other not in relatives(one)
        assert roots(one).isdisjoint(roots(other))


def test_relatives_share_a_root_and_inflections_a_dictionary_form() -> None:
    for word in sample(400):
        close = {word} | relatives(word)
        near = {other for one in close for other in relatives(one)} - {word}
        assert relatives(word) == {other for other in near if roots(word) & roots(other)}
        assert inflections(word) == {other for other in near if lemmas(word) & lemmas(other)}
