"""Word Bank: a model of a person who has played three times.

In each turn, the person thinks of one word with at most five letters, at least two of them in the
circle. Common words are likelier. The person says the word with as many stones as possible.
"""

from collections.abc import Mapping

from chabudai.core import Rng, Seat
from chabudai.games.word_bank import moves
from chabudai.games.word_bank.moves.paths import barred, letters
from chabudai.games.word_bank.state import Action, Pass, Say, Turn
from chabudai.games.word_bank.view import View
from chabudai.words import level, lexicon

LETTERS = 5
"""Maximum length of a word that the person finds."""
CHANCES: Mapping[int, float] = {10: 0.6, 20: 0.4, 35: 0.2}
"""Probability that the person takes the next random word, by SCOWL level."""


def person(view: View, seat: Seat, rng: Rng) -> Action:
    """Say a random common word, or pass if there is none."""
    if view.phase != Turn(seat):
        return moves.idle(view, seat)
    bad = barred(view.options, view.used)
    for word in rng.shuffled(short_words(view)):
        if rng.below(1000) < 1000 * CHANCES.get(level(word) or 0, 0.0) and not bad(word):
            way = moves.inputs(view.ring, word, view.stones[seat])[0]
            return Say(word, way.direction, way.positions)
    return Pass()


def short_words(view: View) -> list[str]:
    """Return the short words that have at least two letters in the circle."""
    shown = letters(view.ring)
    return [
        word
        for letter in shown
        for text in lexicon("casual").block(letter)
        for word in text.decode().split()
        if len(word) <= LETTERS and not frozenset(shown).isdisjoint(word[1:])
    ]
