"""The games of the house. A room is a folder here whose package has a `GAME`."""

from importlib import import_module
from pkgutil import iter_modules

from chabudai.core import AnyGame

__all__ = ["GAMES"]

GAMES: dict[str, AnyGame] = {
    game.name: game
    for room in iter_modules(__path__)
    if room.ispkg and (game := import_module(f"{__name__}.{room.name}").GAME)
}
"""Every game by its name, such as "word-bank"."""
