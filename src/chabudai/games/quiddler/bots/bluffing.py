"""Quiddler: bluffs. A bluff is a word that looks real, made of cards that the bot cannot use
otherwise.
"""

from collections import Counter
from itertools import permutations

from chabudai.games.quiddler import moves
from chabudai.games.quiddler.bots.challenging import is_common, trigrams
from chabudai.games.quiddler.bots.vocabulary import Vocabulary
from chabudai.games.quiddler.components.cards import POINTS
from chabudai.games.quiddler.state import Last
from chabudai.games.quiddler.view import View
from chabudai.words import crude

CARDS = 3
"""Number of cards in a bluff."""


def bluffed(view: View, seat: int, last: Last, words: Vocabulary) -> Last:
    """QD-22, QD-24: return `last` with the bluff that earns the most points. Return `last`
    unchanged if no bluff looks real, or if the table checks words when they are laid.
    """
    if view.options.validation != "challenge":
        return last
    spare = Counter(moves.own_hand(view, seat))
    spare.subtract(card for word in last.words for card in word)
    spare.subtract((last.discard,))
    never = moves.barred_words(view, seat) | crude()
    found = [
        cards
        for cards in sorted(set(permutations(sorted(spare.elements()), CARDS)))
        if looks_real(word := "".join(cards)) and word not in never and not words.knows(word)
    ]
    if not found:
        return last
    bluff = max(found, key=lambda cards: sum(POINTS[card] for card in cards))
    return Last((*last.words, bluff), last.discard)


def looks_real(word: str) -> bool:
    """Whether a word consists of common trigrams only."""
    return all(map(is_common, trigrams(word)))
