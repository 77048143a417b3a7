"""The bots of a game by level."""

from collections.abc import Callable
from typing import NoReturn, TypeVar

from chabudai.core.game import Bot
from chabudai.core.struct import Struct

V = TypeVar("V", bound=Struct)
A = TypeVar("A")


class Levels(dict[str, Callable[[int], Bot[V, A]]]):
    """Bots by level, weakest first, each made of its persona (`Game.bots`). A level that is not
    there is a KeyError that says which are.
    """

    def __missing__(self, level: str) -> NoReturn:
        """Raise KeyError for a level that is not there, with a sentence that says which are."""
        raise KeyError(f"There is no bot {level!r}. There is: {', '.join(self)}.")
