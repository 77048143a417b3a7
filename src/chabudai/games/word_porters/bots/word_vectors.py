"""Word Porters: estimate how a table's own words fit its hints, from word vectors.

A word of the box, in any language, has ratings. For a rough estimate, other English words are
projected onto the direction between the two hint words of a pair (Grand and others, 2022). If a
vector is missing, nothing is known, so every word is assumed to fit every hint equally well.
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
"""Axes file. `tools/fit_axes.py` documents its layout."""
PLAIN = 0.2
"""Mean correlation of ratings with a direction given only by the two hint words, over the pairs of
hints in the box. `fit_axes` prints it."""


class Axis(NamedTuple):
    """The direction of a pair of hints. A word's fit is `direction` times its vector, plus `base`.

    `worth` is the correlation between such fits and ratings.
    """

    direction: Vector
    base: float
    worth: float


class Guess(NamedTuple):
    """The estimated fit of a word to the first hint of a pair, and its reliability, 0 to 1."""

    fit: float
    known: float


UNKNOWN = Guess(0.0, 0.0)


def guess(word: str, axis: Axis | None) -> Guess:
    """Estimate how a word fits a pair of hints."""
    where = vector(word)
    if axis is None or where is None:
        return UNKNOWN
    return Guess(projection(axis, where), axis.worth)


def projection(axis: Axis, where: Vector) -> float:
    """Return the projection of a vector onto an axis."""
    return sum(map(float.__mul__, axis.direction, where)) + axis.base


@cache
def axes() -> tuple[Axis, ...]:
    """Return the axes of the box, by face of the hint."""
    numbers = array("f")
    numbers.frombytes(AXES.read_bytes())
    size = DIMENSIONS + 2
    return tuple(
        Axis(tuple(numbers[at : at + DIMENSIONS]), *numbers[at + DIMENSIONS : at + size])
        for at in range(0, len(numbers), size)
    )


@lru_cache(256)
def axis_of(pair: tuple[str, str]) -> Axis | None:
    """Return the axis from one hint word to the other, or None if either has no vector.

    The axis is scaled so that the fits of the box's words have a standard deviation of PLAIN.
    """
    ends = tuple(map(vector, pair))
    if ends[0] is None or ends[1] is None:
        return None
    raw = Axis(tuple(map(float.__sub__, ends[0], ends[1])), 0.0, PLAIN)
    found = [projection(raw, where) for where in box_vectors()]
    mean = sum(found) / len(found)
    scale = PLAIN / sqrt(sum((each - mean) ** 2 for each in found) / len(found))
    return Axis(tuple(scale * each for each in raw.direction), -scale * mean, PLAIN)


@cache
def box_vectors() -> tuple[Vector, ...]:
    """Return the vector of each word of the box that has one."""
    found = (vector(word_on(face, "en")) for face in range(2 * len(BOX.words)))
    return tuple(where for where in found if where is not None)


def word_of_box(text: str) -> WordFace | None:
    """Return the word of the box that has this text in any language, or None."""
    return words_of_box().get(normalized(text))


def hint_of_box(pair: tuple[str, str]) -> HintFace | None:
    """Return the pair of hints of the box that has these texts in any language, or None."""
    return hints_of_box().get((normalized(pair[0]), normalized(pair[1])))


@cache
def words_of_box() -> dict[str, WordFace]:
    """Map texts to the faces of their words."""
    return {
        normalized(word_on(face, tongue)): face
        for face in range(2 * len(BOX.words))
        for tongue in ("kana", "ja", "en")
    }


@cache
def hints_of_box() -> dict[tuple[str, str], HintFace]:
    """Map pairs of texts to the faces of their hints."""
    found: dict[tuple[str, str], HintFace] = {}
    for face in range(2 * len(BOX.hints)):
        for tongue in ("kana", "ja", "en"):
            one, other = hints_on(face, tongue)
            found[normalized(one), normalized(other)] = face
    return found


def normalized(text: str) -> str:
    """Remove furigana from a string, and convert it to lower case."""
    return sub(r"\{([^|}]*)\|[^}]*\}", r"\1", text).strip().casefold()
