"""Statistics of a series of games: wins, mean scores and their 95 % intervals."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import nan, sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import field

from chabudai.core import Struct

Z = NormalDist().inv_cdf(0.975)
"""97.5 % quantile of the normal distribution."""


class Row(Struct):
    """One game: its deal, the scores by bot, the bots that won, the number of moves, and the bot
    that forfeited. A forfeit counts as a loss for that bot, and all other results of the game are
    ignored.
    """

    deal: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    forfeit: int | None = None


class Estimate(Struct):
    """A mean over games with its 95 % interval.

    Games with the same deal are not independent, so the interval is based on the means of deals.
    The interval is None if there was only one deal. Without any games, the mean is NaN.
    """

    mean: float
    interval: tuple[float, float] | None


class Standing(Struct):
    """The results of a bot, or of a team, which is named after its bots, joined by " + ". A win
    shared by n rivals counts as 1/n in `wins`. `alone` and `shared` count games.
    """

    bot: str
    wins: float
    alone: int
    shared: int
    win_rate: Estimate
    score: Estimate


class Length(Struct):
    """Number of moves made by seats in a game: the mean with its interval, minimum, median and
    maximum.
    """

    mean: Estimate
    least: int
    median: float
    most: int


class BySeat(Struct):
    """The results of a seat, regardless of the bot in it."""

    win_rate: Estimate
    score: Estimate


class Forfeited(Struct):
    """A game that was forfeited by `bot` at move `move`, counted from 0. `why` is the reason."""

    game: int
    bot: str
    move: int
    why: str


class Details(Struct):
    """Details of the games of a series. Forfeited games count only in `forfeits` and `digest`.

    `seats` has the results of each seat. `first` is the first mover's mean share of the wins, minus
    the others' mean share. `tied` counts games won by several bots, but not by all. `spread` is the
    best score minus the worst. These are missing for a team. `actions` counts each bot's actions by
    kind, and `cards` the uses of each card. `unused` lists the cards in the box that were never
    used. `digest` is a SHA-256 of all games and moves. `hits` is the fraction of correct guesses.
    """

    length: Length | None = None
    seats: tuple[BySeat, ...] = ()
    first: Estimate | None = None
    tied: int = 0
    spread: Estimate | None = None
    actions: tuple[dict[str, int], ...] = ()
    cards: dict[str, int] = field(default_factory=dict[str, int])
    unused: tuple[str, ...] = ()
    forfeits: tuple[Forfeited, ...] = ()
    digest: str = ""
    hits: Estimate | None = None


class Results(Struct):
    """The statistics of a series with `seats` seats at the table. `moves` includes chance moves;
    `seconds` is wall time.
    """

    game: str
    games: int
    deals: int
    seats: int
    standings: tuple[Standing, ...]
    moves: int
    seconds: float
    details: Details = Details()

    @property
    def is_team(self) -> bool:
        """Whether the bots at the table win together."""
        return len(self.standings) < self.seats

    def _repr_html_(self) -> str:
        """Return a table of the bots for a notebook, followed by facts about the games."""
        from chabudai.arena.notebook import table

        head = ("Team" if self.is_team else "Bot", "Won", "Win rate", "Mean score")
        rows = [
            (one.bot, f"{one.wins:g}", shown(one.win_rate, 3), shown(one.score, 2))
            for one in self.standings
        ]
        details = self.details
        facts = [f"{self.games} games", f"{self.deals} deals"]
        if details.length is not None:
            facts.append(f"{shown(details.length.mean, 1)} moves of seats a game")
        if details.first is not None:
            facts.append(f"first to move: {shown(details.first, 3)}")
        facts += [f"game {one.game} forfeited by {one.bot}" for one in details.forfeits[:5]]
        return table(self.game, head, rows, " · ".join(facts))


def shown(estimate: Estimate, digits: int) -> str:
    """Return a mean with its 95 % interval as text."""
    if estimate.interval is None:
        return f"{estimate.mean:.{digits}f}"
    low, high = estimate.interval
    return f"{estimate.mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def summary(
    game: str,
    seats: int,
    bots: Sequence[str],
    rows: Sequence[Row],
    seconds: float,
    details: Details = Details(),  # noqa: B008 - it is immutable
) -> Results:
    """Return the results of a series of at least one game, given its rows in the order of the
    deals. `bots` names the bot in each of the `seats`, or their team.
    """
    standings = tuple(standing(name, bot, rows) for bot, name in enumerate(bots))
    deals = len({row.deal for row in rows})
    moves = sum(row.moves for row in rows)
    return Results(game, len(rows), deals, seats, standings, moves, seconds, details)


def standing(name: str, bot: int, rows: Sequence[Row]) -> Standing:
    """Return the standing of bot number `bot`, named `name`."""
    played = [row for row in rows if row.forfeit is None]
    counted = [row for row in rows if row.forfeit in (None, bot)]
    shares = [Fraction(bot in row.winners, max(1, len(row.winners))) for row in counted]
    rate = rate_of([row.deal for row in counted], [float(share) for share in shares])
    scores = [float(row.scores[bot]) for row in played]
    deals = [row.deal for row in played]
    # A mission scores 1 if it is won, or else 0. Its mean score is also a share.
    mean = rate_of if set(scores) <= {0.0, 1.0} else estimate
    return Standing(
        name,
        float(sum(shares)),
        sum(share == 1 for share in shares),
        sum(0 < share < 1 for share in shares),
        rate,
        mean(deals, scores),
    )


def rate_of(deals: Sequence[int], shares: Sequence[float]) -> Estimate:
    """Return the mean of shares, from 0 to 1, with an interval like that of `bounded`."""
    return bounded(deals, shares, 0.0, 1.0)


def bounded(deals: Sequence[int], values: Sequence[float], least: float, most: float) -> Estimate:
    """Return the mean of values between `least` and `most`, with Wilson's interval.

    The interval assumes the number of independent trials that would give the variance found between
    deals (Korn and Graubard, 1998). If all deals have the same result, such as a win, the variance
    is unknown, and the number of deals is used.
    """
    found = estimate(deals, values)
    if found.interval is None:
        return found
    rate = (found.mean - least) / (most - least)
    trials = float(len(set(deals)))
    if margin := (found.interval[1] - found.mean) / (most - least):
        trials = rate * (1 - rate) * (Z / margin) ** 2
    low, high = (least + (most - least) * end for end in wilson(rate, trials))
    return Estimate(found.mean, (low, high))


def wilson(rate: float, trials: float) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson, 1927), which is also accurate near 0 and 1."""
    middle = (rate + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    spread = sqrt(rate * (1 - rate) / trials + Z * Z / (4 * trials * trials))
    margin = Z / (1 + Z * Z / trials) * spread
    # Rounding may put an end of the interval on the wrong side of the rate.
    return max(0.0, min(rate, middle - margin)), min(1.0, max(rate, middle + margin))


def estimate(deals: Iterable[int], values: Sequence[float]) -> Estimate:
    """Return the mean of `values`, one per game. `deals` are in ascending order."""
    if not values:
        return Estimate(nan, None)
    mean, means = fmean(values), [*averaged(deals, values).values()]
    if len(means) < 2:
        return Estimate(mean, None)
    margin = student(len(means) - 1) * stdev(means) / sqrt(len(means))
    return Estimate(mean, (mean - margin, mean + margin))


def averaged(deals: Iterable[int], values: Iterable[float]) -> dict[int, float]:
    """Map each deal to the mean of its values. `deals` are in ascending order."""
    pairs = groupby(zip(deals, values, strict=True), key=lambda pair: pair[0])
    return {deal: fmean(value for _, value in each) for deal, each in pairs}


STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, for `freedom` (1 or more) degrees of freedom, to
    three decimals.

    For more than ten degrees of freedom, the result is computed from the first terms of the
    quantile's expansion in 1/freedom around the normal distribution.
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
