"""Quiddler: the compiled solver gives the same answers as the one in Python."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from chabudai.games.quiddler.components.cards import COUNTS, DECK, Face
from chabudai.games.quiddler.components.word_index import Index, index
from chabudai.games.quiddler.solver import KERNEL, best_last, cover_of, kernel, layout
from chabudai.games.quiddler.solver.cover import Cover, Knows
from chabudai.games.quiddler.tests.brute_force import BONUSES, every_way_to_play, hand_at_random
from tools.kernels import build, compiler

HANDS = 5 * int(os.environ.get("CHABUDAI_QUIDDLER_HANDS", "40"))
"""Number of hands to try. The most tried in one run so far is 10,000."""
PARTS = 2

Way = Callable[[Sequence[Face], Index, Knows | None], Cover]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Way:
    """The solver compiled from the current `kernel.c` or, without a compiler, the one in use."""
    found = compiler()
    if found is None:
        return cover_of
    library = tmp_path_factory.mktemp("kernel") / kernel.FILE.name
    assert build(found, kernel.SOURCE, library) == ""
    built = kernel.load(library)
    assert built is not None
    return partial(kernel.Compiled, built)


@pytest.mark.parametrize("part", range(PARTS))
def test_both_solvers_give_the_same_answers(part: int, compiled: Way) -> None:
    words = index("standard")
    for seed in range(part, HANDS, PARTS):
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


@pytest.mark.parametrize("size", [0, 1, 11])
def test_both_solvers_take_hands_of_any_size(size: int, compiled: Way) -> None:
    assert_same(
        Cover(DECK[:size], index("casual"), None), compiled(DECK[:size], index("casual"), None)
    )


def test_both_solvers_refuse_hands_that_are_too_large(compiled: Way) -> None:
    for way in (Cover, compiled):
        with pytest.raises(ValueError, match="at most 11"):
            way(DECK[:12], index("standard"), None)


def test_the_compiled_solver_is_used_if_and_only_if_a_kernel_exists() -> None:
    cover = cover_of(("QU", "I", "T", "Z"), index("standard"))
    assert type(cover) is (Cover if KERNEL is None else kernel.Compiled)
    words = index("standard").words
    solved = layout(cover, best_last(cover), lambda key: words(key)[0])
    assert (solved.words, solved.discard, solved.net) == ((("QU", "I", "Z"),), "T", 25)


def test_no_kernel_is_loaded_from_a_missing_file(tmp_path: Path) -> None:
    assert kernel.load(tmp_path / "libkernel.so") is None


def test_a_source_that_does_not_compile_leaves_no_library(tmp_path: Path) -> None:
    source, library = tmp_path / "kernel.c", tmp_path / "libkernel.so"
    source.write_text("this is not C")
    assert build(compiler() or sys.executable, source, library)
    assert list(tmp_path.iterdir()) == [source]
