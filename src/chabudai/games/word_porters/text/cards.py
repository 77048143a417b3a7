"""Word Porters: names of its cards in statistics."""

from chabudai.core import Cards
from chabudai.games.word_porters.rules.decks import hints_in_play
from chabudai.games.word_porters.state import Action, Options, Place, State
from chabudai.games.word_porters.text.commands import hint_texts


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


CARDS = Cards(box, used)
