"""Checks of `simulate`'s arguments, for callers that use no type checker."""

from collections.abc import Sequence
from typing import cast

from chabudai.core import is_game


def check_series(game: object, bots: object, games: object, seed: object, options: object) -> None:
    """Check the arguments of a series. Raises TypeError, or ValueError for fewer than one game."""
    if not is_game(game):
        raise TypeError(f"A series is of a game, a value of chabudai.games.GAMES, not of {game!r}.")
    if options is not None and not isinstance(options, game.options):
        raise TypeError(f"These are not options of {game.title}: {options!r}.")
    if not is_names(bots):
        raise TypeError(f"bots are names, one for each seat, such as ('hard', 'easy'): {bots!r}.")
    for name, number in (("games", games), ("seed", seed)):
        if not isinstance(number, int):
            raise TypeError(f"{name} is a whole number, not {number!r}.")
        if name == "games" and number < 1:
            raise ValueError(f"A series has at least one game, not {number}.")


def check_limit(limit: object) -> None:
    """Check the time limit of a bot, in seconds. Raises TypeError and ValueError."""
    if not isinstance(limit, int | float):
        raise TypeError(f"limit is a number of seconds, not {limit!r}.")
    if not limit > 0:
        raise ValueError(f"A bot has more than 0 seconds for a move, not {limit}.")


def check_jobs(jobs: object) -> None:
    """Check the number of processes. Raises TypeError and ValueError."""
    if not isinstance(jobs, int):
        raise TypeError(f"jobs is a whole number, not {jobs!r}.")
    if jobs < 1:
        raise ValueError(f"A series takes at least one process, not {jobs}.")


def is_names(value: object) -> bool:
    """Whether a value is a sequence of names, not a single name."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return all(isinstance(each, str) for each in cast("Sequence[object]", value))
