"""Word Bank: names of the cards in statistics."""

from chabudai.core import Cards
from chabudai.games.word_bank.components import SAFES, Safe
from chabudai.games.word_bank.state import Action, Options, Say, State


def name_of(safe: Safe) -> str:
    """Return a safe as its letter and its spaces, such as "E4"."""
    return f"{safe.letter}{safe.spaces}"


def box(_options: Options, _seats: int) -> tuple[str, ...]:
    """Return the safes of the box, without duplicates."""
    return tuple(sorted({name_of(safe) for safe in SAFES}))


def used(state: State, action: Action) -> tuple[str, ...]:
    """Return the safes on which a password puts a stone."""
    if not isinstance(action, Say):
        return ()
    return tuple(name_of(state.ring[position].safe) for position in action.positions)


CARDS = Cards(box, used)
