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
    tables,
)
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.rules.openings import Opening, Turn

USUAL = Habit(likeness=0.75, reason=4.0, weighing=1.0)
"""How a speaker assumes that others choose their hints."""
DRAWS = 16
"""Samples of a giver's sense of words when reading, in pairs of opposite noise."""
PAST_DRAWS = 4
"""The same for each past round; few, as there are many rounds."""

Way: TypeAlias = Literal["fits", "tells", "adds"]
"""A giver takes the hint that fits its word best, or the one that tells it best from the other
words on the table, by itself or together with its hints before."""
Literals: TypeAlias = tuple[tuple[bool, ...], ...]
"""By hint, then by word: whether the hint can be taken literally (`meanings.Board`)."""


class Giver(NamedTuple):
    """A kind of giver."""

    way: Way
    likeness: float
    """Correlation of its sense of words with what most people feel, 0 to 1."""
    reason: float
    """Exponent on what it goes by: 1 chooses loosely, 4 nearly always the best."""
    plain: bool = False
    """Whether it gives hints that can be taken literally, while one is open."""


GIVERS: Mapping[Giver, float] = {
    Giver("fits", 0.95, 2.0): 0.25,
    Giver("fits", 0.95, 4.0): 0.25,
    Giver("tells", 0.95, 4.0): 0.31,
    Giver("adds", 0.95, 4.0): 0.07,
    Giver("fits", 0.85, 2.0): 0.02,
    Giver("fits", 0.7, 2.0, plain=True): 0.05,
    Giver("tells", 0.7, 2.0, plain=True): 0.05,
}
"""By kind, its share among players one has not met."""


class Scene(NamedTuple):
    """A round as one reader reads it. Words are counted from 0."""

    fits: Fits
    doubts: Fits
    literal: Literals
    turns: tuple[Turn, ...]

    def by(self, seat: Seat) -> tuple[Turn, ...]:
        """The placements of a seat, oldest first."""
        return tuple(turn for turn in self.turns if turn.seat == seat)

    def sampled(self, likeness: float, draws: int) -> tuple[Table, ...]:
        """Sampled tables of a player whose sense has this correlation with the reader's."""
        return tables(self.fits, self.doubts, likeness, draws)


class Past(NamedTuple):
    """A scored round as one reader reads it. `words`: by seat, the index of its word."""

    scene: Scene
    words: tuple[int, ...]


def beliefs(
    rounds: Iterable[Past], seat: Seat, nearness: float, prior: Sequence[float]
) -> list[float]:
    """By giver, the probability that a player is of that kind, by its hints in scored rounds.

    `nearness`: as in `readings`; `prior`: the probabilities before the first round.
    """
    held = [log(share) for share in prior]
    for past in rounds:
        rows = readings(past.scene, past.scene.by(seat), nearness, PAST_DRAWS)
        held = [was + log(row[past.words[seat]]) for was, row in zip(held, rows, strict=True)]
    most = max(held)
    return shares([exp(one - most) for one in held])


def averaged(rows: Sequence[Row], believed: Sequence[float]) -> Row:
    """By word, the likelihood of a player's hints, over the kinds of givers that it may be."""
    return [sum(map(float.__mul__, believed, column)) for column in zip(*rows, strict=True)]


@lru_cache(256)
def readings(
    scene: Scene, turns: tuple[Turn, ...], nearness: float, draws: int = DRAWS
) -> tuple[Row, ...]:
    """By giver, then by word: the probability of a player's hints, if that word were its own.

    `nearness`: correlation, 0 to 1, of the reader's own sense with what most people feel.
    """
    found: list[Row] = []
    for giver in GIVERS:
        drawn = senses(scene, giver, nearness, draws)
        rows = [said(sense, turns, giver, scene.literal).likely for sense in drawn]
        found.append([sum(column) / len(rows) for column in zip(*rows, strict=True)])
    return tuple(found)


class Sense(NamedTuple):
    """A sample of a giver's sense of words."""

    table: Table
    """By hint, then by word: how much the word fits the hint, above 0."""
    keen: Table
    """By word, then by hint: the same to the giver's `reason`."""
    telling: Row
    """By hint: what its fit to a word is multiplied by, if it is held against all words."""


def senses(scene: Scene, giver: Giver, nearness: float, draws: int) -> tuple[Sense, ...]:
    """Samples of the sense of such a giver, for a reader of this `nearness`."""
    likeness = nearness * giver.likeness
    return sampled_senses(scene.fits, scene.doubts, likeness, giver.reason, draws)


