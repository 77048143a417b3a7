"""What a seat observes, as numbers: its view, laid out by the bounds that its types declare."""

from __future__ import annotations

from array import array
from functools import lru_cache

from msgspec import inspect as mi

from chabudai.adapters.parts import Layouts, Place, Row
from chabudai.core import AnyGame, Seat, Struct


class Observations:
    """The observations of a game: how many numbers there are, what each is, and how they are made.

    The first three numbers are the seat, how many sit at the table, and whether the seat owes a
    move. Then comes the view field by field, without the table's options, which do not change
    during a game, and without what is there to look back on a game that is over. The layout is the
    same for every number of seats and all options.
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
        """The parts of which only the last items, or the first letters, may have a place."""
        self._write = view.write
        self._views, self._title = game.views, game.title

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.places)

    def encode(self, view: Struct, seat: Seat, seats: int, owing: tuple[Seat, ...]) -> Row:
        """The observation of `seat`, one of `seats`, from its view alone; `owing` are those who owe
        a move. Raises TypeError for what is no view of the game.
        """
        if not isinstance(view, self._views):
            raise TypeError(f"This is no view of {self._title}: {view!r}.")
        row = array("i", bytes(4 * self.size))
        row[0], row[1], row[2] = seat, seats, seat in owing
        self._write(view, row, 3)
        return row


@lru_cache(maxsize=32)
def observations(game: AnyGame) -> Observations:
    """The observations of a game, worked out once."""
    return Observations(game)
