"""Word Porters: models of how other players choose hints, learned during the game.

Players do not reveal how they choose hints. So a reader considers several kinds of givers and
averages their readings (Bayesian model averaging). The weight of a kind is how well it explains a
player's hints for words that are now known. For new players, a reader uses shares that were fitted
to givers of many kinds. `docs/word-porters-reader.md` describes the fit and the held-out data.
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
"""A speaker's assumption about how other players choose their hints."""
DRAWS = 16
"""Number of samples of a giver's sense for reading, in pairs with opposite noise."""
PAST_DRAWS = 4
"""Number of samples for each past round. It is small because there are many rounds."""

Way: TypeAlias = Literal["fits", "tells", "adds"]
"""The hint that a giver chooses: the one that fits its word best, or the one that best
distinguishes its word from the others on the table, either alone or together with its previous
hints.
"""
Literals: TypeAlias = tuple[tuple[bool, ...], ...]
"""Whether a hint can be taken literally for a word (`meanings.Board`). The first index is the hint,
the second the word.
"""


class Giver(NamedTuple):
    """A kind of giver."""

    way: Way
    likeness: float
    """Correlation of its sense of words with most people's, 0 to 1."""
    reason: float
    """Exponent on its criterion: 1 chooses loosely, 4 nearly always the best."""
    plain: bool = False
    """Whether it gives only hints that can be taken literally, as long as one is open."""


GIVERS: Mapping[Giver, float] = {
    Giver("fits", 0.95, 2.0): 0.25,
    Giver("fits", 0.95, 4.0): 0.25,
    Giver("tells", 0.95, 4.0): 0.31,
    Giver("adds", 0.95, 4.0): 0.07,
    Giver("fits", 0.85, 2.0): 0.02,
    Giver("fits", 0.7, 2.0, plain=True): 0.05,
    Giver("tells", 0.7, 2.0, plain=True): 0.05,
}
"""Assumed share of each kind of giver among new players."""


class Scene(NamedTuple):
    """A round with one reader's sense of words. Words are numbered from 0."""

    fits: Fits
    doubts: Fits
    literal: Literals
    turns: tuple[Turn, ...]

    def by(self, seat: Seat) -> tuple[Turn, ...]:
        """Return the placements of a seat, oldest first."""
        return tuple(turn for turn in self.turns if turn.seat == seat)

    def sampled(self, likeness: float, draws: int) -> tuple[Table, ...]:
        """Return sampled tables for a player whose sense has this correlation with the reader's."""
        return tables(self.fits, self.doubts, likeness, draws)


class Past(NamedTuple):
    """A scored round with one reader's sense of words. `words` has the index of each seat's
    word.
    """

    scene: Scene
    words: tuple[int, ...]


def beliefs(
    rounds: Iterable[Past], seat: Seat, nearness: float, prior: Sequence[float]
) -> list[float]:
    """Return the probability that a player is each kind of giver, given the player's hints in
    scored rounds.

    `nearness` is as in `readings`. `prior` has the probabilities before the first round.
    """
    held = [log(share) for share in prior]
    for past in rounds:
        rows = readings(past.scene, past.scene.by(seat), nearness, PAST_DRAWS)
        held = [was + log(row[past.words[seat]]) for was, row in zip(held, rows, strict=True)]
    most = max(held)
    return shares([exp(one - most) for one in held])


def averaged(rows: Sequence[Row], believed: Sequence[float]) -> Row:
    """Return, for each word, the likelihood of a player's hints, averaged over kinds of givers."""
    return [sum(map(float.__mul__, believed, column)) for column in zip(*rows, strict=True)]


