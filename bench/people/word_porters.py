"""Word Porters: a model of a person who has played three times.

The person gives hints and guesses by the literal meanings of the words, as most people rate them.
In three of ten cases the person slips, and takes a random hint or word.
"""

from collections.abc import Sequence

from chabudai.core import Rng, Seat
from chabudai.games.word_porters import moves
from chabudai.games.word_porters.bots.marginals import best_assignment
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.state import Action, Hinting
from chabudai.games.word_porters.view import Polling, View

SLIPS = 0.3
"""Probability of a random hint, and of a random guess about a player."""
SURE = 99.0
"""A value greater than any fit."""


def person(view: View, seat: Seat, rng: Rng) -> Action:
    """Place a porter, vote, or signal readiness."""
    match view.phase:
        case Hinting():
            return hint(view, seat, rng)
        case Polling():
            seats = range(len(view.scores))
            rows = [guess(view, seat, other, rng) for other in seats if other != seat]
            return moves.ballot(seat, tuple(word + 1 for word in best_assignment(rows)))
        case _:
            return moves.READY


def hint(view: View, seat: Seat, rng: Rng) -> Action:
    """Return the open hint that best fits the person's own word."""
    places = tuple(moves.places_of(view, seat))
    if slips(rng):
        return rng.choice(places)
    fits, word = board(view.options, view.words, view.hints).fits, view.identities[seat] - 1
    return max(places, key=lambda place: fits[2 * place.card + place.word][word])


def guess(view: View, seat: Seat, other: Seat, rng: Rng) -> Sequence[float]:
    """Return how well each word fits all hints of another player together."""
    fits = board(view.options, view.words, view.hints).fits
    said = [fits[2 * one.card + one.word] for one in view.placed if one.seat == other]
    row = [sum(column) for column in zip(*said, strict=True)]
    if slips(rng):
        row[rng.below(len(row))] = SURE
    row[view.identities[seat] - 1] = -SURE
    return row


def slips(rng: Rng) -> bool:
    """Whether the person slips this time."""
    return rng.below(1000) < 1000 * SLIPS
