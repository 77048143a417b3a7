"""Word Porters: the words on the cards that are dealt."""

import re
from collections.abc import Iterator

from chabudai.core import CHANCE, PlayedWord
from chabudai.games.word_porters.components import hints_on, word_on
from chabudai.games.word_porters.rules.decks import own_word
from chabudai.games.word_porters.state import Dealt, Event, Options
from chabudai.words import fold

LETTERS = re.compile("[A-Z]+")


def words(options: Options, event: Event) -> tuple[PlayedWord, ...]:
    """Return the English words on the cards that an event deals. CREDIT CARD counts as two."""
    if not isinstance(event, Dealt):
        return ()
    return tuple(
        PlayedWord(word, CHANCE)
        for text in texts(options, event)
        for word in LETTERS.findall(fold(text))
    )


def texts(options: Options, dealt: Dealt) -> Iterator[str]:
    """Yield the texts on the cards, including the table's own words and hints."""
    for face in dealt.words:
        yield own_word(options, face) or word_on(face, "en")
    for face in dealt.hints:
        yield from options.own_hints[face] if options.own_hints else hints_on(face, "en")
