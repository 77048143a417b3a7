"""The Kakapo: what statistics call its cards."""

from chabudai.core import Cards
from chabudai.games.kakapo.components.cards import cards_for
from chabudai.games.kakapo.state import Action, Options, Place, State


def box(_options: Options, seats: int) -> tuple[str, ...]:
    """The scanner cards, by the names of their pieces."""
    return tuple(cards_for(seats))


def used(_state: State, action: Action) -> tuple[str, ...]:
    """The card whose piece is placed."""
    return (action.piece,) if isinstance(action, Place) else ()


CARDS = Cards(box, used)
