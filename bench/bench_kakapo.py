"""The Kakapo: the speed of placements, scans, solving, proofs and random games.

`python -m bench.bench_kakapo [grid|surround|proof|play] [--missions M,…] [--seed S]`

Times are processor time, so that other work on the machine counts for little. All randomness comes
from the seed.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from chabudai.core import Rng
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import ALL, EMPTY, Cells, bit, each_bit, legal, scanned
from chabudai.games.kakapo.components.cards import DECK, VALUES
from chabudai.games.kakapo.components.missions import (
    BOOK,
    Bird,
    Mission,
    Title,
    mission_named,
    targets,
)
from chabudai.games.kakapo.review.generator import random_bird
from chabudai.games.kakapo.review.grading import grade
from chabudai.games.kakapo.review.studio import pieces_for
from chabudai.games.kakapo.solver.cp_sat import is_installed, prove
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.state import Options
from chabudai.search import playout

T = TypeVar("T")
PARTS = ("grid", "surround", "proof", "play")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=PARTS)
    parser.add_argument("--missions", default="", help="names for `proof`; all of the book if none")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what in (None, "grid"):
        grid(Rng(args.seed))
    if args.what in (None, "surround"):
        surround(Rng(args.seed))
    if args.what in (None, "proof"):
        proofs(args.missions.split(",") if args.missions else book())
    if args.what in (None, "play"):
        play()


def book() -> list[str]:
    return [f"{mode}/{number}" for mode in ("buddy", "party") for number in range(1, BOOK + 1)]


def timed(work: Callable[[T], object], items: list[T]) -> list[float]:
    """Seconds for each item."""
    taken: list[float] = []
    for item in items:
        start = time.process_time_ns()
        work(item)
        taken.append((time.process_time_ns() - start) / 1e9)
    return taken


def each(work: Callable[[T], object], items: list[T]) -> float:
    """Mean seconds for one item, timed together as the work is shorter than the clock call."""
    start = time.process_time()
    for item in items:
        work(item)
    return (time.process_time() - start) / len(items)


# --- The grid


def half_full(rng: Rng) -> tuple[Cells, Cells]:
    """A board with half its cells taken, a fifth of these in one suit."""
    cells = rng.shuffled(range(144))[:72]
    return sum(1 << cell for cell in cells), sum(1 << cell for cell in cells[:14])


def places(value: int, board: tuple[Cells, Cells]) -> tuple[Cells, ...]:
    return legal(value, *board)


def grid(rng: Rng) -> None:
    boards = [half_full(rng) for _ in range(3000)]
    for value in VALUES:
        took = each(partial(places, value), boards) * 1e6
        print(f"all legal places of a {value} on a half-full board, µs{took:8.2f}")
    missions = [mission_named(name) for name in book()]
    birds = [target for mission in missions for target in targets(mission)] * 30
    full = (EMPTY[0], ALL, *EMPTY[2:])
    print(f"scan of a bird, µs{each(lambda bird: scanned(bird, full), birds) * 1e6:8.2f}")


# --- Fewest pieces


def bird_of_five(rng: Rng) -> Mission:
    """A bird of five cells somewhere in the middle, without colours."""
    room = sum(bit(row, column) for row in range(2, 10) for column in range(2, 10))
    cells = None
    while cells is None:
        cells = random_bird(room, 5, rng)
    places = tuple(divmod(low.bit_length() - 1, 12) for low in each_bit(cells))
    return Mission("buddy", Title("Five", "五"), (Bird(places),), 1)


def surround(rng: Rng) -> None:
    """Birds of five cells, with twelve pieces and with all; CP-SAT for comparison."""
    missions = [bird_of_five(rng) for _ in range(40)]
    for count in (12, len(DECK)):
        puzzles = [(mission, rng.shuffled(DECK)[:count]) for mission in missions]
        ours = timed(lambda puzzle: fewest(puzzle[0], (), puzzle[1]), puzzles)
        print(
            f"fewest of {count} pieces round a bird of five, ms: median"
            f"{statistics.median(ours) * 1e3:8.2f}, longest{max(ours) * 1e3:8.2f}"
        )
        if is_installed():
            some = puzzles[:8]
            theirs = timed(lambda puzzle: prove(puzzle[0], (), puzzle[1]), some)
            same = sum(
                prove(mission, (), pieces).bound == fewest(mission, (), pieces).least
                or fewest(mission, (), pieces).pieces is None
                for mission, pieces in some
            )
            print(
                f"  the same by CP-SAT, ms: median{statistics.median(theirs) * 1e3:8.0f}; "
                f"the same minimum in {same} of {len(some)}"
            )


def proofs(names: list[str]) -> None:
    """Par of missions of the book, in seconds."""
    ours, theirs = list[float](), list[float]()
    for name in names:
        mission = mission_named(name)
        ours += timed(lambda one: fewest(one, (), pieces_for(one)), [mission])
        if is_installed():
            theirs += timed(lambda one: prove(one, (), pieces_for(one)), [mission])
            print(f"par of {name}, s: ours{ours[-1]:8.4f}, CP-SAT{theirs[-1]:8.2f}", flush=True)
    for who, taken in (("our solver", ours), ("CP-SAT", theirs)):
        if taken:
            print(
                f"par by {who}, {len(taken)} missions, s: median{statistics.median(taken):8.4f}, "
                f"longest{max(taken):8.4f}"
            )


# --- Play


def random_moves_per_second(seats: int, seed: int) -> float:
    """Random games, each move with the view it is chosen from."""
    rng = Rng(seed)
    start = time.process_time()
    states = (GAME.setup(Options(), seats) for _ in range(200))
    moves = sum(1 for state in states for _ in playout(GAME, state, rng))
    return moves / (time.process_time() - start)


def play() -> None:
    for seats in (2, 3, 4):
        worst, _, rate, _, _ = sorted(random_moves_per_second(seats, seed) for seed in range(5))
        print(
            f"random play of {seats}, each move with a view, moves a second: median"
            f"{rate:10,.0f}, worst of 5{worst:10,.0f}"
        )
    for name, seats in (("buddy/10", 2), ("party/10", 4)):
        start = time.process_time()
        found = grade(mission_named(name), seats, 60)
        took = (time.process_time() - start) / found.deals * 1e3
        print(f"a game of reference bots, {name}, ms{took:8.1f}")


if __name__ == "__main__":
    main()
