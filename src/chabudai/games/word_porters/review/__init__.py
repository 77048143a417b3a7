"""Word Porters: the review of a round, which rates the votes and how informative the hints were.

Hints are read as an expert bot reads them (`player_model`). The bot knows the scored rounds, and
has learned from them how each player gives hints.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.games.word_porters.bots import STRENGTHS, as_reader, nearness, past
from chabudai.games.word_porters.bots.listener import SLIP, Row
from chabudai.games.word_porters.bots.marginals import best_assignment, marginals
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.player_model import (
    GIVERS,
    Giver,
    Literals,
    Scene,
    Sense,
    averaged,
    beliefs,
    choices,
    readings,
    said,
    senses,
    taking,
    weights,
)
from chabudai.games.word_porters.bots.speaker import is_least_bad
from chabudai.games.word_porters.questions import (
    Considered,
    HintReview,
    Review,
    Reviewed,
    VoteReview,
)
from chabudai.games.word_porters.rules.openings import Opening, Turn
from chabudai.games.word_porters.rules.scoring import is_blank
from chabudai.games.word_porters.state import Finished, Options
from chabudai.games.word_porters.view import View

READER = as_reader(STRENGTHS["expert"])
"""Strength of the reader. All experts read with most people's sense, so their personas make no
difference.
"""
PERSONA = 0
DRAWS = 8
"""Number of samples of a giver's sense of words for each hint. It is lower than for votes, since
each open hint is tried."""
ROUNDING = 1e-9
"""Fraction below which a difference is lost in rounding errors. If the other hints have less than
this share of a giver's preferences, their sum is computed by addition, not by subtraction. A giver
that would only have given one hint is assumed to take any other hint in its absence.
"""


def answer(view: View, question: Review) -> Reviewed:
    """Answer a question for a review. The answer is empty if that round is not scored yet."""
    if len(view.rounds) < question.round:
        return Reviewed(question.round, (), ())
    return review(view.options, view.rounds[: question.round])


@lru_cache(32)
def review(options: Options, rounds: tuple[Finished, ...]) -> Reviewed:
    """Return the review of the last of these rounds. `rounds` must start with the first round."""
    *met, (now, words) = past(options, rounds, READER, PERSONA)
    near, seats, prior = nearness(READER), range(len(words)), tuple(GIVERS.values())
    believed = [beliefs(met, seat, near, prior) for seat in seats]
    there = board(options, rounds[-1].words, rounds[-1].hints)
    rows = [averaged(readings(now, now.by(seat), near), believed[seat]) for seat in seats]
    return Reviewed(
        len(rounds),
        tuple(
            placement(now, at, words[turn.seat], believed[turn.seat])
            for at, turn in enumerate(now.turns)
        ),
        tuple(vote for seat in seats for vote in votes(rows, rounds[-1], seat)),
        tuple(
            at for at, turn in enumerate(now.turns) if is_least_bad(there, words[turn.seat], turn)
        ),
    )


class Model(NamedTuple):
    """A giver that may have made a placement, with one sample of its sense. Rows are indexed by
    word.
    """

    giver: Giver
    sense: Sense
    before: Row
    """Probability of the giver, times that of its previous hints."""
    scales: Row
    """For each hint, the factor for its fit in the giver's choice (`weights`)."""
    keen: dict[int, Row]
    """Preference for each open hint, by word, or 0 if the giver does not give it for that word."""
    whole: Row
    """Sum of the preferences for all open hints."""


def placement(now: Scene, at: int, word: int, believed: Sequence[float]) -> HintReview:
    """Return the review of placement number `at`, made by a player with this word.

    `believed` is the probability of each kind of giver for the player.
    """
    turn = now.turns[at]
    models = [*models_of(now, at, believed)]
    known = share([model.before for model in models], word)
    likely = {hint: chance(models, hint, word) for hint in turn.opening.all}
    after = likely[turn.taken]

    def considered(hint: int, moved: float) -> Considered:
        then = thousandths(likely[hint])
        better = then > min(thousandths(known), thousandths(after))
        sly = better and not now.literal[hint][word]
        return Considered(hint >> 1, hint & 1, then, thousandths(moved), sly)

    others = [
        considered(hint, after - chance_without(models, turn, hint, now.literal, word))
        for hint in likely
        if hint != turn.taken
    ]
    return HintReview(
        turn.seat,
        considered(turn.taken, 0.0),
        thousandths(known),
        thousandths(after),
        tuple(sorted(others, key=lambda other: -other.chance)),
    )


def models_of(now: Scene, at: int, believed: Sequence[float]) -> Iterator[Model]:
    """Yield the givers that may have made placement number `at`."""
    turn = now.turns[at]
    before = [one for one in now.turns[:at] if one.seat == turn.seat]
    for giver, belief in zip(GIVERS, believed, strict=True):
        for sense in senses(now, giver, nearness(READER), DRAWS):
            likely, fitting = said(sense, before, giver, now.literal)
            scales = weights(sense, fitting, turn.opening, giver)
            rows = taking(sense, turn.opening, giver, now.literal)
            keen = {hint: [scales[hint] * row[hint] for row in rows] for hint in turn.opening.all}
            whole: Row = [sum(column) for column in zip(*keen.values(), strict=True)]
            yield Model(giver, sense, [belief * one for one in likely], scales, keen, whole)


def chance(models: Sequence[Model], hint: int, word: int) -> float:
    """Return the probability of the word if `hint` had been given."""
    rows: list[Row] = []
    for model in models:
        taken = chosen(model.keen[hint], model.whole, len(model.keen))
        rows.append(list(map(float.__mul__, model.before, taken)))
    return share(rows, word)


def chance_without(
    models: Sequence[Model], turn: Turn, hint: int, literal: Literals, word: int
) -> float:
    """Return the probability of the word after the turn if `hint` had not been open."""
    free, dear = (tuple(one for one in hints if one != hint) for hints in turn.opening)
    less = turn._replace(opening=Opening(free, dear))
    rows: list[Row] = []
    for model in models:
        rest = list(map(float.__sub__, model.whole, model.keen[hint]))
        if min(map(float.__truediv__, rest, model.whole)) > ROUNDING:
            taken = chosen(model.keen[turn.taken], rest, len(model.keen) - 1)
        else:
            scales = [*model.scales]
            scales[hint] = 0.0
            taken = choices(model.sense, scales, less, model.giver, literal)
        rows.append(list(map(float.__mul__, model.before, taken)))
    return share(rows, word)


def chosen(keen: Row, whole: Row, count: int) -> Row:
    """Return, for each word, the probability that a giver takes this one of `count` hints."""
    slip = SLIP / count
    return [(1 - SLIP) * value / every + slip for value, every in zip(keen, whole, strict=True)]


def share(rows: Sequence[Row], word: int) -> float:
    """Return a word's sum over all rows, as a share of the total of all words."""
    return sum(row[word] for row in rows) / sum(map(sum, rows))


def thousandths(share: float) -> int:
    """Round a share to thousandths."""
    return round(1000 * share)


def votes(rows: Sequence[Row], finished: Finished, seat: Seat) -> Iterator[VoteReview]:
    """Yield the review of a seat's votes, with each word's probability given the seat's own
    identity.

    Votes that were filled in (WP-A17) are not reviewed. `rows` has the likelihoods of the words
    given each seat's hints.
    """
    if is_blank(finished.votes[seat]):
        return
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
