"""The games: packages with a `GAME`, in this folder or one that CHABUDAI_GAMES names."""

import copyreg
import os
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pickle import PicklingError
from pkgutil import iter_modules

from chabudai.core import AnyGame, Game

__all__ = ["GAMES", "PLACES", "Games", "folder_of", "folders_in"]

PLACES = (__name__, *os.environ.get("CHABUDAI_GAMES", "").split())
"""The packages that hold games: this one, and those that the environment variable CHABUDAI_GAMES
names, with spaces between them, such as "my_games". They must be importable."""


def folders_in(place: str) -> list[str]:
    """The folders of a package; it is not imported. Raises ModuleNotFoundError."""
    try:
        spec = find_spec(place)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.submodule_search_locations is None:
        sentence = f"CHABUDAI_GAMES names {place!r}, which is no package here."
        raise ModuleNotFoundError(sentence, name=place)
    return list(spec.submodule_search_locations)


def folder_of(name: str) -> Path:
    """The folder of a game, such as "word-bank". Raises KeyError if there is none."""
    package = name.replace("-", "_")
    for folder in (Path(folder, package) for place in PLACES for folder in folders_in(place)):
        if folder.is_dir():
            return folder
    raise KeyError(f"There is no folder of a game {name!r}.")


class Imported(dict[str, AnyGame]):
    """The games that have been imported, by name. Another is imported when it is asked for."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        """`packages` are by the name of their game."""
        super().__init__()
        self._packages = packages

    def __missing__(self, name: str) -> AnyGame:
        """The game of that name. Raises KeyError if there is none."""
        if name not in self._packages:
            raise KeyError(f"There is no game {name!r}. There is: {', '.join(self._packages)}.")
        game: AnyGame = import_module(self._packages[name]).GAME
        self[name] = game
        return game


class Games(Mapping[str, AnyGame]):
    """Games by name. A package is imported when its game is first used, since most processes play
    one game. To ask `imported` itself takes half the time.
    """

    def __init__(self, packages: Mapping[str, str]) -> None:
        """`packages` are by the name of their game."""
        self._packages = packages
        self.imported = Imported(packages)

    def __getitem__(self, name: str) -> AnyGame:
        """The game of that name. Raises KeyError if there is none."""
        return self.imported[name]

    def __contains__(self, name: object) -> bool:
        return name in self._packages

    def __iter__(self) -> Iterator[str]:
        return iter(self._packages)

    def __len__(self) -> int:
        return len(self._packages)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self._packages)}>"


GAMES: Games
"""Every game by its name, such as "word-bank", which its folder has with an underscore."""


def by_name(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    """How a game is pickled and copied: as its name, so that it stays the one that it is. Raises
    PicklingError for a game that is not among GAMES.
    """
    if import_module(__name__).GAMES.get(game.name) is not game:
        raise PicklingError(f"{game.title} is not among the games installed here.")
    return named, (game.name,)


def named(name: str) -> AnyGame:
    """The game of that name. Raises KeyError if there is none."""
    game: AnyGame = import_module(__name__).GAMES[name]
    return game


copyreg.pickle(Game, by_name)


def __getattr__(name: str) -> Games:
    """Find the games when GAMES is first used: a caller that uses it reports what is wrong."""
    if name != "GAMES":
        raise AttributeError(name)
    globals()["GAMES"] = games = Games(
        {
            found.name.replace("_", "-"): f"{place}.{found.name}"
            for place in PLACES
            for found in iter_modules(folders_in(place))
            if found.ispkg
        }
    )
    return games
