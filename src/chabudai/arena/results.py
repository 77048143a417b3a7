"""Results of a series, computed from its records."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from statistics import median

import msgspec

from chabudai.arena.records import Plan, Record
from chabudai.arena.statistics import (
    BySeat,
    Details,
    Forfeited,
    Length,
    Results,
    Row,
    bounded,
    estimate,
    rate_of,
    summary,
)
from chabudai.core import AnyGame


def results_of(game: AnyGame, plan: Plan, records: Sequence[Record], seconds: float) -> Results:
    """Return the results of one or more games of a plan, given their records in order."""
    rows = [team_row(one) if game.together else row(one) for one in records]
    bots = (" + ".join(plan.bots),) if game.together else plan.bots
    return summary(plan.game, len(plan.bots), bots, rows, seconds, details_of(game, plan, records))


def team_row(one: Record) -> Row:
    """Return a game as a row of the statistics. The team counts as a single bot."""
    won = (0,) if one.winners else ()
    return Row(one.deal, one.scores[:1], won, one.moves, None if one.forfeit is None else 0)


def row(one: Record) -> Row:
    """Return a game as a row of the statistics, with values by bot instead of by seat."""
    scores = by_bot(one, one.scores)
    winners = tuple(sorted(one.seating[seat] for seat in one.winners))
    forfeit = None if one.forfeit is None else one.seating[one.forfeit.seat]
    return Row(one.deal, scores, winners, one.moves, forfeit)


def by_bot(one: Record, values: Sequence[int]) -> tuple[int, ...]:
    """Return values by bot, given values by seat."""
    return tuple(values[one.seating.index(bot)] for bot in range(len(values)))


def details_of(game: AnyGame, plan: Plan, records: Sequence[Record]) -> Details:
    """Return the details of the games."""
    played = [one for one in records if one.forfeit is None]
    digest = sha256("".join(one.digest for one in records).encode()).hexdigest()
    forfeits = tuple(
        Forfeited(one.index, plan.bots[one.seating[lost.seat]], lost.move, lost.why)
        for one in records
        if (lost := one.forfeit)
    )
    if not played:
        return Details(forfeits=forfeits, digest=digest)
    seats = range(len(plan.bots))
    deals = [one.deal for one in played]
    turns = [one.turns for one in played]
    cards = sum((Counter(one.cards) for one in played), Counter[str]())
    options = msgspec.json.decode(plan.options, type=game.options)
    rivals = len(seats) > 1 and not game.together
    return Details(
        Length(estimate(deals, [*map(float, turns)]), min(turns), median(turns), max(turns)),
        () if game.together else tuple(by_seat(played, deals, seat) for seat in seats),
        bounded(*first_gains(played), -1.0, 1.0) if rivals else None,
        sum(1 < len(one.winners) < len(seats) for one in played),
        estimate(deals, [spread(one) for one in played]) if rivals else None,
        tuple(actions(played, bot) for bot in seats),
        dict(sorted(cards.items())),
        tuple(card for card in game.extras.cards.box(options, len(seats)) if not cards[card]),
        forfeits,
        digest,
        rate_of(*hit_rates(played)) if any(one.guesses[0] for one in played) else None,
    )


def hit_rates(played: Sequence[Record]) -> tuple[list[int], list[float]]:
    """Return the deal of each game with guesses, and the fraction of correct guesses."""
    guessing = [one for one in played if one.guesses[0]]
    return [one.deal for one in guessing], [one.guesses[1] / one.guesses[0] for one in guessing]


def by_seat(played: Sequence[Record], deals: Sequence[int], seat: int) -> BySeat:
    """Return the results of a seat."""
    return BySeat(
        rate_of(deals, [one.share(seat) for one in played]),
        estimate(deals, [float(one.scores[seat]) for one in played]),
    )


def spread(one: Record) -> float:
    """Return the best score minus the worst."""
    return float(max(one.scores) - min(one.scores))


def first_gains(played: Sequence[Record]) -> tuple[list[int], list[float]]:
    """Return the deal of each game, and the advantage in wins of the seat that moved first."""
    deals: list[int] = []
    gains: list[float] = []
    for one in played:
        if one.first is None:
            continue
        shares = [one.share(seat) for seat in range(len(one.seating))]
        others = (sum(shares) - shares[one.first]) / (len(shares) - 1)
        deals.append(one.deal)
        gains.append(shares[one.first] - others)
    return deals, gains


def actions(played: Sequence[Record], bot: int) -> dict[str, int]:
    """Return the counts of a bot's actions by kind, the most frequent first."""
    found = Counter[str]()
    for one in played:
        found.update(one.actions[one.seating.index(bot)])
    return dict(found.most_common())
