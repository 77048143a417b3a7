"""Quiddler: a model of a person who has played three times.

In each turn of a round, the person searches the hand again and finds one more word. Common words of
at most five letters come to mind most easily. Of these, the person takes the one with the most
points.
"""

from collections.abc import Mapping

from chabudai.core import Rng, Seat
from chabudai.games.quiddler import moves
from chabudai.games.quiddler.components.cards import POINTS
from chabudai.games.quiddler.components.word_index import index
from chabudai.games.quiddler.moves.layouts import Cards, spell_with, word_of
from chabudai.games.quiddler.solver import cover_of
from chabudai.games.quiddler.state import Action, Discard, GoOut, Hand, Last
from chabudai.games.quiddler.view import Choosing, View
from chabudai.words import level

LETTERS = 5
"""Maximum length of a word that the person finds."""
CHANCES: Mapping[int, float] = {10: 0.6, 20: 0.4, 35: 0.2}
"""Probability that a word comes to mind during a search, by SCOWL level."""


def person(view: View, seat: Seat, rng: Rng) -> Action:
    """Draw from the pile, lay the words found so far if that is allowed, and discard the
    card with the most points.
    """
    phase = view.phase
    if not isinstance(phase, Choosing) or phase.seat != seat:
        return moves.idle(view, seat)
    hand = moves.own_hand(view, seat)
    words: tuple[Cards, ...] = ()
    left = hand
    for _ in range(view.turns // len(view.hands) + 1):
        word = found_word(view, seat, left, rng)
        if word and len(word) < len(left):
            words = (*words, word)
            left = moves.without(hand, words)
    discard = max(left, key=POINTS.__getitem__)
    if view.last is not None:
        return Last(words, discard)
    if len(left) == 1 and moves.going_out(view) is None:
        return GoOut(words, discard)
    return Discard(discard)


def found_word(view: View, seat: Seat, cards: Hand, rng: Rng) -> Cards:
    """Return the cards of the best-scoring word that comes to mind, or () if there is none."""
    barred = moves.barred_words(view, seat)
    cover = cover_of(cards, index("casual"))
    for mask in sorted(cover.words, key=lambda mask: -cover.points[mask]):
        word = word_of("casual", cover.keys[mask], barred)
        chance = CHANCES.get(level(word) or 0, 0.0) if len(word) <= LETTERS else 0.0
        if rng.below(1000) < 1000 * chance:
            return spell_with(word, cover.cards(mask))
    return ()
