"""The games. A room is a folder here whose package has a `GAME`."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from chabudai.core import AnyGame

__all__ = ["GAMES", "folder_of"]


def folder_of(name: str) -> Path:
    """The folder of the room of a game, such as "word-bank". Raises KeyError if there is none."""
    room = name.replace("-", "_")
    for place in __path__:
        if (folder := Path(place, room)).is_dir():
            return folder
    raise KeyError(name)


GAMES: dict[str, AnyGame] = {
    game.name: game
    for room in iter_modules(__path__)
    if room.ispkg and (game := import_module(f"{__name__}.{room.name}").GAME)
}
"""Every game by its name, such as "word-bank"."""
