"""Evaluations of bots' strength on the same deals. Statistics count deals, not games."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import comb
from statistics import fmean, variance

from chabudai.arena.evaluation_plan import Evaluation, Grade, Match, Table, options_for
from chabudai.arena.players import Faulty
from chabudai.arena.records import Games, Plan, Record
from chabudai.arena.simulation import plan_of
from chabudai.arena.statistics import Estimate, estimate, rate_of, wilson
from chabudai.core import AnyGame, Struct

PlayAll = Callable[[AnyGame, Sequence[Plan], Sequence[int]], Iterator[Games]]
"""A function that plays games by index, in order, each with every plan. If stopped, it yields fewer
games.
"""
BOUND = 2.9444
"""Bound of the sequential test (GSPRT) with α = β = .05: ln 19, for the log likelihood ratio."""
SETTLED = 16
"""Minimum number of deals that a sequential test needs for a decision. With fewer deals, their
variance is unknown.
"""


class Compared(Struct):
    """The result of a match: the `gain` of `one` over `other` per deal, and the wins of `one`.

    `ratio` is the log likelihood ratio of a sequential test, and `verdict` its decision, or "" if
    it is undecided or was not requested. For teams measured by wins, `rates` holds the fraction of
    deals that each team won, with Wilson's interval. `chance` is McNemar's exact p for the deals
    that only one of them won. `together` is true if the bots played as teams, each at its own
    table.
    """

    one: str
    other: str
    deals: int
    gain: Estimate
    wins: Estimate
    ratio: float | None = None
    verdict: str = ""
    rates: tuple[Estimate, Estimate] | None = None
    chance: float | None = None
    together: bool = False


class Graded(Struct):
    """The fraction of deals won by a team, with Wilson's interval, for each value of an option.

    `bot` names the bots of the team, joined by " + ".
    """

    bot: str
    option: str
    deals: int
    rates: dict[str, Estimate]


class Rated(Struct):
    """A bot's rating in the Plackett–Luce model over all tables of a plan, and the rating's
    error.
    """

    bot: str
    mu: float
    sigma: float


class Evaluated(Struct):
    """The results of an evaluation."""

    game: str
    matches: tuple[Compared, ...]
    grades: tuple[Graded, ...]
    ratings: tuple[Rated, ...]


def evaluate(
    game: AnyGame,
    asked: Evaluation,
    play_all: PlayAll,
    watch: Callable[[Compared | Graded], object] = lambda _: None,
) -> Evaluated:
    """Play all parts of a plan, and omit results that cover no deal. Raises SeriesFailed, and the
    exceptions of `plan_of`.
    """
    matches: list[Compared] = []
    for match in asked.match:
        if (one := compared(game, asked, match, play_all)) is not None:
            matches.append(one)
            watch(one)
    grades: list[Graded] = []
    for grade in asked.grade:
        found = graded(game, asked, grade, play_all)
        if found.rates:
            grades.append(found)
            watch(found)
    return Evaluated(game.name, tuple(matches), tuple(grades), rated(game, asked, play_all))


# --- Matches


def compared(game: AnyGame, asked: Evaluation, match: Match, play_all: PlayAll) -> Compared | None:
    """Play a match: at one table from every seat, or as teams on the same deals. Return None if no
    deal was played.
    """
    pairs = (teams if match.kind == "teams" else seats)(game, asked, match, play_all)
    gains: list[float] = []
    wins: list[tuple[float, float]] = []
    ratio, verdict = None, ""
    for gain, won in pairs:
        gains.append(gain)
        wins.append(won)
        if match.bounds is not None:
            ratio = likelihood(gains, *match.bounds)
            verdict = decided(ratio, len(gains))
            if verdict:
                break
    if not gains:
        return None
    together = match.kind == "teams" and match.measure == "win"
    numbers = range(len(gains))
    both = (
        [mine for mine, _ in wins],
        [theirs for _, theirs in wins],
    )
    return Compared(
        match.one,
        match.other,
        len(gains),
        estimate(numbers, gains),
        rate_of(numbers, both[0]),
        ratio,
        verdict,
        (share_of(both[0]), share_of(both[1])) if together else None,
        mcnemar(wins) if together else None,
        match.kind == "teams",
    )


Pair = tuple[float, tuple[float, float]]
"""A deal's result: the gain of one bot over the other, and each bot's share of the wins."""


def seats(game: AnyGame, asked: Evaluation, match: Match, play_all: PlayAll) -> Iterator[Pair]:
    """Yield the results of one bot among bots of another kind. It plays each deal once from every
    seat.
    """
    count = match.seats or max(2, game.seats[0])
    plan = plan_for(game, asked, (match.one, *[match.other] * (count - 1)), {})
    indices = range(match.first * count, (match.first + match.deals) * count)
    games = (one for (one,) in play_all(game, (plan,), indices))
    while len(deal := list(islice(games, count))) == count:
        won = fmean(one.share(one.seating.index(0)) for one in deal)
        others = (1 - won) / (count - 1)
        yield fmean(gain_at(asked, match, one) for one in deal), (won, others)


def gain_at(asked: Evaluation, match: Match, one: Record) -> float:
    """Return the gain of bot 0 over the others in a game."""
    refuse_forfeit(one)
    seat = one.seating.index(0)
    if match.measure == "win":
        return one.share(seat) - 1 / len(one.seating)
    others = fmean(score for at, score in enumerate(one.scores) if at != seat)
    return asked.sign * (one.scores[seat] - others)


def teams(game: AnyGame, asked: Evaluation, match: Match, play_all: PlayAll) -> Iterator[Pair]:
    """Yield the results of two tables that play the same deals, one with each kind of bot."""
    count = match.seats or max(2, game.seats[0])
    indices = [deal * count for deal in range(match.first, match.first + match.deals)]
    plans = [plan_for(game, asked, (bot,) * count, {}) for bot in (match.one, match.other)]
    for one, other in play_all(game, plans, indices):
        for each in (one, other):
            refuse_forfeit(each)
        won = (bool(one.winners) * 1.0, bool(other.winners) * 1.0)
        if match.measure == "win":
            yield won[0] - won[1], won
        else:
            yield asked.sign * (fmean(one.scores) - fmean(other.scores)), won


def plan_for(
    game: AnyGame, asked: Evaluation, bots: Sequence[str], more: dict[str, object]
) -> Plan:
    """Return a plan for these bots with the options of the evaluation. Raises the exceptions of
    `plan_of`.
    """
    return plan_of(game, bots, 1, 0, options_for(game, {**asked.options, **more}))


def refuse_forfeit(one: Record) -> None:
    """Raise Faulty for a forfeited game, because its bot cannot be evaluated."""
    if one.forfeit is not None:
        raise Faulty(f"forfeited game {one.index}: it {one.forfeit.why}")


def likelihood(gains: Sequence[float], low: float, high: float) -> float:
    """Return the generalized log likelihood ratio of a mean gain of `high` versus `low`."""
    if len(gains) < 2 or not (spread := variance(gains)):
        return 0.0
    return len(gains) * (high - low) * (fmean(gains) - (low + high) / 2) / spread


def decided(ratio: float, deals: int) -> str:
    """Return the decision of a sequential test: "gain", "no gain", or "" while undecided."""
    if deals < SETTLED or abs(ratio) < BOUND:
        return ""
    return "gain" if ratio > 0 else "no gain"


def share_of(won: Sequence[float]) -> Estimate:
    """Return the fraction of deals won, with Wilson's 95 % interval."""
    return Estimate(fmean(won), wilson(fmean(won), len(won)))


