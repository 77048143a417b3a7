"""Word vectors."""

import subprocess
import sys
from math import isclose

import pytest

from chabudai.words.vectors import DIMENSIONS, vector

LAZY = """
from chabudai.words import vectors
from chabudai.words.store import mapped
print(mapped.cache_info().currsize)
"""


def near(one: str, other: str) -> float:
    """Return the cosine of the angle between two words."""
    mine, theirs = vector(one), vector(other)
    assert mine is not None
    assert theirs is not None
    return sum(a * b for a, b in zip(mine, theirs, strict=True))


@pytest.mark.parametrize(
    ("word", "friend", "stranger"),
    [
        ("cat", "dog", "parliament"),
        ("ocean", "sea", "pencil"),
        ("pizza", "sandwich", "earthquake"),
        ("violin", "piano", "tax"),
    ],
)
def test_words_of_similar_use_have_near_vectors(word: str, friend: str, stranger: str) -> None:
    assert near(word, friend) > near(word, stranger) + 0.2


def test_a_vector_has_length_one() -> None:
    found = vector("lighthouse")
    assert found is not None
    assert len(found) == DIMENSIONS
    assert isclose(sum(each * each for each in found), 1)


def test_case_accents_and_unknown_words_do_not_matter() -> None:
    assert vector("Café") == vector("CAFE") == vector("cafe")
    assert vector("Tokyoo tower") == vector("tower")


def test_a_phrase_lies_between_its_words() -> None:
    assert near("credit card", "credit") > near("credit", "card")
    assert near("credit card", "card") > near("credit", "card")


@pytest.mark.parametrize("text", ["", " ", "zxqv", "東京", "A", "A\0B", "aa-bb"])
def test_text_that_is_not_a_word_has_no_vector(text: str) -> None:
    assert vector(text) is None


def test_vectors_are_read_on_first_use() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
