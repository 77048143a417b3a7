"""Word Porters: personas. Each bot has a slightly different sense of words.

If all bots used the same table, each would predict the others exactly, and they would find nearly
every word. So a bot's sense is the common one plus its own noise. Part of the noise is low-rank: a
few tendencies that apply to all its words.
"""

from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import TypeAlias
from zlib import crc32

from chabudai.core import Rng
from chabudai.games.word_porters.bots.meanings import Board

Fits: TypeAlias = tuple[tuple[float, ...], ...]
"""Fit of each word to each hint word, in standard deviations. The first index is the hint word, the
second the word.
"""

TENDENCIES = 5
"""Number of tendencies, which is the rank of the low-rank part of the noise."""
TENDENCY_SHARE = 0.3
"""Fraction of the noise's variance that is due to the low-rank part."""
NORMAL = NormalDist()


@lru_cache(64)
def sense(board: Board, likeness: float, persona: int) -> Fits:
    """Return the fits of a table's hints for a persona.

    `likeness` is the correlation, 0 to 1, between the fits of two such personas.
    """
    if likeness == 1:
        return board.fits
    common, own = sqrt(likeness), sqrt(1 - likeness)
    low_rank, independent = sqrt(TENDENCY_SHARE / TENDENCIES), sqrt(1 - TENDENCY_SHARE)
    tendencies = text_noises(f"{persona}")
    word_factors = [text_noises(word) for word in board.words]
    rows: list[tuple[float, ...]] = []
    for hint, fits, doubts in zip(board.hints, board.fits, board.doubts, strict=True):
        hint_factors = [
            low_rank * tendency * noise
            for tendency, noise in zip(tendencies, text_noises(hint), strict=True)
        ]
        row: list[float] = []
        for word, factors, fit, doubt in zip(board.words, word_factors, fits, doubts, strict=True):
            noise = sum(map(float.__mul__, factors, hint_factors))
            noise += independent * text_noise(f"{persona} {hint} {word}")
            row.append(common * fit + own * doubt * noise)
        rows.append(tuple(row))
    return tuple(rows)


def mirrored(fits: Fits, likeness: float) -> Fits:
    """Return a sense that treats the two hints of a pair as opposites: a fit to one is evidence
    against the other.

    Its noise is smaller, since the errors of the two hints are independent. Two such senses have a
    correlation of 2 * likeness / (1 + likeness). The scale is the same as for `sense`.
    """
    scale = 2 * sqrt(likeness + (1 - likeness) / 2)
    return tuple(
        tuple((fit - other) / scale for fit, other in zip(row, fits[hint ^ 1], strict=True))
        for hint, row in enumerate(fits)
    )


def text_noises(about: str) -> list[float]:
    """Return TENDENCIES independent standard normal numbers that depend only on the text."""
    return [text_noise(f"{about} {number}") for number in range(TENDENCIES)]


def text_noise(about: str) -> float:
    """Return a standard normal number that depends only on the text."""
    draw = Rng(crc32(about.encode())).bits()
    return NORMAL.inv_cdf(((draw >> 11) + 0.5) / (1 << 53))
