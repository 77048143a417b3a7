"""A seat's view as numbers, laid out by the bounds that its types declare."""

from __future__ import annotations

from array import array
from functools import lru_cache

from msgspec import inspect as mi

from chabudai.adapters.parts import Layouts, Place, Row
from chabudai.core import AnyGame, Seat, Struct


class Observations:
    """The observations of a game: their size, a description of each number, and the encoding.

    The first three numbers are the seat, the number of seats, and whether the seat owes a move. The
    view follows field by field, without fields that are only for review after the game. The table's
    options are also left out, because they do not change during a game. The layout is the same for
    any number of seats and all options.
    """

    def __init__(self, game: AnyGame) -> None:
        most = game.seats[-1]
        layouts = Layouts(most, frozenset((game.options,)))
        view = layouts.part(mi.type_info(game.views), "")
        self.places: tuple[Place, ...] = (
            Place("seat", "number", 0, most - 1),
            Place("seats", "number", 1, most),
            Place("owes", "flag", 0, 1),
            *view.places,
        )
        self.cut: tuple[str, ...] = view.cut
        """Names of the tuples and texts that may be truncated: tuples keep their last items, texts
        their first letters.
        """
        self._write = view.write
        self._views, self._title = game.views, game.title

    @property
    def size(self) -> int:
        """Count of numbers in an observation."""
        return len(self.places)

    def encode(self, view: Struct, seat: Seat, seats: int, owing: tuple[Seat, ...]) -> Row:
        """Return the observation of `seat`, one of `seats`, from its view alone. `owing` lists the
        seats that owe a move. Raises TypeError if `view` is not a view of the game.
        """
        if not isinstance(view, self._views):
            raise TypeError(f"This is not a view of {self._title}: {view!r}.")
        row = array("i", bytes(4 * self.size))
        row[0], row[1], row[2] = seat, seats, seat in owing
        self._write(view, row, 3)
        return row


@lru_cache(maxsize=32)
def observations(game: AnyGame) -> Observations:
    """Return the cached observations of a game."""
    return Observations(game)
