"""chabudai: four small-box games with enforced rules, bots and a server."""

from importlib import import_module
from typing import Any

# `__getattr__` finds GAMES, Rng and play.
__all__ = ["GAMES", "Rng", "__version__", "make", "play"]  # pyright: ignore[reportUnsupportedDunderAll]

__version__ = "0.2.0"
"""Version of the package. This is the only place that states it."""


def make(game: str, seats: int | None = None, **options: object) -> Any:
    """Return the first state of a game, before the deal.

    `game` is a name in GAMES. By default, `seats` is the smallest number above 1 that the game
    allows. `options` lists only options that differ from the game's defaults. Raises KeyError for
    an unknown game, ValueError for invalid options, and Illegal for options that cannot be played.
    """
    import msgspec

    chosen = import_module("chabudai.games").GAMES[game]
    try:
        values = msgspec.convert(options, chosen.options)
    except msgspec.ValidationError as error:
        raise ValueError(f"These are not options of {chosen.title}: {error}.") from None
    return chosen.setup(values, max(2, chosen.seats[0]) if seats is None else seats)


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, so that `import chabudai` stays fast."""
    homes = {"GAMES": "chabudai.games", "Rng": "chabudai.core", "play": "chabudai.core"}
    if name not in homes:
        raise AttributeError(f"module 'chabudai' has no attribute {name!r}")
    return getattr(import_module(homes[name]), name)
