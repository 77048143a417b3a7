"""The games: packages with a `GAME`, in this folder or in a package listed in CHABUDAI_GAMES."""

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
"""Packages that contain games: this one, and those listed in the environment variable
CHABUDAI_GAMES, separated by spaces, such as "my_games". They must be importable."""


def folders_in(place: str) -> list[str]:
    """Return the folders that make up a package, without importing it.

    Raises ModuleNotFoundError if it is not a package.
    """
    try:
        spec = find_spec(place)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.submodule_search_locations is None:
        sentence = f"CHABUDAI_GAMES names {place!r}, which is not a package here."
        raise ModuleNotFoundError(sentence, name=place)
    return list(spec.submodule_search_locations)


def folder_of(name: str) -> Path:
    """Return the folder of a game, such as "word-bank". Raises KeyError if it does not exist."""
    package = name.replace("-", "_")
    for folder in (Path(folder, package) for place in PLACES for folder in folders_in(place)):
        if folder.is_dir():
            return folder
    raise KeyError(f"There is no folder of a game {name!r}.")


class Imported(dict[str, AnyGame]):
    """Imported games by name. A game is imported when it is first looked up."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        """Store `packages`, which maps each game's name to its package."""
        super().__init__()
        self._packages = packages

    def __missing__(self, name: str) -> AnyGame:
        """Import the game `name` and return it. Raises KeyError if no such game exists."""
        if name not in self._packages:
            raise KeyError(f"There is no game {name!r}. Available: {', '.join(self._packages)}.")
        game: AnyGame = import_module(self._packages[name]).GAME
        self[name] = game
        return game


class Games(Mapping[str, AnyGame]):
    """Games by name.

    A package is imported when its game is first used, since most processes use only one game. A
    lookup in `imported` is faster than one in this mapping.
    """

    def __init__(self, packages: Mapping[str, str]) -> None:
        """Store `packages`, which maps each game's name to its package."""
        self._packages = packages
        self.imported = Imported(packages)

    def __getitem__(self, name: str) -> AnyGame:
        """Return the game `name`. Raises KeyError if no such game exists."""
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
"""All games by name. The game "word-bank" is in the folder `word_bank`."""


def by_name(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    """Pickle and copy a game by its name, so that it stays the same object.

    Raises PicklingError if the game is not in GAMES.
    """
    if import_module(__name__).GAMES.get(game.name) is not game:
        raise PicklingError(f"{game.title} is not among the games installed here.")
    return named, (game.name,)


def named(name: str) -> AnyGame:
    """Return the game `name`. Raises KeyError if no such game exists."""
    game: AnyGame = import_module(__name__).GAMES[name]
    return game


copyreg.pickle(Game, by_name)


def __getattr__(name: str) -> Games:
    """Find the games when GAMES is first used, so that errors are raised then, not on import."""
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
