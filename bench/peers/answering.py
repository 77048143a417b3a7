"""The side of a peer: rounds of work, asked for on standard input, a line each."""

import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from random import Random
from time import process_time

MARK = "answer "
"""In front of an answer, since libraries print, too."""


def answer(package: str, games: Mapping[str, Callable[[Random], int]]) -> None:
    """Say the package's version and the games; then, for each question, play whole random games of
    a kind until so many seconds of processor time have passed, and say how many moves a second it
    were.
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
