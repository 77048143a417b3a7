"""Do hostile clients slow down other tables? `python -m bench.bench_hostile`, on loopback, two
minutes.

Four people play at one table of a server with default settings. The delay of a move is measured
until every socket has the new view: first without attacks, then during each attack of
`bench.hostile`, then during all of them together.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx

from bench.bench_server import Board, board, free_port, serving
from bench.figures import percentiles
from bench.hostile import WAYS
from bench.process_stats import cpu_of_server_s, rss_kib
from bench.stopping import end_when_stopped, running, start
from chabudai.server import protocol
from chabudai.server.credentials import digest
from chabudai.server.sources import Sources
from chabudai.server.store.base import Store
from chabudai.server.store.database import open_database
from chabudai.server.tables.decide import Call
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table
from chabudai.server.tables.followers import TOLD_STEPS

PROGRAM = """
import sys
from pathlib import Path
from chabudai.server.run import serve
from chabudai.server.settings import Settings
metrics = ("127.0.0.1", METRICS)
settings = Settings(db=sys.argv[2], static=Path(sys.argv[3]), bot_workers=1, metrics=metrics)
serve("127.0.0.1", int(sys.argv[1]), settings=settings)
"""
SEATS = 4
SETTLE_S = 1.5
"""Seconds given to hostile clients to start."""
PACE_S = 0.05
"""Minimum seconds from one move to the next."""


async def long_table(db: str) -> str:
    """Store a table whose log has the maximum length that is sent in full. Return its id."""
    sources = Sources()
    order = protocol.NewTable("word-bank", "X", 2, bots=("easy",), begin=True)
    store = Store(await open_database(db), lambda _: None)
    opened = open_table(Call(0, "opened", 1000, sources), order, digest("x"), digest("y"))
    await store.append(opened)
    table, waiting = opened.table, list[Any]()
    while table.head < TOLD_STEPS - 1:
        name = f"n{table.head}"
        change = carry_out(table, Call(0, name, 1000, sources), protocol.Rename(name, name))
        waiting.append(store.append(change))
        table = change.table
    await asyncio.gather(*waiting)
    await store.close()
    return table.id


@contextlib.contextmanager
def hostile(base: str, table: str, ways: list[str]) -> Generator[None]:
    """Run a hostile client for each of these kinds of attack."""
    command = [sys.executable, "-m", "bench.hostile", base, table, *ways]
    with running(lambda: start(command), lambda process: process.kill()):
        yield


class Four:
    """Four people who play one game after another. `stack` closes their sockets."""

    def __init__(self, base: str, stack: contextlib.AsyncExitStack) -> None:
        self._base = base
        self._stack = stack
        self._boards: list[Board] = []

    async def sit_down(self) -> None:
        """Begin a game."""
        number = len(self._boards)
        begun = board(self._base, number, SEATS, SEATS)
        self._boards.append(await self._stack.enter_async_context(begun))

    async def play(self, seconds: float) -> list[float]:
        """Play for `seconds` seconds. Return the delays of the moves, in milliseconds."""
        taken: list[float] = []
        until = time.perf_counter() + seconds
        while (now := time.perf_counter()) < until:
            each = self._boards[-1]
            if await each.move():
                taken.append(1000 * each.delays[-1])
                await asyncio.sleep(max(0.0, PACE_S - each.delays[-1]))
            else:
                await self.sit_down()
                until += time.perf_counter() - now
        return taken


def faults(metrics: int) -> str:
    """Return the server's count of unexpected errors, from its metrics at this port."""
    lines = httpx.get(f"http://127.0.0.1:{metrics}/metrics").text.splitlines()
    return next(line.split()[1] for line in lines if line.startswith("faults_total"))


async def measure(base: str, pid: int, table: str, beside: list[list[str]], seconds: float) -> None:
    """Print the delays of moves during each combination of attacks."""
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    print("next to             moves   p50, ms   p99, ms   max, ms   server, MB   its CPU, %")
    async with contextlib.AsyncExitStack() as stack:
        four = Four(base, stack)
        await four.sit_down()
        for which in beside:
            with hostile(base, table, which):
                await asyncio.sleep(SETTLE_S)
                used, started = cpu_of_server_s(pid), time.perf_counter()
                taken = await four.play(seconds if len(which) == 1 else 2 * seconds)
                used = (cpu_of_server_s(pid) - used) / (time.perf_counter() - started)
            label = which[0] if len(which) == 1 else "all of them" if which else "none"
            middle, most, longest = percentiles(taken)
            row = f"{len(taken):>5} {middle:>9.1f} {most:>9.1f} {longest:>9.1f}"
            print(f"{label:<19} {row} {rss_kib(pid) / 1024:>12.0f} {100 * used:>12.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ways", nargs="*", help="some of: " + ", ".join(WAYS))
    parser.add_argument("--together", action="store_true", help="only all together")
    parser.add_argument("--seconds", type=float, default=6.0)
    args = parser.parse_args()
    ways = args.ways or list(WAYS)
    each = [] if args.together else [[way] for way in ways]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        metrics = free_port()
        program = PROGRAM.replace("METRICS", str(metrics))
        table = asyncio.run(long_table(str(folder / "tables.db")))
        with serving(folder, program) as (base, pid):
            asyncio.run(measure(base, pid, table, [[], *each, ways, []], args.seconds))
            print(f"faults of the server: {faults(metrics)}")


if __name__ == "__main__":
    end_when_stopped()
    main()
