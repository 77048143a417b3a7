"""Word Porters: names of the cards in statistics."""

from chabudai.core import Cards
from chabudai.games.word_porters.rules.decks import hints_in_play
from chabudai.games.word_porters.state import Action, Options, Place, Revealed, State
from chabudai.games.word_porters.text.commands import hint_texts
from chabudai.words.vectors import vector


def box(options: Options, _seats: int) -> tuple[str, ...]:
    """Return the hint words that can appear on the table, without duplicates."""
    cards = hints_in_play(options)
    faces = cards if options.own_hints else [2 * card + side for card in cards for side in (0, 1)]
    return tuple(dict.fromkeys(hint for face in faces for hint in hint_texts(options, face, "en")))


def used(state: State, action: Action) -> tuple[str, ...]:
    """Return the hint word on which a porter is put."""
    if not isinstance(action, Place):
        return ()
    return (hint_texts(state.options, state.hints[action.card], "en")[action.word],)


def guessed(event: object) -> tuple[int, int]:
    """Return the number of votes that a reveal settles (WP-37), and how many of them are
    correct.
    """
    if not isinstance(event, Revealed):
        return 0, 0
    return sum(map(bool, event.votes)), event.votes.count(event.number)


def unknown(options: Options) -> tuple[str, ...]:
    """Return a table's own words and hints (WP-A19) that have no vector. Bots guess these at
    random.
    """
    words = (*options.own_words, *(hint for pair in options.own_hints for hint in pair))
    return tuple(word for word in words if vector(word) is None)


CARDS = Cards(box, used, guessed, unknown)
