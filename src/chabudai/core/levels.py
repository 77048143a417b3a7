"""The bots of a game by level."""

from collections.abc import Callable
from typing import NoReturn, TypeVar

from chabudai.core.game import Bot
from chabudai.core.struct import Struct

V = TypeVar("V", bound=Struct)
A = TypeVar("A")


class Levels(dict[str, Callable[[int], Bot[V, A]]]):
    """Constructors of bots by level, weakest first, from a persona (`Game.bots`). An unknown level
    raises KeyError, whose message lists the known ones.
    """

    def __missing__(self, level: str) -> NoReturn:
        """Raise KeyError for an unknown level, with a sentence that lists the known ones."""
        raise KeyError(f"There is no bot {level!r}. Available: {', '.join(self)}.")
