"""Word Porters: a round in hindsight. What the hints said, and what the votes made of them.

The reader here takes the ratings as they are, and is otherwise an expert bot (`listener`) that
knows nobody. All of it follows from what lies open once a round is scored.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.games.word_porters.bots.listener import (
    SLIP,
    Row,
    Table,
    keenness,
    likelihoods,
    shares,
    tables,
    weights,
)
from chabudai.games.word_porters.bots.marginals import best_assignment, marginals
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.player_model import USUAL
from chabudai.games.word_porters.questions import (
    Considered,
    HintReview,
    Review,
    Reviewed,
    VoteReview,
)
from chabudai.games.word_porters.rules.openings import Turn, turns
from chabudai.games.word_porters.state import Finished, Options
from chabudai.games.word_porters.view import View

DRAWS = 12
"""Ways in which the players may feel, over which chances are averaged."""


def answer(view: View, question: Review) -> Reviewed:
    """The review that a question asks for; empty if that round is not scored yet."""
    scored = [one for number, one in enumerate(view.rounds, 1) if number == question.round]
    return review(view.options, question.round, *scored)


@lru_cache(32)
def review(options: Options, number: int, finished: Finished | None = None) -> Reviewed:
    """The round of that number in hindsight; empty if it is not finished."""
    if finished is None:
        return Reviewed(number, (), ())
    there = board(options, finished.words, finished.hints)
    drawn = tables(there.fits, there.doubts, USUAL.likeness, DRAWS)
    made = tuple(turns(options, len(finished.hints), finished.placed))
    by_seat = [[turn for turn in made if turn.seat == seat] for seat in range(len(finished.votes))]
    rows = [likelihoods(drawn, own, USUAL) for own in by_seat]
    return Reviewed(
        number,
        tuple(
            placement(drawn, finished, turn, [one for one in made[:at] if one.seat == turn.seat])
            for at, turn in enumerate(made)
        ),
        tuple(vote for seat in range(len(rows)) for vote in votes(rows, finished, seat)),
    )


class Moment(NamedTuple):
    """What players would do whose sense of words were a certain table; a row is by their words."""

    before: Row
    """What the hints before say."""
    keen: dict[int, Row]
    """By open hint: how keen they are on it."""
    whole: Row
    """How keen they are on all open hints together."""


def placement(
    drawn: Sequence[Table], finished: Finished, turn: Turn, before: Sequence[Turn]
) -> HintReview:
    """What one placement said; `before` are those of the same player."""
    word = finished.identities[turn.seat] - 1
    moments = [moment(table, turn, before) for table in drawn]
    after = chance(moments, turn.taken, word)
    others = [
        considered(hint, chance(moments, hint, word), after - unless(moments, turn, hint, word))
        for hint in turn.opening.all
        if hint != turn.taken
    ]
    return HintReview(
        turn.seat,
        considered(turn.taken, after, 0.0),
        thousandths(share([each.before for each in moments], word)),
        thousandths(after),
        tuple(sorted(others, key=lambda other: -other.chance)),
    )


def moment(table: Table, turn: Turn, before: Sequence[Turn]) -> Moment:
    """The moment of a placement."""
    said = shares([1.0] * len(table[0]))
    for one in before:
        said = shares(list(map(float.__mul__, said, table[one.taken])))
    keen = keenness(table, said, turn.opening, USUAL.reason)
    whole: Row = [sum(column) for column in zip(*keen.values(), strict=True)]
    return Moment(weights(table, before, USUAL), keen, whole)


def chance(moments: Sequence[Moment], hint: int, word: int) -> float:
    """How likely the word is after that hint."""
    return share(
        [heard(before, keen[hint], whole, len(keen)) for before, keen, whole in moments], word
    )


def unless(moments: Sequence[Moment], turn: Turn, hint: int, word: int) -> float:
    """How likely the word would be after the turn, had that other hint not been open."""
    rows: list[Row] = []
    for before, keen, whole in moments:
        rest = [  # at least what is left, however much larger what goes is
            max(every - gone, left)
            for every, gone, left in zip(whole, keen[hint], keen[turn.taken], strict=True)
        ]
        rows.append(heard(before, keen[turn.taken], rest, len(keen) - 1))
    return share(rows, word)


def heard(before: Row, keen: Row, whole: Row, count: int) -> Row:
    """By word, what the hints before and one more say, taken out of `count`.

    Who is keen on none of them, as far as numbers go, has slipped.
    """
    return [
        likely * ((1 - SLIP) * (value / max(value, every) if value else 0.0) + SLIP / count)
        for likely, value, every in zip(before, keen, whole, strict=True)
    ]


def share(rows: Sequence[Row], word: int) -> float:
    """The share of a word in all rows together."""
    return sum(row[word] for row in rows) / sum(map(sum, rows))


def considered(hint: int, likely: float, moved: float) -> Considered:
    """A hint word with what it did or would have done."""
    return Considered(hint >> 1, hint & 1, thousandths(likely), thousandths(moved))


def thousandths(share: float) -> int:
    """A share as a whole number."""
    return round(1000 * share)


def votes(rows: Sequence[Row], finished: Finished, seat: Seat) -> Iterator[VoteReview]:
    """The votes of a seat, and how likely each word was to somebody with its identity.

    `rows`: by seat, how likely its hints make each word.
    """
    others = [other for other in range(len(rows)) if other != seat]
    own = finished.identities[seat] - 1
    likely = marginals([[*rows[at][:own], 0.0, *rows[at][own + 1 :]] for at in others])
    for other, best, row in zip(others, best_assignment(likely), likely, strict=True):
        yield VoteReview(
            seat,
            other,
            finished.votes[seat][other],
            finished.identities[other],
            best + 1,
            tuple(map(thousandths, row)),
        )
