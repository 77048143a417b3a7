"""Word Porters: how the others choose their hints: several kinds of givers, learned in the game.

Nobody says how it chooses its hints. So a reader weighs a few kinds of givers by how well each
explains the hints of a player whose words it has seen, and takes the mean of their readings
(Bayesian model averaging). What it assumes of somebody new are shares that were fitted to givers of
many kinds; `docs/word-porters-reader.md` says how, and what was held back.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp, log, sqrt
from typing import Literal, NamedTuple, TypeAlias

from chabudai.core import Seat
from chabudai.games.word_porters.bots.listener import (
    DOUBLE,
    SHARPNESS,
    SLIP,
    Habit,
    Row,
    Table,
    noise,
    shares,
)
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.rules.openings import Turn

USUAL = Habit(likeness=0.75, reason=4.0, weighing=1.0)
"""How a speaker and the review assume that others choose their hints."""
DRAWS = 16
"""Samples of a giver's sense of words when reading, in pairs of opposite noise."""
PAST_DRAWS = 4
"""The same for each past round; few, as there are many rounds."""

Way: TypeAlias = Literal["fits", "tells", "adds"]
"""A giver takes the hint that fits its word best, or the one that tells it best from the other
words on the table, by itself or together with its hints before."""


class Giver(NamedTuple):
    """A kind of giver."""

    way: Way
    likeness: float
    """Correlation of its sense of words with what most people feel, 0 to 1."""
    reason: float
    """Exponent on what it goes by: 1 chooses loosely, 4 nearly always the best."""


GIVERS: Mapping[Giver, float] = {
    Giver("fits", 0.95, 2.0): 0.3,
    Giver("fits", 0.95, 4.0): 0.27,
    Giver("tells", 0.95, 4.0): 0.3,
    Giver("adds", 0.95, 4.0): 0.07,
    Giver("fits", 0.8, 2.0): 0.02,
    Giver("fits", 0.8, 4.0): 0.02,
    Giver("tells", 0.8, 4.0): 0.01,
    Giver("adds", 0.8, 4.0): 0.01,
}
"""By kind, its share among players one has not met."""


class Past(NamedTuple):
    """A scored round as one reader reads it. `words`: by seat, the index of its word."""

    fits: Fits
    doubts: Fits
    turns: tuple[Turn, ...]
    words: tuple[int, ...]


def beliefs(
    rounds: Iterable[Past], seat: Seat, nearness: float, prior: Sequence[float]
) -> list[float]:
    """By giver, the probability that a player is of that kind, by its hints in scored rounds.

    `nearness`: as in `readings`; `prior`: the probabilities before the first round.
    """
    held = [log(share) for share in prior]
    for past in rounds:
        own = tuple(turn for turn in past.turns if turn.seat == seat)
        rows = readings(past.fits, past.doubts, own, nearness, PAST_DRAWS)
        held = [was + log(row[past.words[seat]]) for was, row in zip(held, rows, strict=True)]
    most = max(held)
    return shares([exp(one - most) for one in held])


def averaged(rows: Sequence[Row], believed: Sequence[float]) -> Row:
    """By word, the likelihood of a player's hints, over the kinds of givers that it may be."""
    return [sum(map(float.__mul__, believed, column)) for column in zip(*rows, strict=True)]


@lru_cache(256)
def readings(
    fits: Fits, doubts: Fits, turns: tuple[Turn, ...], nearness: float, draws: int = DRAWS
) -> tuple[Row, ...]:
    """By giver, then by word: the probability of a player's hints, if that word were its own.

    `nearness`: correlation, 0 to 1, of the reader's own sense with what most people feel.
    """
    found: list[Row] = []
    for giver in GIVERS:
        drawn = senses(fits, doubts, nearness * giver.likeness, giver.reason, draws)
        rows = [choices(sense, turns, giver) for sense in drawn]
        found.append([sum(column) / len(rows) for column in zip(*rows, strict=True)])
    return tuple(found)


class Sense(NamedTuple):
    """A sample of a giver's sense of words."""

    table: Table
    """By hint, then by word: how much the word fits the hint, above 0."""
    keen: Table
    """By word, then by hint: the same to the giver's `reason`."""


@lru_cache(32)
def senses(
    fits: Fits, doubts: Fits, likeness: float, reason: float, draws: int
) -> tuple[Sense, ...]:
    """Samples of the sense of a giver, in pairs of opposite noise; an even number.

    As `listener.tables`, but whoever fits a word more to a hint fits it less to the opposite one.
    """
    words = len(fits[0])
    found: list[Sense] = []
    for drawn in noise(draws // 2, len(fits) // 2 * words):
        for turned in (1, -1):
            felt: list[Row] = []
            for hint, (row, wide) in enumerate(zip(fits, doubts, strict=True)):
                sign = -turned if hint & 1 else turned
                pair = hint // 2 * words
                cells = zip(row, wide, drawn[pair : pair + words], strict=True)
                felt.append(
                    [
                        SHARPNESS * sampled(fit, doubt, likeness, sign * by)
                        for fit, doubt, by in cells
                    ]
                )
            found.append(
                Sense(
                    [list(map(exp, row)) for row in felt],
                    [[exp(reason * each) for each in column] for column in zip(*felt, strict=True)],
                )
            )
    return tuple(found)


def sampled(fit: float, doubt: float, likeness: float, by: float) -> float:
    """A giver's fit, `by` standard deviations off what one's own lets one expect."""
    alone = (1 - likeness) * doubt * doubt
    slope = likeness / (likeness + alone)
    return slope * fit + sqrt(likeness * (1 - slope) + alone) * by


def choices(sense: Sense, turns: Sequence[Turn], giver: Giver) -> Row:
    """By word, the probability of these hints, oldest first, by a giver of this very sense."""
    table, keen = sense
    found = said = [1.0] * len(keen)
    cost = exp(-giver.reason * DOUBLE)
    for turn in turns:
        scales = [0.0] * len(table)
        for hint in turn.opening.all:
            less = outweighed(giver.way, said, table[hint]) ** -giver.reason
            scales[hint] = less * (cost if hint in turn.opening.dear else 1.0)
        taken, slip = (1 - SLIP) * scales[turn.taken], SLIP / len(turn.opening.all)
        found = [
            before * (taken * row[turn.taken] / sum(map(float.__mul__, scales, row)) + slip)
            for before, row in zip(found, keen, strict=True)
        ]
        said = shares(list(map(float.__mul__, said, table[turn.taken])))
    return found


def outweighed(way: Way, said: Row, row: Row) -> float:
    """What a hint's fit to a word is held against. `row`: by word, how much it fits the hint."""
    match way:
        case "fits":
            return 1.0
        case "tells":
            return sum(row)
        case "adds":
            return sum(map(float.__mul__, said, row))
