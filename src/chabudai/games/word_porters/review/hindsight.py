"""Word Porters: the review of a game. It weighs hints and votes, and finds better ones.

Probabilities come from the review of each round, by an expert who saw each player's open hints. For
each seat

    hints + votes + luck = margin,

where the margin is its lead in points over the mean of the others at the end (WP-44). The cost of a
vote is the difference in probability between the guess in the likeliest votes and the actual guess.
The cost of a placement is the loss in the word's probability compared with the best open hint,
times the number of players who voted on the word. It is 0 if no open hint fitted and the hint taken
was the least bad. `hints` and `votes` are the amounts by which a seat's costs are lower than the
mean of the others. `luck` is the rest: the deal, the effects of the other players' hints and votes,
and the outcome of the seat's own votes.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import Recorded
from chabudai.games.word_porters.questions import Considered, HintReview, Reviewed, VoteReview
from chabudai.games.word_porters.review import review
from chabudai.games.word_porters.state import Action, Fill, Place, State, Vote

MOMENTS = 3
"""Maximum number of a seat's hints and votes that the review discusses."""
NOTABLE = 200
"""Minimum cost, in thousandths of a point, of a hint or vote that the review discusses."""
UNIT = 1000
Kind: TypeAlias = Literal["hint", "vote"]
KINDS: tuple[Kind, Kind] = ("hint", "vote")
MADE: tuple[tuple[type, ...], ...] = ((Place,), (Vote, Fill))
"""Types of the moves of each kind. Votes that were filled in are not reviewed."""


class Moment(Struct):
    """A costly hint (placement `at`, counted from 0), or the costly votes of seat `at`.

    `cost` is in thousandths of a point. `round` is counted from 1.
    """

    round: int
    kind: Kind
    at: int
    cost: int


class Account(Struct):
    """A seat's result: `hints` + `votes` + `luck` = `margin`, in thousandths of a point.

    `moments` lists the costliest hints and votes, in descending order of cost, except votes that
    were right against the odds.
    """

    seat: Seat
    margin: int
    hints: int
    votes: int
    luck: int
    moments: tuple[Moment, ...]


class Looked(Struct):
    """The accounts by seat, and the rounds.

    For each round, `placed` has the number of moves before each placement, oldest first. `voted`
    has the number of moves before each seat's votes.
    """

    accounts: tuple[Account, ...]
    rounds: tuple[Reviewed, ...]
    placed: tuple[tuple[int, ...], ...]
    voted: tuple[tuple[int, ...], ...]


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Weigh every hint and vote of a finished game. Takes a few tenths of a second."""
    states: tuple[State, ...] = played.states
    end = states[-1]
    numbers = range(1, len(end.rounds) + 1)
    rounds = tuple(review(end.options, end.rounds[:number]) for number in numbers)
    seats = range(len(end.scores))
    accounts = tuple(account(end.scores, rounds, seat) for seat in seats)
    placed, voted = ([before(played, number, kinds) for number in numbers] for kinds in MADE)
    by_seat = (tuple(at for _, at in sorted(each)) for each in voted)
    return Looked(
        accounts, rounds, tuple(tuple(at for _, at in each) for each in placed), tuple(by_seat)
    )


def before(played: Recorded, number: int, kinds: tuple[type, ...]) -> list[tuple[Seat, int]]:
    """Return, for each move of these kinds in a round, its seat and the number of moves before
    it.
    """
    moves = zip(played.transcript.entries, played.states, strict=False)
    return [
        (entry.seat, at)
        for at, (entry, state) in enumerate(moves)
        if state.round == number
        and isinstance(msgspec.json.decode(entry.action, type=Action), kinds)
    ]


def account(scores: Sequence[int], rounds: Sequence[Reviewed], seat: Seat) -> Account:
    """Return the account of a seat."""
    made = [*moments(rounds)]
    margin = ahead(seat, [UNIT * score for score in scores])
    hints, votes = (
        -ahead(seat, [cost_of(made, each, kind) for each in range(len(scores))]) for kind in KINDS
    )
    mine = [
        one
        for one, owner in made
        if owner == seat and one.cost >= NOTABLE and not was_right(rounds, one)
    ]
    costliest = tuple(sorted(mine, key=lambda one: -one.cost)[:MOMENTS])
    return Account(seat, margin, hints, votes, margin - hints - votes, costliest)


def was_right(rounds: Sequence[Reviewed], moment: Moment) -> bool:
    """Whether every vote of a seat was either the likeliest one or right, so that none should have
    been different.
    """
    votes = [vote for vote in rounds[moment.round - 1].votes if vote.seat == moment.at]
    return moment.kind == "vote" and all(vote.guess in (vote.best, vote.number) for vote in votes)


def ahead(seat: Seat, worths: Sequence[int]) -> int:
    """Return a seat's lead over the mean of the others."""
    return round(worths[seat] - (sum(worths) - worths[seat]) / (len(worths) - 1))


def cost_of(made: Iterable[tuple[Moment, Seat]], seat: Seat, kind: Kind) -> int:
    """Return the cost of a seat's hints or votes."""
    return sum(one.cost for one, owner in made if owner == seat and one.kind == kind)


def moments(rounds: Sequence[Reviewed]) -> Iterator[tuple[Moment, Seat]]:
    """Yield every hint of a game, and every seat's votes in each round, with the seat."""
    for reviewed in rounds:
        for at, hint in enumerate(reviewed.hints):
            voters = sum(vote.target == hint.seat for vote in reviewed.votes)
            lost = 0 if at in reviewed.least_bad else lost_by(hint)
            yield Moment(reviewed.round, "hint", at, voters * lost), hint.seat
        for seat in sorted({vote.seat for vote in reviewed.votes}):
            lost = sum(lost_in(vote) for vote in reviewed.votes if vote.seat == seat)
            yield Moment(reviewed.round, "vote", seat, lost), seat


def lost_by(hint: HintReview) -> int:
    """Return how much likelier the best hint would have made the right word, in thousandths."""
    return best_hint(hint).chance - hint.after


def best_hint(hint: HintReview) -> Considered:
    """Return the hint that made the right word the likeliest: the one taken, or another open one.

    Other hints that work only by elimination do not count, since a person would not have given
    them.
    """
    said = (other for other in hint.others if not other.by_elimination)
    return max((hint.hint, *said), key=lambda one: one.chance)


def lost_in(vote: VoteReview) -> int:
    """Return the difference in probability between the number in the likeliest votes and the guess.

    The difference is negative if a likelier number went to another seat in the likeliest votes.
    """
    return vote.chances[vote.best - 1] - vote.chances[vote.guess - 1]
