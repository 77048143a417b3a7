"""Quiddler: the Python solver and the compiled one find the best layouts."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from chabudai.games.quiddler.components import word_index as indexed
from chabudai.games.quiddler.components.cards import COUNTS, DECK, Face, points
from chabudai.games.quiddler.components.word_index import Index, index, key_of, spellings
from chabudai.games.quiddler.solver import (
    KERNEL,
    Layout,
    best_last,
    best_out,
    cover_of,
    kernel,
    layout,
    solve,
)
from chabudai.games.quiddler.solver.cover import NO_BONUS, Cover, Knows
from chabudai.games.quiddler.tests.brute_force import (
    BONUSES,
    every_way_to_play,
    hand_at_random,
    sets_of,
    words_of,
    worths,
)
from chabudai.words import LEXICONS, LexiconName, level, lexicon
from tools.build_quiddler import checksum
from tools.kernels import build, compiler

HANDS = int(os.environ.get("CHABUDAI_HANDS", "16"))
"""Number of hands to try. Up to 2000 have been tried; brute force is too slow for that in `make
test`."""


def first(key: int) -> str:
    return index("standard").words(key)[0]


def test_the_solver_finds_the_same_best_lay_as_brute_force() -> None:
    for seed in range(HANDS):
        hand = hand_at_random(seed, 6)
        cover = Cover(hand, index("standard"))
        ways = list(sets_of(words_of(hand, frozenset())))
        for bonus in BONUSES:
            expected = worths(hand, ways, bonus)
            tries = every_way_to_play(cover, bonus)
            assert {name: lay.value for name, lay in tries.items()} == pytest.approx(expected), hand
            for name, lay in tries.items():
                solved = layout(cover, lay, first, bonus)
                longest = max((len("".join(word)) for word in solved.words), default=0)
                worth = solved.net + bonus.longest[longest] + bonus.most[len(solved.words)]
                assert worth == pytest.approx(expected[name]), (hand, name)
                assert_made_of(solved, hand)


def assert_made_of(solved: Layout, hand: tuple[str, ...]) -> None:
    kept = () if solved.discard is None else (solved.discard,)
    laid = [card for word in solved.words for card in word]
    assert sorted((*laid, *kept, *solved.left)) == sorted(hand)
    assert all(len(word) > 1 and "".join(word) in lexicon("standard") for word in solved.words)
    assert solved.points == points(laid)
    assert solved.net == points(laid) - points(solved.left)


def test_qd_19_words_laid_by_other_players_are_not_laid_again() -> None:
    for seed in range(10):
        hand = hand_at_random(seed, 6)
        free = solve(hand)
        barred = frozenset("".join(word) for word in free.words)
        solved = solve(hand, barred=barred)
        assert not barred & {"".join(word) for word in solved.words}
        ways = list(sets_of(words_of(hand, barred)))
        assert solved.net == worths(hand, ways, NO_BONUS)["last"], hand
    assert solve(("C", "A", "T"), keep=0, barred=frozenset({"ACT"})).words == (("C", "A", "T"),)


@pytest.mark.parametrize(
    ("hand", "words", "discard", "net"),
    [
        pytest.param("QU I T Z", "QU.I.Z", "T", 25, id="the most valuable card is laid"),
        pytest.param("QU I T V", "QU.I.T", "V", 14, id="QD-T4"),
        pytest.param("E H Q V", "H.E", "Q", 9 - 11, id="a card left over counts"),
        pytest.param("V", "", "V", 0, id="one card is the discard"),
        pytest.param("IN V", "", "V", -7, id="QD-A19 one double is not a word"),
        pytest.param("IN O V", "", "V", -9, id="a double is not split"),
        pytest.param("I N O V", "I.O.N", "V", 9, id="single letters may be in any order"),
    ],
)
def test_qd_18_qd_a19_a_hand_is_solved(hand: str, words: str, discard: str, net: int) -> None:
    solved = solve(tuple(hand.split()))
    laid = " ".join(map(".".join, solved.words))
    assert (laid, solved.discard, solved.net) == (words, discard, net)


def test_an_invalid_hand_is_refused_with_a_sentence() -> None:
    for hand in ("", "A A A A A A A A A A E E", "Z Z Z", "CAT A", "a t"):
        with pytest.raises(ValueError, match=r"\.$"):
            solve(tuple(hand.split()))


def test_a_discard_that_is_not_in_the_hand_is_refused() -> None:
    cover = Cover(("C", "A", "T"), index("standard"))
    for choose in (best_last, best_out):
        with pytest.raises(ValueError, match="Z is not among these cards"):
            choose(cover, NO_BONUS, "Z")


def test_the_table_belongs_to_the_words_and_has_no_others() -> None:
    assert indexed.HEADER.unpack_from(indexed.mapped())[0] == checksum()
    assert [index("expert").words(key) for key in (key_of(("V", "V")), 0)] == [(), ()]


@pytest.mark.parametrize("name", LEXICONS)
def test_qd_18_the_table_has_every_way_to_spell_a_word_with_cards_of_the_deck_and_no_other(
    name: LexiconName,
) -> None:
    words, table = lexicon(name), index(name)
    for n in range(0, len(words), 97):
        word = words.pick(n)
        for cards in spellings(word):
            enough = all(cards.count(card) <= COUNTS[card] for card in cards)
            assert (key_of(cards) in table.keys) == enough
            assert (word in table.words(key_of(cards))) == enough
    for key in sorted(table.keys)[::211]:
        found = table.words(key)
        assert found
        assert all(word in words and key in map(key_of, spellings(word)) for word in found)
        assert list(found) == sorted(found, key=lambda word: (level(word) or 0, word))


def test_qd_18_a_word_is_spelt_with_at_least_two_cards() -> None:
    for word, ways in (("IN", "I.N"), ("THIN", "T.H.I.N TH.I.N T.H.IN TH.IN")):
        assert sorted(map(".".join, spellings(word))) == sorted(ways.split())


COMPARED = 5 * int(os.environ.get("CHABUDAI_HANDS", "20"))
"""Number of hands to try. Up to 10,000 have been tried in one run."""

Way = Callable[[Sequence[Face], Index, Knows | None], Cover]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Way:
    """The solver compiled from `kernel.c` or, if there is no compiler, the one in use."""
    found = compiler()
    if found is None:
        return cover_of
    library = tmp_path_factory.mktemp("kernel") / kernel.FILE.name
    assert build(found, kernel.SOURCE, library) == ""
    built = kernel.load(library)
    assert built is not None
    return partial(kernel.Compiled, built)


def test_both_solvers_give_the_same_answers(compiled: Way) -> None:
    words = index("standard")
    for seed in range(COMPARED):
        hand = hand_at_random(seed, 11)
        knows = (lambda key: key % 2 == 1) if seed % 3 == 0 else None
        one, other = Cover(hand, words, knows), compiled(hand, words, knows)
        assert_same(one, other)
        for bonus in BONUSES:
            lays = every_way_to_play(one, bonus)
            assert every_way_to_play(other, bonus) == lays, hand
            for lay in lays.values():
                assert other.way(lay.mask, bonus) == one.way(lay.mask, bonus), hand


def assert_same(one: Cover, other: Cover) -> None:
    """Compare all fields of two covers, and the words that further cards would form."""
    for name in ("keys", "points", "letters", "words", "most", "longest"):
        assert list(getattr(one, name)) == list(getattr(other, name)), (one.hand, name)
    assert sorted(one.reached) == sorted(other.reached)
    for face in list(COUNTS)[len(one.hand) :: 7]:
        assert list(one.words_with(face)) == list(other.words_with(face))


def test_both_solvers_take_hands_of_any_size_but_not_larger_ones(compiled: Way) -> None:
    words = index("standard")
    for size in (0, 1, 11):
        assert_same(Cover(DECK[:size], words), compiled(DECK[:size], words, None))
    for way in (Cover, compiled):
        with pytest.raises(ValueError, match="at most 11"):
            way(DECK[:12], words, None)


def test_the_compiled_solver_is_used_if_and_only_if_a_kernel_exists(tmp_path: Path) -> None:
    assert kernel.load(tmp_path / "libkernel.so") is None
    assert type(cover_of((), index("standard"))) is (Cover if KERNEL is None else kernel.Compiled)


def test_a_source_that_does_not_compile_leaves_no_library(tmp_path: Path) -> None:
    source, library = tmp_path / "kernel.c", tmp_path / "libkernel.so"
    source.write_text("this is not C")
    assert build(compiler() or sys.executable, source, library)
    assert list(tmp_path.iterdir()) == [source]
