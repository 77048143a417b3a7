"""Word Porters: what a table's own words may mean by its hints, from word vectors.

A word that the box has too, in any tongue, is known by its ratings. Of other English words, those
of a hint's pair lie in one direction (Grand and others, 2022), which tells roughly how they fit.
Of what has no vector, nothing is known; then everything fits everything equally well.
"""

from array import array
from functools import cache, lru_cache
from math import sqrt
from re import sub
from typing import NamedTuple

from chabudai.games import folder_of
from chabudai.games.word_porters.components import BOX, HintFace, WordFace, hints_on, word_on
from chabudai.words.vectors import DIMENSIONS, Vector, vector

AXES = folder_of("word-porters") / "data" / "axes.bin"
"""Laid out by `tools/fit_axes.py`."""
PLAIN = 0.2
"""How well a direction does that is only known by its two hint words: the mean correlation with
the ratings over the pairs of hints in the box, which `fit_axes` prints."""


class Axis(NamedTuple):
    """The direction of a pair of hints: `direction` times a word's vector, plus `base`, is its fit.

    `worth` is the correlation of such fits with what people say.
    """

    direction: Vector
    base: float
    worth: float


class Guess(NamedTuple):
    """How well a word fits the first hint of a pair, and how much of that is known, 0 to 1."""

    fit: float
    known: float


UNKNOWN = Guess(0.0, 0.0)


def guess(word: str, axis: Axis | None) -> Guess:
    """What a word means by a pair of hints."""
    where = vector(word)
    if axis is None or where is None:
        return UNKNOWN
    return Guess(projected(axis, where), axis.worth)


def projected(axis: Axis, where: Vector) -> float:
    """How far a point lies in the direction of an axis."""
    return sum(map(float.__mul__, axis.direction, where)) + axis.base


@cache
def axes() -> tuple[Axis, ...]:
    """The axes of the box, by face of the hint."""
    numbers = array("f")
    numbers.frombytes(AXES.read_bytes())
    size = DIMENSIONS + 2
    return tuple(
        Axis(tuple(numbers[at : at + DIMENSIONS]), *numbers[at + DIMENSIONS : at + size])
        for at in range(0, len(numbers), size)
    )


@lru_cache(256)
def axis_of(pair: tuple[str, str]) -> Axis | None:
    """The axis from one hint word to the other, or None if either has no vector.

    It is scaled by the words of the box, whose fits vary by as much as is known of them.
    """
    ends = tuple(map(vector, pair))
    if ends[0] is None or ends[1] is None:
        return None
    raw = Axis(tuple(map(float.__sub__, ends[0], ends[1])), 0.0, PLAIN)
    found = [projected(raw, where) for where in box_vectors()]
    mean = sum(found) / len(found)
    scale = PLAIN / sqrt(sum((each - mean) ** 2 for each in found) / len(found))
    return Axis(tuple(scale * each for each in raw.direction), -scale * mean, PLAIN)


@cache
def box_vectors() -> tuple[Vector, ...]:
    """Where the words of the box lie."""
    found = (vector(word_on(face, "en")) for face in range(2 * len(BOX.words)))
    return tuple(where for where in found if where is not None)


def word_of_box(text: str) -> WordFace | None:
    """The word of the box that is written so in some tongue."""
    return words_of_box().get(folded(text))


def hint_of_box(pair: tuple[str, str]) -> HintFace | None:
    """The pair of hints of the box that is written so in some tongue."""
    return hints_of_box().get((folded(pair[0]), folded(pair[1])))


@cache
def words_of_box() -> dict[str, WordFace]:
    """The faces of words by what is written on them."""
    return {
        folded(word_on(face, tongue)): face
        for face in range(2 * len(BOX.words))
        for tongue in ("kana", "ja", "en")
    }


@cache
def hints_of_box() -> dict[tuple[str, str], HintFace]:
    """The faces of hints by what is written on them."""
    found: dict[tuple[str, str], HintFace] = {}
    for face in range(2 * len(BOX.hints)):
        for tongue in ("kana", "ja", "en"):
            one, other = hints_on(face, tongue)
            found[folded(one), folded(other)] = face
    return found


def folded(text: str) -> str:
    """The text without furigana, and whatever its case."""
    return sub(r"\{([^|}]*)\|[^}]*\}", r"\1", text).strip().casefold()
