"""Word Porters: reading hints, in order to estimate the probability that a word is another
player's.

A reader assumes that the other players choose hints as it would: partly by how informative a hint
is (Frank and Goodman, 2012), partly by how well it fits. So a hint is evidence for the words that
it fits better than any other open hint does. An open hint that was not taken is evidence against
the words that it fits. The other players' sense of words is unknown, but correlated with the
reader's. So the reader averages over several samples of it, always drawn with the same random
numbers. This prevents overconfidence.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

from chabudai.core import Rng
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.rules.openings import Opening, Turn

SHARPNESS = 1.5
"""Weight of a standard deviation of fit in the choice between words, as a logarithm."""
SLIP = 0.03
"""Probability that a player takes a random hint for no reason."""
DOUBLE = 0.1
"""Cost of a second porter on a card, in the unit of a hint's information (a logarithm). It is
small, because bots that play together find fewer words if it is higher.
"""
RANKS = (1.0, 0.7, 0.45)
"""Weights of a player's first, second and third hint if it takes the hint that fits best."""

Row: TypeAlias = list[float]
"""One value for each word."""
Table: TypeAlias = list[Row]
"""Probability of each word given a single hint. The first index is the hint word, the second the
word.
"""


class Habit(NamedTuple):
    """A player's assumed habit when choosing hints."""

    likeness: float
    """Correlation of its sense of words with the reader's, 0 to 1."""
    reason: float
    """Exponent on a hint's information: 1 chooses loosely, 4 nearly always the best."""
    weighing: float
    """Weight, 0 to 1, of a hint's information compared with the other open hints. The rest is the
    weight of plain fit.
    """


@lru_cache(8)
def noise(draws: int, cells: int) -> tuple[tuple[float, ...], ...]:
    """Return samples of standard normal noise for each cell. The samples are always the same."""
    rng, normal = Rng(0), NormalDist()
    return tuple(
        tuple(normal.inv_cdf(((rng.bits() >> 11) + 0.5) / (1 << 53)) for _ in range(cells))
        for _ in range(draws)
    )


@lru_cache(16)
def tables(fits: Fits, doubts: Fits, likeness: float, draws: int) -> tuple[Table, ...]:
    """Return sampled tables for a player whose sense has correlation `likeness` with `fits`. The
    more people disagree about a cell, the less the reader's sense predicts it (regression to the
    mean).
    """
    words = len(fits[0])
    means: Table = []
    spreads: Table = []
    for row, wide in zip(fits, doubts, strict=True):
        alone = [(1 - likeness) * doubt * doubt for doubt in wide]
        slopes = [likeness / (likeness + by) for by in alone]
        means.append([SHARPNESS * slope * fit for slope, fit in zip(slopes, row, strict=True)])
        spreads.append(
            [
                SHARPNESS * sqrt(likeness * (1 - slope) + by)
                for slope, by in zip(slopes, alone, strict=True)
            ]
        )
    return tuple(
        [
            shares(
                [
                    exp(mean + spread * by)
                    for mean, spread, by in zip(
                        means[hint],
                        spreads[hint],
                        drawn[hint * words : (hint + 1) * words],
                        strict=True,
                    )
                ]
            )
            for hint in range(len(fits))
        ]
        for drawn in noise(draws, len(fits) * words)
    )


def shares(row: Row) -> Row:
    """Scale the row to add up to 1."""
    total = sum(row)
    return [value / total for value in row]


def likelihoods(drawn: Sequence[Table], turns: Sequence[Turn], habit: Habit) -> Row:
    """Return, for each word, the likelihood of `turns` if that word is the player's.

    The turns are oldest first. The likelihoods are not normalized.
    """
    total = [0.0] * len(drawn[0][0])
    for table in drawn:
        for word, weight in enumerate(weights(table, turns, habit)):
            total[word] += weight
    return total


def weights(table: Table, turns: Sequence[Turn], habit: Habit) -> Row:
    """Return the likelihoods of the words if the player's sense is this table."""
    found = [1.0] * len(table[0])
    said = found
    for turn, rank in zip(turns, RANKS, strict=False):
        by = habit.weighing
        if by:
            keen = hint_weights(table, said, turn.opening, habit.reason)
            taken = choice_chances(keen, turn.taken)
            found = [before * how**by for before, how in zip(found, taken, strict=True)]
        if by < 1:
            plain = (1 - by) * rank
            says = table[turn.taken]
            found = [before * value**plain for before, value in zip(found, says, strict=True)]
        said = shares(list(map(float.__mul__, said, table[turn.taken])))
    return found


def choice_chances(keen: Mapping[int, Row], hint: int) -> Row:
    """Return, for each word, the probability that a player with weights `keen` takes this hint."""
    slip = SLIP / len(keen)
    wholes = map(sum, zip(*keen.values(), strict=True))
    return [
        (1 - SLIP) * value / whole + slip for value, whole in zip(keen[hint], wholes, strict=True)
    ]


def hint_weights(table: Table, said: Row, opening: Opening, reason: float) -> dict[int, Row]:
    """Return the weight of each open hint for a player, by the player's word. Weights are above 0.

    `said` has the words' weights after the player's previous hints. A further hint counts for the
    information that it adds.
    """
    cost = exp(-reason * DOUBLE)
    keen: dict[int, Row] = {}
    for hint in opening.all:
        row = table[hint]
        adds = sum(map(float.__mul__, said, row))
        scale = cost if hint in opening.dear else 1.0
        keen[hint] = [scale * (value / adds) ** reason for value in row]
    return keen
