"""Word Porters: the review of a round: how much the hints said, and how good the votes were.

It is computed like the reading of an expert bot (`listener`) with the mean ratings and the usual
habit, from public information of a scored round.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.games.word_porters.bots.listener import (
    SLIP,
    Row,
    Table,
    hint_weights,
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
"""Samples of the players' sense of words, over which probabilities are averaged."""


def answer(view: View, question: Review) -> Reviewed:
    """Answer a question for a review; it is empty if that round is not scored yet."""
    scored = [one for number, one in enumerate(view.rounds, 1) if number == question.round]
    return review(view.options, question.round, *scored)


@lru_cache(32)
def review(options: Options, number: int, finished: Finished | None = None) -> Reviewed:
    """The review of round `number`; empty if it is not finished."""
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
            placement(
                drawn,
                [row[finished.identities[turn.seat] - 1] for row in there.literal],
                finished,
                turn,
                [one for one in made[:at] if one.seat == turn.seat],
            )
            for at, turn in enumerate(made)
        ),
        tuple(vote for seat in range(len(rows)) for vote in votes(rows, finished, seat)),
    )


class TurnModel(NamedTuple):
    """A player's model at a placement, for one sampled table. Rows are by the player's word."""

    before: Row
    """The likelihoods by the hints before."""
    keen: dict[int, Row]
    """By open hint, its weights."""
    whole: Row
    """The sum of the weights of all open hints."""


def placement(
    drawn: Sequence[Table],
    literal: Sequence[bool],
    finished: Finished,
    turn: Turn,
    before: Sequence[Turn],
) -> HintReview:
    """The review of one placement; `before` are those of the same player before it.

    `literal`: by hint, whether a person could mean the player's word by it.
    """
    word = finished.identities[turn.seat] - 1
    models = [turn_model(table, turn, before) for table in drawn]
    known = share([each.before for each in models], word)
    after = chance(models, turn.taken, word)

    def considered(hint: int, likely: float, moved: float) -> Considered:
        then = thousandths(likely)
        sly = then > min(thousandths(known), thousandths(after)) and not literal[hint]
        return Considered(hint >> 1, hint & 1, then, thousandths(moved), sly)

    others = [
        considered(
            hint, chance(models, hint, word), after - chance_without(models, turn, hint, word)
        )
        for hint in turn.opening.all
        if hint != turn.taken
    ]
    return HintReview(
        turn.seat,
        considered(turn.taken, after, 0.0),
        thousandths(known),
        thousandths(after),
        tuple(sorted(others, key=lambda other: -other.chance)),
    )


def turn_model(table: Table, turn: Turn, before: Sequence[Turn]) -> TurnModel:
    """The model of a placement for one table."""
    said = shares([1.0] * len(table[0]))
    for one in before:
        said = shares(list(map(float.__mul__, said, table[one.taken])))
    keen = hint_weights(table, said, turn.opening, USUAL.reason)
    whole: Row = [sum(column) for column in zip(*keen.values(), strict=True)]
    return TurnModel(weights(table, before, USUAL), keen, whole)


def chance(models: Sequence[TurnModel], hint: int, word: int) -> float:
    """The probability of the word after that hint."""
    return share(
        [combined(before, keen[hint], whole, len(keen)) for before, keen, whole in models], word
    )


def chance_without(models: Sequence[TurnModel], turn: Turn, hint: int, word: int) -> float:
    """The probability of the word after the turn, had that other hint not been open."""
    rows: list[Row] = []
    for before, keen, whole in models:
        rest = [  # rounding must not make it smaller than the weight of the hint taken
            max(every - gone, left)
            for every, gone, left in zip(whole, keen[hint], keen[turn.taken], strict=True)
        ]
        rows.append(combined(before, keen[turn.taken], rest, len(keen) - 1))
    return share(rows, word)


def combined(before: Row, keen: Row, whole: Row, count: int) -> Row:
    """By word, the likelihoods of the hints before and of one more, taken out of `count`.

    If all weights underflow to 0, only SLIP counts.
    """
    return [
        likely * ((1 - SLIP) * (value / max(value, every) if value else 0.0) + SLIP / count)
        for likely, value, every in zip(before, keen, whole, strict=True)
    ]


def share(rows: Sequence[Row], word: int) -> float:
    """The share of a word in all rows together."""
    return sum(row[word] for row in rows) / sum(map(sum, rows))


def thousandths(share: float) -> int:
    """Round a share to thousandths."""
    return round(1000 * share)


def votes(rows: Sequence[Row], finished: Finished, seat: Seat) -> Iterator[VoteReview]:
    """The review of a seat's votes, with the probability of each word given its own identity.

    `rows`: by seat, the likelihood of each word by its hints.
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
