"""Word vectors: words with similar uses have vectors with similar directions (GloVe, 2014).

They are a rough guide for words without ratings. `tools/build_vectors.py` documents the layout of
the files, which are opened on first use.
"""

from bisect import bisect_left
from functools import cache, lru_cache
from math import sqrt
from typing import TypeAlias

from chabudai.words.fold import fold
from chabudai.words.store import ABSENT, mapped, number

DIMENSIONS = 50
Vector: TypeAlias = tuple[float, ...]
"""A vector of DIMENSIONS numbers with length 1."""


def vector(text: str) -> Vector | None:
    """Return the vector of a word, or of several words together, or None if all are unknown.

    A word is known if both the casual dictionary and GloVe have it. Case and accents are ignored.
    """
    found = [one for word in text.split() if (one := vector_of(fold(word))) is not None]
    return unit([sum(column) for column in zip(*found, strict=True)]) if found else None


@lru_cache(2048)
def vector_of(word: str) -> Vector | None:
    """Return the vector of an upper-case word, or None."""
    wanted = number(word)
    numbers = index()
    at = bisect_left(numbers, wanted)
    if wanted == ABSENT or at == len(numbers) or numbers[at] != wanted:
        return None
    return unit(
        list(memoryview(mapped("vectors.bin"))[at * DIMENSIONS : (at + 1) * DIMENSIONS].cast("b"))
    )


def unit(numbers: list[float] | list[int]) -> Vector:
    """Return the vector of length 1 in the same direction."""
    length = sqrt(sum(each * each for each in numbers)) or 1.0
    return tuple(each / length for each in numbers)


@cache
def index() -> memoryview:
    """Return the numbers of the words that have a vector, ascending."""
    return memoryview(mapped("vectors.idx")).cast("I")