@lru_cache(32)
def sampled_senses(
    fits: Fits, doubts: Fits, likeness: float, reason: float, draws: int
) -> tuple[Sense, ...]:
    """The senses of a giver that differ by its `reason` alone."""
    return tuple(
        Sense(
            table,
            [[value**reason for value in column] for column in zip(*table, strict=True)],
            [sum(row) ** -reason for row in table],
        )
        for table in sampled_tables(fits, doubts, likeness, draws)
    )


@lru_cache(16)
def sampled_tables(fits: Fits, doubts: Fits, likeness: float, draws: int) -> tuple[Table, ...]:
    """Samples of a giver's table, in pairs of opposite noise; an even number of `draws`.

    As `listener.tables`, but whoever fits a word more to a hint fits it less to the opposite one.
    """
    words = len(fits[0])
    cells = [
        [expected(fit, doubt, likeness) for fit, doubt in zip(row, wide, strict=True)]
        for row, wide in zip(fits, doubts, strict=True)
    ]
    found: list[Table] = []
    for drawn in noise(draws // 2, len(fits) // 2 * words):
        for turned in (1, -1):
            table: Table = []
            for hint, row in enumerate(cells):
                sign = -turned if hint & 1 else turned
                pair = hint // 2 * words
                noises = drawn[pair : pair + words]
                table.append(
                    [
                        exp(mean + sign * spread * by)
                        for (mean, spread), by in zip(row, noises, strict=True)
                    ]
                )
            found.append(table)
    return tuple(found)


def expected(fit: float, doubt: float, likeness: float) -> tuple[float, float]:
    """Mean and standard deviation of a giver's fit, by one's own; times SHARPNESS.

    Where people differ more, one's own sense predicts theirs less (a regression to the mean).
    """
    alone = (1 - likeness) * doubt * doubt
    slope = likeness / (likeness + alone)
    return SHARPNESS * slope * fit, SHARPNESS * sqrt(likeness * (1 - slope) + alone)


class Said(NamedTuple):
    """Hints of a giver of one very sense, by the word that may be its own."""

    likely: Row
    """The probability of these hints."""
    fitting: Row
    """How much the word fits all of them, for a giver that adds to its hints."""


def said(sense: Sense, turns: Sequence[Turn], giver: Giver, literal: Literals) -> Said:
    """These hints, oldest first."""
    likely = fitting = [1.0] * len(sense.keen)
    for turn in turns:
        scales = weights(sense, fitting, turn.opening, giver)
        taken = choices(sense, scales, turn, giver, literal)
        likely = list(map(float.__mul__, likely, taken))
        if giver.way == "adds":
            fitting = shares(list(map(float.__mul__, fitting, sense.table[turn.taken])))
    return Said(likely, fitting)


def choices(sense: Sense, scales: Row, turn: Turn, giver: Giver, literal: Literals) -> Row:
    """By word, the probability that it takes this hint of those open; `scales` as by `weights`."""
    hint, slip = turn.taken, SLIP / len(turn.opening.all)
    scale = (1 - SLIP) * scales[hint]
    return [
        scale * row[hint] / sum(map(float.__mul__, scales, row)) + slip
        for row in taking(sense, turn.opening, giver, literal)
    ]


def taking(sense: Sense, opening: Opening, giver: Giver, literal: Literals) -> Table:
    """By the giver's word, then by hint: how keen it is on them; 0 where it would not say it."""
    if not giver.plain:
        return sense.keen
    masks = zip(sense.keen, plainly(literal, opening), strict=True)
    return [list(map(float.__mul__, row, mask)) for row, mask in masks]


def weights(sense: Sense, fitting: Row, opening: Opening, giver: Giver) -> Row:
    """By hint, what its fit to a word is multiplied by in a choice; 0 where it is not open.

    `fitting`: by word, how much it fits the giver's hints before.
    """
    scales = prices(opening, len(sense.table), exp(-giver.reason * DOUBLE))
    match giver.way:
        case "fits":
            pass
        case "tells":
            scales = list(map(float.__mul__, scales, sense.telling))
        case "adds":
            added = [sum(map(float.__mul__, fitting, row)) ** -giver.reason for row in sense.table]
            scales = list(map(float.__mul__, scales, added))
    return scales


@lru_cache(256)
def plainly(literal: Literals, opening: Opening) -> Table:
    """By word, then by hint: 1 for those that a giver takes which wants to be taken literally.

    Those are the open ones that can be, or all, if none can be.
    """
    found: Table = []
    for column in zip(*literal, strict=True):
        forced = not any(column[hint] for hint in opening.all)
        found.append([float(fits or forced) for fits in column])
    return found


def prices(opening: Opening, hints: int, cost: float) -> Row:
    """By hint: 1 for one porter, `cost` for two (WP-22), 0 where it is not open."""
    found = [0.0] * hints
    for hint in opening.free:
        found[hint] = 1.0
    for hint in opening.dear:
        found[hint] = cost
    return found
