"""A comparison for designers: how changed components affect length, seats, scores and cards."""

from collections.abc import Callable, Sequence
from statistics import fmean

from chabudai.arena.records import Plan, Record
from chabudai.arena.results import first_gains, hit_rates, spread
from chabudai.arena.statistics import Estimate, Results, averaged, bounded, estimate
from chabudai.core import Struct

Figure = Callable[[Sequence[Record]], dict[int, float]]
"""A function that maps each deal's number to a statistic of its games."""
Ends = tuple[float, float]
"""The least and the greatest value that a statistic can have."""
SHARE: Ends = (0.0, 1.0)
GAIN: Ends = (-1.0, 1.0)


class Comparing(Struct):
    """A request to compare the same games with the original and the changed components. `typed`
    lists the options that change them, as K=V.
    """

    before: Plan
    after: Plan
    typed: tuple[str, ...]

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots, which are the same with both sets of components."""
        return self.before.bots


class Change(Struct):
    """A statistic before and after, and its change on the same deals, with 95 % intervals."""

    before: Estimate
    after: Estimate
    change: Estimate


class Comparison(Struct):
    """The effects of changed components. `length` is the number of moves that seats make per game,
    `score` the mean score of all seats, and `hits` the fraction of correct guesses. `first` is the
    first mover's advantage in wins, `spread` the best score minus the worst, and `seats` the win
    rate of each seat. A team has only a win rate, `team`. `dead` lists the cards of both games that
    are no longer used, and `revived` the cards that were not used before. `unused` counts the
    unused cards, before and after.
    """

    deals: int
    length: Change
    score: Change
    hits: Change | None
    team: Change | None
    first: Change | None
    spread: Change | None
    seats: tuple[Change, ...]
    dead: tuple[str, ...]
    revived: tuple[str, ...]
    unused: tuple[int, int]


def compare(
    before: tuple[Results, Sequence[Record]], after: tuple[Results, Sequence[Record]]
) -> Comparison:
    """Compare two series with the same seed, bots and number of games."""
    old, new = before[0].details, after[0].details
    records = (finished(before[1]), finished(after[1]))
    seats, team = len(before[0].standings), before[0].is_team
    return Comparison(
        before[0].deals,
        change(records, lambda each: by_deal(each, lambda one: float(one.turns))),
        change(records, lambda each: by_deal(each, lambda one: fmean(one.scores))),
        change(records, hits_by_deal, SHARE) if hits_by_deal(records[0]) else None,
        change(records, share_of(0), SHARE) if team else None,
        None if team else change(records, first_by_deal, GAIN),
        None if team else change(records, lambda each: by_deal(each, spread)),
        tuple(change(records, share_of(seat), SHARE) for seat in range(0 if team else seats)),
        tuple(card for card in new.unused if card in old.cards),
        tuple(card for card in old.unused if card in new.cards),
        (len(old.unused), len(new.unused)),
    )


def finished(records: Sequence[Record]) -> list[Record]:
    """Return the games that were not forfeited."""
    return [one for one in records if one.forfeit is None]


def change(
    records: tuple[Sequence[Record], Sequence[Record]],
    figure: Figure,
    ends: Ends | None = None,
) -> Change:
    """Return a statistic and its change, on the deals that both series contain."""
    old, new = figure(records[0]), figure(records[1])
    deals = sorted(old.keys() & new.keys())
    return Change(
        mean([*old], [*old.values()], ends),
        mean([*new], [*new.values()], ends),
        within(ends, estimate(deals, [new[deal] - old[deal] for deal in deals])),
    )


def within(ends: Ends | None, change: Estimate) -> Estimate:
    """Limit the interval of a mean change to the changes that are possible for a statistic."""
    if ends is None or change.interval is None:
        return change
    most, (low, high) = ends[1] - ends[0], change.interval
    return Estimate(change.mean, (max(-most, low), min(most, high)))


def mean(deals: Sequence[int], values: Sequence[float], ends: Ends | None) -> Estimate:
    """Return the mean of a statistic over deals, with its interval."""
    return estimate(deals, values) if ends is None else bounded(deals, values, *ends)


def by_deal(records: Sequence[Record], figure: Callable[[Record], float]) -> dict[int, float]:
    """Map each deal to the mean of a statistic over its games."""
    return averaged((one.deal for one in records), map(figure, records))


def share_of(seat: int) -> Figure:
    """Return a `Figure` for a seat's share of the wins."""
    return lambda records: by_deal(records, lambda one: one.share(seat))


def hits_by_deal(records: Sequence[Record]) -> dict[int, float]:
    """Map each deal to the fraction of correct guesses."""
    return averaged(*hit_rates(records))


def first_by_deal(records: Sequence[Record]) -> dict[int, float]:
    """Map each deal to the first mover's advantage."""
    return averaged(*first_gains(records))
