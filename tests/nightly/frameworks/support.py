"""Helpers for the tests of all frameworks."""

import os
import signal
from pathlib import Path

from chabudai.adapters.observations import observations
from chabudai.games import GAMES

SMALL = min(GAMES, key=lambda name: observations(GAMES[name]).size)
"""The game with the smallest observations: the one in examples/games."""


def dying_once(item: tuple[int, str]) -> int:
    """Return the number, but kill the process that first receives a 3."""
    number, folder = item
    if number == 3:
        try:
            (Path(folder) / "died").mkdir()
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def raising(item: int) -> int:
    """Raise LookupError."""
    raise LookupError(f"nothing at {item}")
