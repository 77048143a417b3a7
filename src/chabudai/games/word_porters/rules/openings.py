"""Word Porters: the hint words that were open to each player at each placement.

An open hint that was not taken is nearly as informative as the hint that was taken. Hint words are
numbered `2 * card + word`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from chabudai.core import Seat
from chabudai.games.word_porters.components import TOKENS
from chabudai.games.word_porters.rules.placement import open_places
from chabudai.games.word_porters.state import Options, Placed, Tokens


class Opening(NamedTuple):
    """The hint words that a player may take, for one porter (WP-21) and for two (WP-22)."""

    free: tuple[int, ...]
    dear: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        """All hint words that may be taken."""
        return self.free + self.dear


class Turn(NamedTuple):
    """A placement: the seat, the hint word taken, and the hint words that were open."""

    seat: Seat
    taken: int
    opening: Opening


def opening(
    options: Options, cards: int, placed: tuple[Placed, ...], seat: Seat, tokens: Tokens
) -> Opening:
    """Return the hint words that are open to a seat with these tokens, on `cards` hint cards."""
    touched = {one.card for one in placed}
    places = list(open_places(options, cards, placed, seat, tokens))
    return Opening(
        tuple(2 * place.card + place.word for place in places if place.card not in touched),
        tuple(2 * place.card + place.word for place in places if place.card in touched),
    )


def turns(options: Options, cards: int, placed: tuple[Placed, ...]) -> Iterator[Turn]:
    """Yield every placement of a round, oldest first, with the hint words open at the time."""
    held: dict[Seat, Tokens] = {}
    for at, one in enumerate(placed):
        tokens = held.get(one.seat, TOKENS)
        open_to = opening(options, cards, placed[:at], one.seat, tokens)
        yield Turn(one.seat, 2 * one.card + one.word, open_to)
        held[one.seat] = tuple(token for token in tokens if token not in one.tokens)
