"""Do three servers on one PostgreSQL do three times the work? `python -m bench.bench_fleet`.

It measures the cost of a move with one server and with three, on loopback, in two minutes. If each
server has a core, three servers make 3 × cost(one) / cost(three) times as many moves as one. The
cost is processor time, because the servers share the cores here; the database's cost is printed
next to it.

Each of the three has as many tables as the single server. First, each server makes RATE moves a
second. Then all servers make moves as fast as possible. If three servers share the cores, each
makes fewer moves, so fewer moves share a commit and a notification. Finally, the single server's
tables are divided among the three: first with all players of a table on one server, then with its
players on all three. The last part measures how much later a step appears at the other servers than
at the player's own.
"""

import argparse
import asyncio
import contextlib
import math
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench import figures
from bench.bench_server import Board, board, first_answer, free_port, paced, server, stand_in
from bench.process_stats import cpu_of_server_s
from bench.stopping import end_when_stopped
from tests.server import postgres

WARM_MOVES = 10
"""Moves made at each table before the measurement, out of about forty in a game."""


def delays(seconds: Sequence[float]) -> str:
    """Format the median, the 99th percentile and the maximum, in milliseconds."""
    p50, p99, longest = (1000 * each for each in figures.percentiles(seconds))
    return f"p50 {p50:.1f}, p99 {p99:.1f}, max {longest:.1f} ms of {len(seconds)}"


def database_cpu_s(home: Path) -> float:
    """Return the processor time of PostgreSQL's processes, in seconds."""
    return cpu_of_server_s(int((home / "data" / "postmaster.pid").read_text().split()[0]))


async def warm_up(each: Board) -> None:
    """Make some moves that are not measured."""
    for _ in range(WARM_MOVES):
        await each.move()
    each.delays.clear()


class Fleet:
    """Servers on one PostgreSQL, which run until `stack` is closed."""

    def __init__(self, stack: contextlib.AsyncExitStack, number: int) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self.database = stack.enter_context(postgres.started())
        ports, static = [free_port() for _ in range(number)], stand_in(folder)
        self.processes: list[subprocess.Popen[bytes]] = []
        for port in ports:
            started = server(port, self.database.url, static)
            self.processes.append(stack.enter_context(started))
            first_answer(port)
        self.bases = tuple(f"http://127.0.0.1:{port}" for port in ports)


async def measure(
    number: int, tables: int, seconds: float, *, spread: bool = False, rate: float = math.inf
) -> float:
    """Print the cost of a move, and return it: the processor time of all servers, in milliseconds.
    Each server makes `rate` moves a second, if it can.
    """
    async with contextlib.AsyncExitStack() as stack:
        fleet = Fleet(stack, number)
        boards: list[Board] = []
        for count in range(tables):
            base = fleet.bases[count % number]
            at = fleet.bases if spread else ()
            boards.append(await stack.enter_async_context(board(base, count, at=at)))
        await asyncio.gather(*map(warm_up, boards))
        used = sum(cpu_of_server_s(each.pid) for each in fleet.processes)
        theirs, begun = database_cpu_s(fleet.database.home), time.perf_counter()
        until, step = begun + seconds, 1 / rate / number
        await asyncio.gather(
            *(paced(each, until, tables * step, at * step) for at, each in enumerate(boards))
        )
        used = sum(cpu_of_server_s(each.pid) for each in fleet.processes) - used
        theirs = database_cpu_s(fleet.database.home) - theirs
        moves = sum(len(each.delays) for each in boards)
        cost, taken = 1000 * used / moves, time.perf_counter() - begun
        where = "each table's people at all" if spread else "each table's people at one"
        print(
            f"{number} servers, {where}: {moves / taken / number:.0f} moves/s each,"
            f" {cost:.3f} ms a move of the servers,",
            end="",
        )
        print(f" {1000 * theirs / moves:.3f} of the database", flush=True)
        if spread:
            own = [[each.at for each in one.seen] for one in boards]
            late = [
                max(t[s] for t in at) - min(t[s] for t in at) for at in own for s in at[0] if s > 1
            ]
            print(f"  from the first socket to the last, across servers: {delays(late)}")
        return cost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rate", type=float, default=150.0, help="moves a second at each server")
    args = parser.parse_args()
    each, seconds = args.tables, args.seconds
    for rate in (args.rate, math.inf):
        print(f"{each} tables and {rate:.0f} moves a second at each server")
        ratios: list[float] = []
        for _ in range(args.rounds):
            one = asyncio.run(measure(1, each, seconds, rate=rate))
            three = asyncio.run(measure(3, 3 * each, seconds, rate=rate))
            ratios.append(3 * one / three)
        print(f"  three servers: {figures.spread(ratios, 2)} × one, by processor time")
    print(f"{each} tables in all")
    one = asyncio.run(measure(1, each, seconds))
    for spread in (False, True):
        three = asyncio.run(measure(3, each, seconds, spread=spread))
        print(f"  three servers: {3 * one / three:.2f} × one, by processor time")
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    end_when_stopped()
    main()
