"""Word Porters: advice for a seat that must place a porter or vote.

Hints are chosen by the mean ratings and read as an expert bot reads them, using only the seat's
view.
"""

from collections.abc import Iterator, Sequence
from math import exp

from chabudai.core import Advice, Rng, Seat, SeatName, Telling, advice_of, listed, telling
from chabudai.games.word_porters import moves
from chabudai.games.word_porters.bots import STRENGTHS, chances, fitting_opening, others
from chabudai.games.word_porters.bots.listener import DOUBLE, Row, Table, tables
from chabudai.games.word_porters.bots.marginals import best_assignment
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.player_model import USUAL
from chabudai.games.word_porters.bots.speaker import clarities
from chabudai.games.word_porters.review import thousandths
from chabudai.games.word_porters.review.telling import (
    hint_of,
    likelihood,
    tell_likely,
    word_of,
)
from chabudai.games.word_porters.rules.openings import Turn, turns
from chabudai.games.word_porters.state import Action, Hinting, Place
from chabudai.games.word_porters.view import Polling, View

DRAWS = 24
"""Number of samples of the players' senses of words over which probabilities are averaged."""
READER = 0
"""Persona of the expert that reads. It makes no difference: all experts read with most people's
sense.
"""


def advise(view: View, seat: Seat, rng: Rng) -> Advice:
    """Return advice for `seat`.

    Raises NotToMove if it need not place a porter, vote or be ready.
    """
    moves.check_to_move(view, seat)
    match view.phase:
        case Hinting():
            return advice_at_hint(view, seat)
        case Polling():
            return advice_at_vote(view, seat)
        case _:
            look = telling("The round is over: see what the hints meant.")
            why = telling("That is your only move.")
            return advice_of(look, [(moves.READY, telling("to continue"))], [why])


def sampled(view: View) -> tuple[Table, ...]:
    """Return sampled tables for players with the usual sense of words."""
    there = board(view.options, view.words, view.hints)
    return tables(there.fits, there.doubts, USUAL.likeness, DRAWS)


def as_read(view: View, seat: Seat) -> list[Row]:
    """Return the probability of each word for each other seat, as an expert reads the hints."""
    return chances(view, seat, STRENGTHS["expert"], READER)


def made_by(view: View, seat: Seat) -> list[Turn]:
    """Return the placements of a seat in this round, oldest first."""
    made = turns(view.options, len(view.hints), view.placed)
    return [turn for turn in made if turn.seat == seat]


# --- WP-18 to WP-24: placing a porter


def advice_at_hint(view: View, seat: Seat) -> Advice:
    """Advise on placing a porter: the literal hint that best leads the other players to the
    word.
    """
    number = view.identities[seat]
    open_to = fitting_opening(view, seat)
    taken = [turn.taken for turn in made_by(view, seat)]
    clear = clarities(sampled(view), number - 1, taken, open_to)

    def worth(hint: int) -> float:
        return clear[hint] - (DOUBLE if hint in open_to.dear else 0.0)

    ranked = [Place(hint >> 1, hint & 1) for hint in sorted(clear, key=worth, reverse=True)]
    card = ranked[0].card
    look = telling(
        "Look at {one} and {other}: which of them fits your word?",
        one=hint_of(view, view, Place(card, 0)),
        other=hint_of(view, view, Place(card, 1)),
    )
    return advice_of(
        look,
        [(one, telling("a porter on {hint}", hint=hint_of(view, view, one))) for one in ranked],
        [
            tell_likely(
                word_of(view, view, number),
                *(
                    (hint_of(view, view, one), thousandths(exp(clear[2 * one.card + one.word])))
                    for one in ranked[:2]
                ),
            )
        ],
    )


# --- WP-32 to WP-34: voting


def advice_at_vote(view: View, seat: Seat) -> Advice:
    """Recommend the votes with the highest expected number of correct guesses."""
    there, likely = others(view, seat), as_read(view, seat)
    best = best_assignment(likely)
    sure = [row[word] for row, word in zip(likely, best, strict=True)]
    clearest = there[sure.index(max(sure))]
    ballots = [best, *instead(likely, best, sure)]
    votes = listed(
        telling(
            "{word} for {seat} ({likely})",
            seat=SeatName(other),
            word=word_of(view, view, word + 1),
            likely=likelihood(thousandths(chance)),
        )
        for other, word, chance in zip(there, best, sure, strict=True)
    )
    choices: list[tuple[Action, Telling]] = [
        (
            moves.ballot(seat, tuple(word + 1 for word in words)),
            telling("to vote {votes}", votes=listed(voted(view, there, words))),
        )
        for words in ballots
    ]
    return advice_of(
        telling("Look at the hints of {seat}: they are the clearest.", seat=SeatName(clearest)),
        choices,
        [telling("The hints suggest {votes}.", votes=votes)],
    )


def voted(view: View, there: Sequence[Seat], words: Sequence[int]) -> Iterator[Telling]:
    """Yield the phrases for votes."""
    for other, word in zip(there, words, strict=True):
        named = word_of(view, view, word + 1)
        yield telling("{word} for {seat}", seat=SeatName(other), word=named)


def instead(
    likely: Sequence[Row], best: Sequence[int], sure: Sequence[float]
) -> Iterator[list[int]]:
    """Yield the best votes with one of them changed, the least certain one first."""
    for at in sorted(range(len(best)), key=sure.__getitem__):
        free = [word for word, chance in enumerate(likely[at]) if chance and word not in best]
        if free:
            other = max(free, key=likely[at].__getitem__)
            yield [*best[:at], other, *best[at + 1 :]]
