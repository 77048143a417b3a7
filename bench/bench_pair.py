"""Processor time of a move at two checkouts: python -m bench.bench_pair --against OTHER/src.

Quiddler's draw and discard by four people, as in `bench_peers`, in a closed loop on SQLite at FULL:
the server of another checkout and this one's are up at the same time, each with tables of its own,
and their people play in turn, so that what else the machine does is both's. The other one begins
every second time. `--against` this checkout itself tells how exact that is. With `--pace 1` every
table has a move a second instead. A table's memory is what the server has grown by when the people
sit and have played for `--warm` seconds.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

import chabudai
from bench.bench_move import FROM, threads_us, used_since
from bench.bench_peers import PLACE, install
from bench.bench_server import PROGRAM, first_answer, free_port, server, stand_in
from bench.process_stats import rss_kib
from bench.stopping import end_when_stopped
from tools.setup import NODE, SetupFailed

SOURCE = Path(chabudai.__file__).parents[1]


class Cost(NamedTuple):
    """A turn: µs of processor time a move, moves a second, ms from a move to the last told, and
    kB (1000 bytes) a table at its end.
    """

    all: float
    loop: float
    others: float
    busiest: float
    rate: float
    p50: float
    p99: float
    table: float


class Side:
    """A server and the people who play at so many tables of it. `empty` is what memory it took
    before, in KiB.
    """

    def __init__(
        self, serving: int, people: "subprocess.Popen[str]", tables: int, empty: int
    ) -> None:
        self._serving = serving
        self._people = people
        self._tables = tables
        self._empty = empty
        self.costs: list[Cost] = []

    def line(self) -> str:
        """What the people say next. Raises ConnectionError if they have gone."""
        assert self._people.stdout
        told = self._people.stdout.readline()
        if not told:
            raise ConnectionError("the people could not play")
        return told

    def play(self) -> None:
        """Have the people play for a turn, and note what it cost."""
        assert self._people.stdin
        before = threads_us(self._serving)
        print("play", file=self._people.stdin, flush=True)
        got = json.loads(self.line())
        used, moves = used_since(before, self._serving), got["moves"]
        rate = moves / got["took"]
        of_a_move = (us / moves for us in (used.all, used.loop, used.all - used.loop, used.busiest))
        table = 1.024 * (rss_kib(self._serving) - self._empty) / self._tables
        figures = (*of_a_move, rate, got["p50"], got["p99"], table)
        self.costs.append(Cost._make(figures))


@contextlib.contextmanager
def side(source: Path, tables: int, seconds: float, pace: float, warm: float) -> Generator[Side]:
    """The server of a checkout, with people at so many tables, as `people.mjs` has them."""
    port = free_port()
    asked = map(str, (port, tables, seconds, pace, warm))
    command = [str(NODE), str(PLACE / "people.mjs"), "ours", *asked]
    pipe = subprocess.PIPE
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = FROM.format(source=str(source)) + PROGRAM
        static, db = stand_in(folder), str(folder / "a.db")
        with server(port, db, static, program) as serving:
            first_answer(port)
            empty = rss_kib(serving.pid)
            with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as people:
                try:
                    both = Side(serving.pid, people, tables, empty)
                    both.line()
                    yield both
                finally:
                    people.kill()


def show(name: str, before: Sequence[float], after: Sequence[float]) -> None:
    """Print one figure of both: least, median, and the ratio of the pairs."""
    ratios = [b / a for a, b in zip(before, after, strict=True)]
    middle, low, high = statistics.median(ratios), min(ratios), max(ratios)
    each = (f"{min(x):,.1f}, {statistics.median(x):,.1f}" for x in (before, after))
    print(f"| {name} | {' | '.join(each)} | {middle:.2f} ({low:.2f}–{high:.2f}) |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, default=SOURCE, help="the other checkout's src")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--pace", type=float, default=0.0, help="seconds from move to move")
    parser.add_argument("--warm", type=float, default=2.0, help="seconds of play before")
    args = parser.parse_args()
    try:
        install()
    except SetupFailed as failure:
        print(f"The people cannot be had, so nothing is compared: {failure}")
        return
    how = (args.tables, args.seconds, args.pace, args.warm)
    other, this = side(args.against.resolve(), *how), side(SOURCE, *how)
    with other as before, this as after:
        for number in range(args.rounds):
            for each in (before, after) if number % 2 == 0 else (after, before):
                each.play()
    print(f"{args.tables} tables x 4 people, SQLite FULL, {args.rounds} pairs of {args.seconds} s")
    print("| µs of processor time a move | before: least, median | after | ratio of pairs |")
    print("|---|---|---|---|")
    costs = ("all", "the busiest event loop's thread", "all others", "the busiest process")
    names = (*costs, "moves/s", "p50, ms", "p99, ms", "kB a table")
    for name, figures in zip(names, zip(*before.costs, *after.costs, strict=True), strict=True):
        show(name, figures[: args.rounds], figures[args.rounds :])
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    end_when_stopped()
    main()
