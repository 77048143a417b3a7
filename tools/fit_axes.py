"""Find, for every pair of hints, the direction in which word vectors fit the first hint best.

Run by a maintainer, not at installation: `python -m tools.fit_axes`, after `rate_words` and
`build_vectors` (see tools/README.md). Identical inputs give identical bytes.

A direction is fitted by ridge regression to the ratings of the box's 300 words and to some seed
words for either hint (`ratings/seeds.tsv`). Ratings and seed words together fit better than either
alone (Erk and Apidianaki, 2024). `axes.bin` has 52 four-byte floats, little-endian, for each pair
of hints: the 50 numbers of the direction, the intercept, and the quality. The quality is a
correlation with held-out ratings.
"""

import argparse
import csv
from array import array
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from chabudai.core import Rng
from chabudai.games.word_porters.bots.meanings import PAIRS, rated
from chabudai.games.word_porters.components import BOX
from chabudai.words.vectors import DIMENSIONS, Vector, vector
from tools.rate_words import DATA, RATERS

RIDGE = 2.0
"""The ridge penalty, chosen from the printed correlations."""
SEED_FIT = 2.0
"""The assumed fit of the seed words of a hint, in standard deviations."""
FOLDS = 10


class Sample(NamedTuple):
    """Vectors of words, and how well each word fits one pair of hints."""

    vectors: list[Vector]
    fits: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=Path, default=RATERS / "seeds.tsv")
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()

    words = [known_vector(side.en) for card in BOX.words for side in card.sides]
    centre = [fmean(column) for column in zip(*words, strict=True)]
    words = [minus(word, centre) for word in words]
    pairs = seeds(args.seeds, centre)
    if len(pairs) != PAIRS:
        raise SystemExit(f"{args.seeds.name} has {len(pairs)} pairs of hints instead of {PAIRS}")
    numbers = array("f")
    alike: list[float] = []
    for at, pair in enumerate(pairs):
        sample = Sample(words, [each.fit for each in rated(at)])
        direction = fit_direction(concatenated(sample, pair))
        alike.append(cross_validated(sample, pair))
        numbers.extend(direction)
        numbers.append(-dot(direction, centre))
        numbers.append(alike[-1])
    (args.out / "axes.bin").write_bytes(numbers.tobytes())
    print(f"correlation with ratings not fitted to, mean of {PAIRS} pairs: {fmean(alike):.3f}")
    print(f"from {min(alike):.3f} to {max(alike):.3f}")


def seeds(file: Path, centre: Sequence[float]) -> list[Sample]:
    """Read the seed words of every pair of hints: pair, first words, second words."""
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.reader(text, delimiter="\t"))
    found: list[Sample] = []
    for _, *sides in rows:
        sample = Sample([], [])
        for side, fit in zip(sides, (SEED_FIT, -SEED_FIT), strict=True):
            for word in side.split():
                sample.vectors.append(minus(known_vector(word), centre))
                sample.fits.append(fit)
        found.append(sample)
    return found


def known_vector(word: str) -> Vector:
    found = vector(word)
    if found is None:
        raise SystemExit(f"{word} has no vector")
    return found


def minus(one: Vector, other: Sequence[float]) -> Vector:
    return tuple(mine - theirs for mine, theirs in zip(one, other, strict=True))


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(float.__mul__, one, other))


def concatenated(one: Sample, other: Sample) -> Sample:
    return Sample(one.vectors + other.vectors, one.fits + other.fits)


def cross_validated(sample: Sample, pair: Sample) -> float:
    """Return the cross-validated correlation of ratings and fits, in FOLDS folds."""
    order = Rng(0).shuffled(range(len(sample.fits)))
    predicted = [0.0] * len(order)
    for fold in range(FOLDS):
        held = set(order[fold::FOLDS])
        rest = Sample(
            [one for at, one in enumerate(sample.vectors) if at not in held],
            [one for at, one in enumerate(sample.fits) if at not in held],
        )
        direction = fit_direction(concatenated(rest, pair))
        for at in held:
            predicted[at] = dot(direction, sample.vectors[at])
    return correlation(predicted, sample.fits)


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    mine, theirs = (minus(tuple(each), [fmean(each)] * len(each)) for each in (one, other))
    return dot(mine, theirs) / sqrt(dot(mine, mine) * dot(theirs, theirs))


def fit_direction(sample: Sample) -> list[float]:
    """Return the least-squares direction with a ridge penalty."""
    columns = list(zip(*sample.vectors, strict=True))
    square = [[dot(one, other) for other in columns] for one in columns]
    for at in range(DIMENSIONS):
        square[at][at] += RIDGE
    return solve(square, [dot(column, sample.fits) for column in columns])


def solve(square: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive definite system (Cholesky)."""
    lower: list[list[float]] = []
    for at, row in enumerate(square):
        new: list[float] = []
        for other, before in enumerate(lower):
            new.append((row[other] - dot(new, before[:other])) / before[other])
        new.append(sqrt(row[at] - dot(new, new)))
        lower.append(new)
    half: list[float] = []
    for row, value in zip(lower, right, strict=True):
        half.append((value - dot(half, row[:-1])) / row[-1])
    found = [0.0] * len(half)
    for at in reversed(range(len(half))):
        rest = sum(lower[after][at] * found[after] for after in range(at + 1, len(half)))
        found[at] = (half[at] - rest) / lower[at][at]
    return found


if __name__ == "__main__":
    main()
