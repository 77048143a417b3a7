"""The peer's side of a benchmark: rounds of work, each requested by a line on standard input."""

import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from random import Random
from time import process_time

MARK = "answer "
"""Prefix that distinguishes answers from other output, because libraries also print."""


def answer(package: str, games: Mapping[str, Callable[[Random], int]]) -> None:
    """Print the package's version and the games. Then, for each request, play random games of the
    requested kind for the requested processor time, and print the moves per second.
    """
    say([f"{package} {version(package)}", *games])
    for line in sys.stdin:
        name, seed, seconds = json.loads(line)
        dice, moves, begun = Random(seed), 0, process_time()  # noqa: S311 - no secrets
        while process_time() - begun < seconds:
            moves += games[name](dice)
        say(moves / (process_time() - begun))


def say(what: object) -> None:
    print(MARK + json.dumps(what), flush=True)
