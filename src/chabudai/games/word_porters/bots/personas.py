"""Word Porters: personas. What hints mean to one bot is not quite what they mean to another.

If all bots read one table, each would read the others' minds: they would find nearly every word,
and it would mean nothing. So every bot has a sense of its own: the common one, and something that
only it feels, part of which is a bent of mind that runs through all its words.
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
"""Ways in which minds differ."""
BENT_SHARE = 0.3
"""The share of what a persona feels alone that comes from its bents."""
NORMAL = NormalDist()


@lru_cache(64)
def sense(board: Board, likeness: float, persona: int) -> Fits:
    """What the hints of a table mean to a persona.

    `likeness`: the correlation, 0 to 1, between what two personas of that likeness feel.
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
    """A sense that knows hints for opposites: what fits one speaks against the other.

    It is less a persona's own, for what it feels about two hints is not the same error twice: two
    such senses have a correlation of 2 * likeness / (1 + likeness). The scale is that of `sense`.
    """
    scale = 2 * sqrt(likeness + (1 - likeness) / 2)
    return tuple(
        tuple((fit - other) / scale for fit, other in zip(row, fits[hint ^ 1], strict=True))
        for hint, row in enumerate(fits)
    )


def feelings(about: str) -> list[float]:
    """As many feelings about something as there are bents."""
    return [feeling(f"{about} {number}") for number in range(BENTS)]


def feeling(about: str) -> float:
    """A number that is always the same for one text, and over all texts normally distributed."""
    draw = Rng(crc32(about.encode())).bits()
    return NORMAL.inv_cdf(((draw >> 11) + 0.5) / (1 << 53))
