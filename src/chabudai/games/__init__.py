"""The games. A room is a package with a `GAME`, in this folder or one that CHABUDAI_ROOMS names."""

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from chabudai.core import AnyGame

__all__ = ["GAMES", "PLACES", "folder_of", "folders_in"]

PLACES = (__name__, *os.environ.get("CHABUDAI_ROOMS", "").split())
"""The packages that hold rooms: this one, and those that the environment variable CHABUDAI_ROOMS
names, with spaces between them, such as "my_games". They must be importable."""


def folders_in(place: str) -> list[str]:
    """The folders of a package; it is not imported. Raises ModuleNotFoundError."""
    try:
        spec = find_spec(place)
    except ModuleNotFoundError:
        spec = None
    if spec is None or spec.submodule_search_locations is None:
        sentence = f"CHABUDAI_ROOMS names {place!r}, which is no package here."
        raise ModuleNotFoundError(sentence, name=place)
    return list(spec.submodule_search_locations)


def folder_of(name: str) -> Path:
    """The folder of the room of a game, such as "word-bank". Raises KeyError if there is none."""
    room = name.replace("-", "_")
    for folder in (Path(folder, room) for place in PLACES for folder in folders_in(place)):
        if folder.is_dir():
            return folder
    raise KeyError(name)


GAMES: dict[str, AnyGame]
"""Every game by its name, such as "word-bank"."""


def __getattr__(name: str) -> dict[str, AnyGame]:
    """Find the games when GAMES is first used: a room that imports this package has no GAME yet."""
    if name != "GAMES":
        raise AttributeError(name)
    globals()["GAMES"] = games = {
        game.name: game
        for place in PLACES
        for room in iter_modules(folders_in(place))
        if room.ispkg and (game := import_module(f"{place}.{room.name}").GAME)
    }
    return games
