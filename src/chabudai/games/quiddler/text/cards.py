"""Quiddler: names of the cards in statistics."""

from chabudai.core import Cards
from chabudai.games.quiddler.components.cards import COUNTS
from chabudai.games.quiddler.state import Action, GoOut, Last, Options, Solo, Spell, State


def box(_options: Options, _seats: int) -> tuple[str, ...]:
    """Return the faces of the cards."""
    return tuple(COUNTS)


def used(state: State, action: Action) -> tuple[str, ...]:
    """Return the cards that are laid in words."""
    match action:
        case GoOut(words=words) | Last(words=words):
            return tuple(card for word in words for card in word)
        case Spell(columns=columns) if isinstance(state.phase, Solo):
            return tuple(state.phase.columns[column][-1] for column in columns)
        case _:
            return ()


CARDS = Cards(box, used)
