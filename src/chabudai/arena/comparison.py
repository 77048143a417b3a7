"""A designer's bench: what a changed box does to length, seats, scores and cards."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from statistics import fmean

from chabudai.arena.records import Plan, Record
from chabudai.arena.results import first_gains
from chabudai.arena.statistics import Estimate, Results, bounded, estimate, rate_of
from chabudai.core import Struct

Figure = Callable[[Sequence[Record]], dict[int, float]]
"""A figure of the games of each deal, by its number."""
Span = Callable[[Sequence[int], Sequence[float]], Estimate]
"""Makes the mean of a figure by deal, with its interval."""


class Comparing(Struct):
    """What is compared: the same games with the box as it is and as it is changed. `typed` are
    the options of the changed box, as K=V.
    """

    before: Plan
    after: Plan
    typed: tuple[str, ...]

    @property
    def bots(self) -> tuple[str, ...]:
        """Those that play with both boxes."""
        return self.before.bots


class Change(Struct):
    """A figure before and after, and its change on the same deals; with 95 % intervals."""

    before: Estimate
    after: Estimate
    change: Estimate


class Comparison(Struct):
    """What a changed box does. `length` are moves of seats in a game; `first` what the seat that
    moves first wins more than the others; `spread` the best score less the worst; `seats` the win
    rate by seat. `dead` are cards that nobody used any more, `revived` those that nobody used
    before, of the cards that both boxes have; `unused` counts all that nobody used, before and
    after.
    """

    deals: int
    length: Change
    first: Change
    spread: Change
    seats: tuple[Change, ...]
    dead: tuple[str, ...]
    revived: tuple[str, ...]
    unused: tuple[int, int]


def compare(
    before: tuple[Results, Sequence[Record]], after: tuple[Results, Sequence[Record]]
) -> Comparison:
    """Compare two series of the same seed, bots and number of games."""
    old, new = before[0].details, after[0].details
    records = (finished(before[1]), finished(after[1]))
    seats = range(len(before[0].standings))
    return Comparison(
        before[0].deals,
        change(records, lambda each: by_deal(each, lambda one: float(one.turns))),
        change(records, first_by_deal, partial(bounded, least=-1.0, most=1.0)),
        change(records, lambda each: by_deal(each, spread)),
        tuple(change(records, share_of(seat), rate_of) for seat in seats),
        tuple(card for card in new.unused if card in old.cards),
        tuple(card for card in old.unused if card in new.cards),
        (len(old.unused), len(new.unused)),
    )


def finished(records: Sequence[Record]) -> list[Record]:
    """The games that nobody forfeited."""
    return [one for one in records if one.forfeit is None]


def change(
    records: tuple[Sequence[Record], Sequence[Record]],
    figure: Figure,
    span: Span = estimate,
) -> Change:
    """A figure and its change, on the deals that both series have."""
    old, new = figure(records[0]), figure(records[1])
    deals = sorted(old.keys() & new.keys())
    return Change(
        span([*old], [*old.values()]),
        span([*new], [*new.values()]),
        estimate(deals, [new[deal] - old[deal] for deal in deals]),
    )


def by_deal(records: Sequence[Record], figure: Callable[[Record], float]) -> dict[int, float]:
    """The mean of a figure over the games of each deal."""
    deals = groupby(records, key=lambda one: one.deal)
    return {deal: fmean(map(figure, games)) for deal, games in deals}


def spread(one: Record) -> float:
    """The best score less the worst."""
    return float(max(one.scores) - min(one.scores))


def share_of(seat: int) -> Figure:
    """What a seat has of the wins."""
    return lambda records: by_deal(records, lambda one: one.share(seat))


def first_by_deal(records: Sequence[Record]) -> dict[int, float]:
    """What whoever moved first won more than the others."""
    gains = zip(*first_gains(records), strict=True)
    deals = groupby(gains, key=lambda pair: pair[0])
    return {deal: fmean(gain for _, gain in pairs) for deal, pairs in deals}
