"""All places of a piece by polyomino: asked for a tile and boards, by their free cells."""

import json
import sys
from importlib.metadata import version
from time import process_time

from polyomino.board import Irregular

from bench.peers.answering import say


def main() -> None:
    """Say the version; then, for each question, the number of places and the seconds they took."""
    say(f"polyomino {version('polyomino')}")
    for line in sys.stdin:
        tile, boards = json.loads(line)
        found, taken = list[int](), list[float]()
        for free in boards:
            board = Irregular(map(tuple, free))
            begun = process_time()
            places = list(board.positions(list(map(tuple, tile)), with_reflections=True))
            taken.append(process_time() - begun)
            found.append(len(places))
        say([found, taken])


if __name__ == "__main__":
    main()
