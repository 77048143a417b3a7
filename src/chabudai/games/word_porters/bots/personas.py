"""Word Porters: personas: each bot has a slightly different sense of words.

If all bots used the same table, each would predict the others exactly and they would find nearly
every word. So a bot's sense is the common one plus noise of its own, part of which is low-rank: a
few tendencies that run through all its words.
"""

from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import TypeAlias
from zlib import crc32

from chabudai.core import Rng
from chabudai.games.word_porters.bots.meanings import Board

Fits: TypeAlias = tuple[tuple[float, ...], ...]
"""By hint word, then by word: how well they fit, in standard deviations."""

BENTS = 5
"""Rank of the low-rank part of the noise."""
BENT_SHARE = 0.3
"""The share of the low-rank part in the variance of the noise."""
NORMAL = NormalDist()


@lru_cache(64)
def sense(board: Board, likeness: float, persona: int) -> Fits:
    """The fits of a table's hints for a persona.

    `likeness`: the correlation, 0 to 1, between the fits of two personas of that likeness.
    """
    common, alone = sqrt(likeness), sqrt(1 - likeness)
    bent, plain = sqrt(BENT_SHARE / BENTS), sqrt(1 - BENT_SHARE)
    bents = feelings(f"{persona}")
    leanings = [feelings(word) for word in board.words]
    rows: list[tuple[float, ...]] = []
    for hint, fits, doubts in zip(board.hints, board.fits, board.doubts, strict=True):
        drifts = [bent * mine * by for mine, by in zip(bents, feelings(hint), strict=True)]
        row: list[float] = []
        for word, leaning, fit, doubt in zip(board.words, leanings, fits, doubts, strict=True):
            drift = sum(by * drifting for by, drifting in zip(leaning, drifts, strict=True))
            felt = drift + plain * feeling(f"{persona} {hint} {word}")
            row.append(common * fit + alone * doubt * felt)
        rows.append(tuple(row))
    return tuple(rows)


def mirrored(fits: Fits, likeness: float) -> Fits:
    """A sense that uses that hints are opposites: what fits one speaks against the other.

    Its noise is smaller, as the errors of the two hints are independent: two such senses have a
    correlation of 2 * likeness / (1 + likeness). The scale is that of `sense`.
    """
    scale = 2 * sqrt(likeness + (1 - likeness) / 2)
    return tuple(
        tuple((fit - other) / scale for fit, other in zip(row, fits[hint ^ 1], strict=True))
        for hint, row in enumerate(fits)
    )


def feelings(about: str) -> list[float]:
    """BENTS independent feelings about a text."""
    return [feeling(f"{about} {number}") for number in range(BENTS)]


def feeling(about: str) -> float:
    """A standard normal number that depends only on the text."""
    draw = Rng(crc32(about.encode())).bits()
    return NORMAL.inv_cdf(((draw >> 11) + 0.5) / (1 << 53))