@lru_cache(256)
def readings(
    scene: Scene, turns: tuple[Turn, ...], nearness: float, draws: int = DRAWS
) -> tuple[Row, ...]:
    """Return the probability of a player's hints for each giver and each possible word of the
    player.

    `nearness` is the correlation, 0 to 1, of the reader's own sense with most people's.
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
    """Fit of each word to a hint, above 0. The first index is the hint, the second the word."""
    keen: Table
    """The fits raised to the power of the giver's `reason`. The first index is the word, the second
    the hint.
    """
    telling: Row
    """For each hint, a factor applied to its fit by givers that compare it with its fit to all
    words.
    """


def senses(scene: Scene, giver: Giver, nearness: float, draws: int) -> tuple[Sense, ...]:
    """Return samples of a giver's sense, for a reader with this `nearness`."""
    likeness = nearness * giver.likeness
    return sampled_senses(scene.fits, scene.doubts, likeness, giver.reason, draws)


@lru_cache(32)
def sampled_senses(
    fits: Fits, doubts: Fits, likeness: float, reason: float, draws: int
) -> tuple[Sense, ...]:
    """Return samples of a giver's sense, cached for all givers with this `reason`."""
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
    """Return samples of a giver's table, in pairs with opposite noise. `draws` must be even.

    Like `listener.tables`, but a word that fits a hint better fits the opposite hint worse.
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
    """Return the mean and deviation of a giver's fit, times SHARPNESS, given the reader's fit.

    The more people disagree, the less the reader's fit predicts the giver's (regression to the
    mean).
    """
    alone = (1 - likeness) * doubt * doubt
    slope = likeness / (likeness + alone)
    return SHARPNESS * slope * fit, SHARPNESS * sqrt(likeness * (1 - slope) + alone)


class Said(NamedTuple):
    """A reading of a giver's hints under one sample of its sense, for each possible word of the
    giver.
    """

    likely: Row
    """Probability of the hints."""
    fitting: Row
    """Fit of the word to all the hints together, for a giver that complements its previous hints.
    """


def said(sense: Sense, turns: Sequence[Turn], giver: Giver, literal: Literals) -> Said:
    """Return the reading of these hints, which are oldest first."""
    likely = fitting = [1.0] * len(sense.keen)
    for turn in turns:
        scales = weights(sense, fitting, turn.opening, giver)
        taken = choices(sense, scales, turn, giver, literal)
        likely = list(map(float.__mul__, likely, taken))
        if giver.way == "adds":
            fitting = shares(list(map(float.__mul__, fitting, sense.table[turn.taken])))
    return Said(likely, fitting)


def choices(sense: Sense, scales: Row, turn: Turn, giver: Giver, literal: Literals) -> Row:
    """Return, for each word, the probability that a giver takes this hint. Pass the result of
    `weights` as `scales`.
    """
    hint, slip = turn.taken, SLIP / len(turn.opening.all)
    scale = (1 - SLIP) * scales[hint]
    return [
        scale * row[hint] / sum(map(float.__mul__, scales, row)) + slip
        for row in taking(sense, turn.opening, giver, literal)
    ]


def taking(sense: Sense, opening: Opening, giver: Giver, literal: Literals) -> Table:
    """Return, for each word, the giver's preference for hints, or 0 for hints that it does not
    give.
    """
    if not giver.plain:
        return sense.keen
    masks = zip(sense.keen, plainly(literal, opening), strict=True)
    return [list(map(float.__mul__, row, mask)) for row, mask in masks]


def weights(sense: Sense, fitting: Row, opening: Opening, giver: Giver) -> Row:
    """Return, for each hint, the factor by which a giver multiplies its fit, or 0 for closed hints.

    `fitting` is the fit of each word to the giver's previous hints.
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
    """Return, for each word and hint, 1 if a literal giver would take the hint, and 0 otherwise.

    A literal giver takes the open hints that can be taken literally, or all if none can.
    """
    found: Table = []
    for column in zip(*literal, strict=True):
        forced = not any(column[hint] for hint in opening.all)
        found.append([float(fits or forced) for fits in column])
    return found


def prices(opening: Opening, hints: int, cost: float) -> Row:
    """Return the price factor of each hint: 1 if it takes one porter, `cost` if it takes two
    (WP-22), and 0 if it is closed.
    """
    found = [0.0] * hints
    for hint in opening.free:
        found[hint] = 1.0
    for hint in opening.dear:
        found[hint] = cost
    return found
