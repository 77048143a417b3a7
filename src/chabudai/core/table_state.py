"""The base class of a game's state, which prints and draws itself as spectators see it."""

from importlib import import_module
from typing import TYPE_CHECKING

from chabudai.core.struct import Struct

if TYPE_CHECKING:
    from chabudai.core.drawing.picture import Position


class TableState(Struct):
    """A complete state of a table. It is defined in a module of the package that holds its game's
    `GAME`.
    """

    def __str__(self) -> str:
        """Return the table as text, as spectators see it."""
        return str(self._position())

    def _repr_svg_(self) -> str:
        """Return the table for a notebook, as spectators see it."""
        return self._position().picture().svg

    def _position(self) -> "Position":
        from chabudai.core.drawing.picture import Position

        package = type(self).__module__.rpartition(".")[0]
        return Position(import_module(package).GAME, self)