def mcnemar(wins: Sequence[tuple[float, float]]) -> float:
    """Return the exact two-sided p-value for the deals that only one of two teams won."""
    only = [
        sum(mine > theirs for mine, theirs in wins),
        sum(mine < theirs for mine, theirs in wins),
    ]
    n, fewer = sum(only), min(only)
    return min(1.0, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2.0**n)


# --- Grades and ratings


def graded(game: AnyGame, asked: Evaluation, grade: Grade, play_all: PlayAll) -> Graded:
    """Play a team with every value of an option, and omit values whose deals were not all
    played.
    """
    count = grade.seats or max(2, game.seats[0])
    bots = (grade.bot, *[grade.bots[-1]] * (count - 1))
    indices = [deal * count for deal in range(grade.first, grade.first + grade.deals)]
    rates: dict[str, Estimate] = {}
    for value in grade.values:
        plan = plan_for(game, asked, bots, {grade.option: value})
        won: list[float] = []
        for (one,) in play_all(game, (plan,), indices):
            refuse_forfeit(one)
            won.append(bool(one.winners) * 1.0)
        if len(won) == grade.deals:
            rates[str(value)] = share_of(won)
    return Graded(" + ".join(grade.bots), grade.option, grade.deals, rates)


def rated(game: AnyGame, asked: Evaluation, play_all: PlayAll) -> tuple[Rated, ...]:
    """Return ratings of all bots that have played, the best first."""
    if not asked.table:
        return ()
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    names = dict.fromkeys(bot for table in asked.table for bot in table.bots)
    found = {name: model.rating(name=name) for name in names}
    seen = set[str]()
    for one, table in games_of(game, asked, play_all):
        refuse_forfeit(one)
        seated = [table.bots[bot] for bot in one.seating]
        seen.update(seated)
        ranks = [float(seat not in one.winners) for seat in range(len(seated))]
        after = model.rate([[found[name]] for name in seated], ranks=ranks)
        for name, (rating,) in zip(seated, after, strict=True):
            found[name] = rating
    best = sorted(filter(seen.__contains__, found), key=lambda name: -found[name].mu)
    return tuple(Rated(name, found[name].mu, found[name].sigma) for name in best)


def games_of(game: AnyGame, asked: Evaluation, play_all: PlayAll) -> Iterator[tuple[Record, Table]]:
    """Yield the games of all tables. Each deal is played once from each seat."""
    for table in asked.table:
        count = len(table.bots)
        indices = range(table.first * count, (table.first + table.deals) * count)
        for (one,) in play_all(game, (plan_for(game, asked, table.bots, {}),), indices):
            yield one, table
