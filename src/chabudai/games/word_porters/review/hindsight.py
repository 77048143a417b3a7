"""Word Porters: look back on a game: what hints and votes gained, and where a better one was open.

Probabilities are those of the review of a round: of an expert who saw what was open to each player.
For each seat

    hints + votes + luck = margin,

where the margin is by how many points it ended ahead of the mean of the others (WP-44). A vote
costs what the likeliest votes were likelier to gain; a placement what the open hint that said most
said more of the word, times the players who voted on it. `hints` and `votes` are by how much less
they cost the seat than the mean of the others. `luck` is the rest: the deal, whom the others'
hints and votes helped, and how the votes turned out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.transcript import Recorded
from chabudai.games.word_porters.questions import HintReview, Reviewed, VoteReview
from chabudai.games.word_porters.review import review
from chabudai.games.word_porters.state import State

MOMENTS = 3
"""Hints and votes of a seat that are picked out."""
NOTABLE = 200
"""Thousandths of a point that one must have cost to be picked out."""
UNIT = 1000
Kind: TypeAlias = Literal["hint", "vote"]
KINDS: tuple[Kind, Kind] = ("hint", "vote")


class Moment(Struct):
    """A hint or a vote that cost something: number `at` of those of round `round`, from 0; `cost`
    is in thousandths of a point.
    """

    round: int
    kind: Kind
    at: int
    cost: int


class Account(Struct):
    """A seat's game: `hints` + `votes` + `luck` = `margin`, in thousandths of a point; `moments`
    are the costliest, the costliest first.
    """

    seat: Seat
    margin: int
    hints: int
    votes: int
    luck: int
    moments: tuple[Moment, ...]


class Looked(Struct):
    """The accounts by seat, and the rounds."""

    accounts: tuple[Account, ...]
    rounds: tuple[Reviewed, ...]


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Weigh every hint and vote of a game that is over. Takes some tenths of a second."""
    states: tuple[State, ...] = played.states
    end = states[-1]
    numbers = range(1, len(end.rounds) + 1)
    rounds = tuple(review(end.options, end.rounds[:number]) for number in numbers)
    seats = range(len(end.scores))
    return Looked(tuple(account(end.scores, rounds, seat) for seat in seats), rounds)


def account(scores: Sequence[int], rounds: Sequence[Reviewed], seat: Seat) -> Account:
    """The account of a seat."""
    made = [*moments(rounds)]
    margin = ahead(seat, [UNIT * score for score in scores])
    hints, votes = (
        -ahead(seat, [cost_of(made, each, kind) for each in range(len(scores))]) for kind in KINDS
    )
    mine = [one for one, owner in made if owner == seat and one.cost >= NOTABLE]
    costliest = tuple(sorted(mine, key=lambda one: -one.cost)[:MOMENTS])
    return Account(seat, margin, hints, votes, margin - hints - votes, costliest)


def ahead(seat: Seat, worths: Sequence[int]) -> int:
    """By how much a seat has more than the mean of the others."""
    return round(worths[seat] - (sum(worths) - worths[seat]) / (len(worths) - 1))


def cost_of(made: Iterable[tuple[Moment, Seat]], seat: Seat, kind: Kind) -> int:
    """What the hints, or the votes, of a seat cost it."""
    return sum(one.cost for one, owner in made if owner == seat and one.kind == kind)


def moments(rounds: Sequence[Reviewed]) -> Iterator[tuple[Moment, Seat]]:
    """Every hint and vote of a game, and whose it is."""
    for reviewed in rounds:
        for at, hint in enumerate(reviewed.hints):
            voters = sum(vote.target == hint.seat for vote in reviewed.votes)
            yield Moment(reviewed.round, "hint", at, voters * lost_by(hint)), hint.seat
        for at, vote in enumerate(reviewed.votes):
            yield Moment(reviewed.round, "vote", at, lost_in(vote)), vote.seat


def lost_by(hint: HintReview) -> int:
    """How much likelier the right word would be by the open hint that said most, in thousandths.

    One that says it only by elimination is nothing that a person would have meant.
    """
    said = [other.chance for other in hint.others if not other.by_elimination]
    return max(0, max(said, default=0) - hint.after)


def lost_in(vote: VoteReview) -> int:
    """How much likelier the number was that belongs to the likeliest votes; below 0 where that one
    gave way to another of them.
    """
    return vote.chances[vote.best - 1] - vote.chances[vote.guess - 1]
