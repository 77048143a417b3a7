"""Word Porters: learn how the others choose their hints from scored rounds."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import log
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.games.word_porters.bots.listener import Habit, Row, tables, weights
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.rules.openings import Turn

LIKENESSES = (0.5, 0.75, 0.9)
REASONS = (2.0, 4.0)
WEIGHINGS = (0.0, 0.5, 1.0)
HABITS = tuple(Habit(*each) for each in product(LIKENESSES, REASONS, WEIGHINGS))
USUAL = Habit(likeness=0.75, reason=4.0, weighing=1.0)
"""The prior habit of an unknown player."""
RELUCTANCE = 1.0
"""Penalty for each step from USUAL, as a logarithm of the likelihood."""
DRAWS = 4
"""Samples for each past round; few, as there are many rounds and habits."""


class Past(NamedTuple):
    """A scored round as one reader reads it. `words`: by seat, the index of its word."""

    fits: Fits
    doubts: Fits
    turns: tuple[Turn, ...]
    words: tuple[int, ...]


def fit_habit(rounds: Iterable[Past], seat: Seat) -> Habit:
    """The habit that best explains a player's past hints, given its words."""
    totals = [-RELUCTANCE * steps(habit) for habit in HABITS]
    for past in rounds:
        own = tuple(turn for turn in past.turns if turn.seat == seat)
        for at, found in enumerate(habit_scores(past.fits, past.doubts, own, past.words[seat])):
            totals[at] += found
    return max(zip(totals, HABITS, strict=True))[1]


def steps(habit: Habit) -> int:
    """The distance of a habit from the usual one, in steps on the three scales."""
    scales = (LIKENESSES, REASONS, WEIGHINGS)
    return sum(
        abs(scale.index(own) - scale.index(usual))
        for scale, own, usual in zip(scales, habit, USUAL, strict=True)
    )


@lru_cache(256)
def habit_scores(fits: Fits, doubts: Fits, turns: tuple[Turn, ...], word: int) -> tuple[float, ...]:
    """By habit, the logarithm of the probability of the player's true word."""
    found: list[float] = []
    for likeness in LIKENESSES:
        drawn = tables(fits, doubts, likeness, DRAWS)
        plain = [weights(table, turns, Habit(likeness, 1.0, 0.0)) for table in drawn]
        for reason in REASONS:
            weighed = [weights(table, turns, Habit(likeness, reason, 1.0)) for table in drawn]
            found += [log(share(plain, weighed, weighing, word)) for weighing in WEIGHINGS]
    return tuple(found)


def share(plain: Sequence[Row], weighed: Sequence[Row], weighing: float, word: int) -> float:
    """The share of a word over all samples, with this `Habit.weighing`."""
    whole = own = 0.0
    for one, other in zip(plain, weighed, strict=True):
        row = [a ** (1 - weighing) * b**weighing for a, b in zip(one, other, strict=True)]
        own += row[word]
        whole += sum(row)
    return own / whole
