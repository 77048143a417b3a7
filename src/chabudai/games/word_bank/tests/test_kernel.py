"""Word Bank: the compiled search gives the same answers as the one in Python."""

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.solver import KERNEL, Useful, best_by, best_of, kernel, plainly_useful
from chabudai.games.word_bank.state import Options, Slot
from chabudai.words import LexiconName, lexicon
from tools.kernels import build, compiler

LETTERS = "EEEEAAAIIOOUSSSTTRRNNLLDDGCCPPMMBHFYWKVXZJQ"
STARTERS = ("GROUPIES", "SAFE", "TONES", "RAIN", "EATEN")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Useful:
    """The search compiled from the current `kernel.c` or, without a compiler, the one in use."""
    found = compiler()
    if found is None:
        return plainly_useful if KERNEL is None else KERNEL.useful
    library = tmp_path_factory.mktemp("kernel") / kernel.FILE.name
    assert build(found, kernel.SOURCE, library) == ""
    built = kernel.load(library)
    assert built is not None
    return built.useful


def slots() -> st.SearchStrategy[Slot]:
    made = st.tuples(st.sampled_from(LETTERS), st.integers(2, 5), st.integers(0, 5))
    return made.map(lambda one: Slot(Safe(one[0], one[1]), (0,) * min(one[1], one[2])))


@settings(max_examples=20)
@given(
    st.lists(slots(), min_size=RING, max_size=RING).map(tuple),
    st.sets(st.sampled_from(STARTERS)).map(sorted).map(tuple),
    st.sampled_from(("casual", "standard", "expert")),
    st.integers(1, 9),
    st.integers(2, 8),
    st.sampled_from((1, 25)),
)
def test_both_searches_find_the_same_passwords_in_the_same_order(
    compiled: Useful,
    ring: tuple[Slot, ...],
    used: tuple[str, ...],
    words: LexiconName,
    stones: int,
    least: int,
    count: int,
) -> None:
    options = Options(lexicon=words, min_length=least)
    best = partial(best_by, ring=ring, options=options, used=used, stones=stones, count=count)
    assert best(compiled) == best(plainly_useful)


def test_all_words_of_a_circle_are_as_useful_by_either_search(compiled: Useful) -> None:
    spaces = (1, 2, 1, 3, 1, 4, 2)
    ring = tuple(Slot(Safe(*safe)) for safe in zip("STREAMS", spaces, strict=True))
    block = lexicon("casual").block
    one, other = (
        [
            {word: path for path, words in alike for word in words}
            for alike in useful(ring, block, RING)
        ]
        for useful in (compiled, plainly_useful)
    )
    assert one == other
    assert sum(map(len, one)) > 10_000


def test_the_compiled_search_is_used_if_and_only_if_a_kernel_exists() -> None:
    assert (KERNEL is not None) == kernel.FILE.exists()
    ring = tuple(Slot(Safe(letter, 3)) for letter in "SEIRFGI")
    plain = best_by(plainly_useful, ring, Options(), (), RING, 10)
    assert best_of(ring, Options(), (), RING, 10) == plain


def test_no_kernel_is_loaded_from_a_missing_file(tmp_path: Path) -> None:
    assert kernel.load(tmp_path / kernel.FILE.name) is None
