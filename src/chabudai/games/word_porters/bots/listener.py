"""Word Porters: reading hints. How likely is each word to be another player's?

A reader takes it that the others choose hints much as it would, with a sense of words that is like
its own but not the same: partly for what the hints say (Frank and Goodman, 2012), partly just for
what comes to mind. So a hint speaks for the words that it fits best of all hints that were open,
and a hint that was open and not taken speaks against the words it fits. What the others feel is
not known, so it is drawn a number of times, always with the same dice, and averaged over: this is
what keeps the reader from being surer than it is right to be.
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
"""What a standard deviation of fit counts in the choice between words, as a logarithm."""
SLIP = 0.03
"""How often a hint is taken for no reason."""
DOUBLE = 0.1
"""What a second porter on a card costs, in the unit of what a hint says (a logarithm).

Little: with more, bots among themselves find fewer words."""
RANKS = (1.0, 0.7, 0.45)
"""What a player's first, second and third hint count, if it takes what comes to mind."""

Row: TypeAlias = list[float]
"""Something by word."""
Table: TypeAlias = list[Row]
"""By hint word, then by word: how likely the word is, were the hint all one knew."""


class Habit(NamedTuple):
    """How a player is taken to choose hints."""

    likeness: float
    """How like the reader's its sense of words is: a correlation, 0 to 1."""
    reason: float
    """How strictly it takes the hint that says most: 1 loosely, 4 nearly always."""
    weighing: float
    """How far it weighs what was open, rather than taking what comes to mind: 0 to 1."""


@lru_cache(4)
def noise(draws: int, cells: int) -> tuple[tuple[float, ...], ...]:
    """Draws of what others feel alone, always the same: normally distributed, by cell."""
    rng, normal = Rng(0), NormalDist()
    return tuple(
        tuple(normal.inv_cdf(((rng.bits() >> 11) + 0.5) / (1 << 53)) for _ in range(cells))
        for _ in range(draws)
    )


@lru_cache(16)
def tables(fits: Fits, doubts: Fits, likeness: float, draws: int) -> tuple[Table, ...]:
    """What the hints may say to somebody whose sense is so like this one: a table a draw.

    Where people differ more, one's own sense tells less of theirs (a regression to the mean).
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
    """The row scaled to add up to 1."""
    total = sum(row)
    return [value / total for value in row]


def likelihoods(drawn: Sequence[Table], turns: Sequence[Turn], habit: Habit) -> Row:
    """How likely each word is to be that of the player who made these turns, oldest first.

    The words' likelihoods need not add up to anything.
    """
    total = [0.0] * len(drawn[0][0])
    for table in drawn:
        for word, weight in enumerate(weights(table, turns, habit)):
            total[word] += weight
    return total


def weights(table: Table, turns: Sequence[Turn], habit: Habit) -> Row:
    """The likelihoods, were it known that the player's sense is this table."""
    found = [1.0] * len(table[0])
    said = found
    for turn, rank in zip(turns, RANKS, strict=False):
        by = habit.weighing
        if by:
            keen = keenness(table, said, turn.opening, habit.reason)
            taken = chosen(keen, turn.taken)
            found = [before * how**by for before, how in zip(found, taken, strict=True)]
        if by < 1:
            plain = (1 - by) * rank
            says = table[turn.taken]
            found = [before * value**plain for before, value in zip(found, says, strict=True)]
        said = shares(list(map(float.__mul__, said, table[turn.taken])))
    return found


def chosen(keen: Mapping[int, Row], hint: int) -> Row:
    """By word, how likely somebody so keen on the open hints takes that one."""
    slip = SLIP / len(keen)
    wholes = map(sum, zip(*keen.values(), strict=True))
    return [
        (1 - SLIP) * value / whole + slip for value, whole in zip(keen[hint], wholes, strict=True)
    ]


def keenness(table: Table, said: Row, opening: Opening, reason: float) -> dict[int, Row]:
    """By open hint, then by word: how keen somebody with it is on that hint; above 0, in no unit.

    `said` is what its hints so far say of each word: of a further hint, what it adds counts.
    """
    cost = exp(-reason * DOUBLE)
    keen: dict[int, Row] = {}
    for hint in opening.all:
        row = table[hint]
        adds = sum(map(float.__mul__, said, row))
        scale = cost if hint in opening.dear else 1.0
        keen[hint] = [scale * (value / adds) ** reason for value in row]
    return keen
