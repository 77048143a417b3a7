"""The Kakapo: names of the cards in statistics."""

from chabudai.core import Cards
from chabudai.games.kakapo.components.cards import cards_for
from chabudai.games.kakapo.state import Action, Options, Place, State


def box(_options: Options, seats: int) -> tuple[str, ...]:
    """Return the scanner cards, by the names of their pieces."""
    return tuple(cards_for(seats))


def used(_state: State, action: Action) -> tuple[str, ...]:
    """Return the card whose piece is placed."""
    return (action.piece,) if isinstance(action, Place) else ()


CARDS = Cards(box, used)
