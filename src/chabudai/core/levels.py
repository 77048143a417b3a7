"""A game's bots by level."""

from collections.abc import Callable
from typing import NoReturn, TypeVar

from chabudai.core.game import Bot
from chabudai.core.struct import Struct

V = TypeVar("V", bound=Struct)
A = TypeVar("A")


class Levels(dict[str, Callable[[int], Bot[V, A]]]):
    """Functions that create a bot with a persona (`Game.bots`), by level, weakest first. An unknown
    level raises a KeyError that lists the known ones.
    """

    def __missing__(self, level: str) -> NoReturn:
        """Raise a KeyError that lists the known levels."""
        raise KeyError(f"There is no bot {level!r}. Available: {', '.join(self)}.")
