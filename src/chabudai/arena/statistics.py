"""Statistics of a series of games: wins, mean scores and their 95 % intervals."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import sqrt
from statistics import NormalDist, fmean, stdev

from chabudai.core import Struct


class Row(Struct):
    """One game: the deal it belongs to, scores by bot, the bots that won, how many moves."""

    deal: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int


class Estimate(Struct):
    """A mean over games with its 95 % interval.

    Games of one deal are not independent, so the interval rests on the means of the deals; None
    when there was only one.
    """

    mean: float
    interval: tuple[float, float] | None


class Standing(Struct):
    """One bot's results. A win shared by n counts 1/n in `wins`; `alone`, `shared` count games."""

    bot: str
    wins: float
    alone: int
    shared: int
    win_rate: Estimate
    score: Estimate


class Results(Struct):
    """The statistics of a series. `moves` counts chance moves too; `seconds` is wall time."""

    game: str
    games: int
    deals: int
    standings: tuple[Standing, ...]
    moves: int
    seconds: float


def summary(game: str, bots: Sequence[str], rows: Sequence[Row], seconds: float) -> Results:
    """The results of a series of at least one game, its rows in the order of the deals."""
    standings = tuple(standing(name, bot, rows) for bot, name in enumerate(bots))
    deals = len({row.deal for row in rows})
    return Results(game, len(rows), deals, standings, sum(row.moves for row in rows), seconds)


def standing(name: str, bot: int, rows: Sequence[Row]) -> Standing:
    """The standing of bot `bot`, named `name`."""
    deals = [row.deal for row in rows]
    shares = [Fraction(bot in row.winners, max(1, len(row.winners))) for row in rows]
    rate = estimate(deals, [float(share) for share in shares])
    if rate.interval:
        low, high = rate.interval
        rate = Estimate(rate.mean, (max(0.0, low), min(1.0, high)))
    return Standing(
        name,
        float(sum(shares)),
        sum(share == 1 for share in shares),
        sum(0 < share < 1 for share in shares),
        rate,
        estimate(deals, [float(row.scores[bot]) for row in rows]),
    )


def estimate(deals: Iterable[int], values: Sequence[float]) -> Estimate:
    """The mean of `values`, one for each game, whose deals are given in ascending order."""
    mean = fmean(values)
    pairs = groupby(zip(deals, values, strict=True), key=lambda pair: pair[0])
    means = [fmean(value for _, value in pair) for _, pair in pairs]
    if len(means) < 2:
        return Estimate(mean, None)
    margin = student(len(means) - 1) * stdev(means) / sqrt(len(means))
    return Estimate(mean, (mean - margin, mean + margin))


STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t for `freedom` ≥ 1 degrees, good to three decimals.

    Above ten, the first terms of its expansion in 1/freedom about the normal distribution.
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
