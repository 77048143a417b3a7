"""Profile of the processor time of a move.

`python -m bench.bench_profile [--tables N] [--seconds S] [--depth N]`: tables of three people and a
spectator play in a closed loop on SQLite at FULL, as in `bench_server play`. The server samples the
stack of its event loop, every 2 ms of processor time or as often as the kernel's tick allows. A
sample is attributed to the innermost module of chabudai or another package. C code counts towards
the module that calls it. `--depth` says how many parts of a module's path to keep. Other threads
and processes are not sampled: the kernel measures their total time.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.bench_server import PROGRAM, board, closed, serving
from bench.figures import machine
from bench.process_stats import cpu_of_server_s
from bench.stopping import end_when_stopped

SHOWN = 16
OTHERS = "other threads and processes: SQLite, bots"
SAMPLER = """
import collections, json, signal
counts = collections.Counter()

def part(frame):
    while frame is not None:
        path = frame.f_code.co_filename
        if path.endswith("/server/run.py"):
            break
        for mark, depth in (("/chabudai/", DEPTH), ("/site-packages/", 1)):
            if mark in path:
                return "/".join(path.rpartition(mark)[2].split("/")[:depth])
        frame = frame.f_back
    return "the event loop itself"

def sample(number, frame):
    counts[part(frame)] += 1

def begin(number, frame):
    counts.clear()
    signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002)

def end(number, frame):
    signal.setitimer(signal.ITIMER_PROF, 0)

signal.signal(signal.SIGPROF, sample)
signal.signal(signal.SIGUSR1, begin)
signal.signal(signal.SIGUSR2, end)
"""
WRITE = """
with open({out!r}, "w") as file:
    json.dump(counts, file)
"""


async def measure(tables: int, seconds: float, depth: int) -> tuple[int, dict[str, float]]:
    """Return the number of moves, and the seconds of processor time by part."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = folder / "samples.json"
        program = SAMPLER.replace("DEPTH", str(depth)) + PROGRAM + WRITE.format(out=str(out))
        with serving(folder, program) as (base, pid):
            async with contextlib.AsyncExitStack() as stack:
                boards = [await stack.enter_async_context(board(base, n)) for n in range(tables)]
                os.kill(pid, signal.SIGUSR1)
                used = [cpu(pid) for cpu in (loop_s, cpu_of_server_s)]
                until = time.perf_counter() + seconds
                await asyncio.gather(*(closed(each, until) for each in boards))
                loop, total = (
                    cpu(pid) - before
                    for cpu, before in zip((loop_s, cpu_of_server_s), used, strict=True)
                )
                os.kill(pid, signal.SIGUSR2)
        moves = sum(len(each.delays) for each in boards)
        counts: dict[str, int] = json.loads(out.read_text())
        each = loop / sum(counts.values())
        return moves, {OTHERS: total - loop} | {part: each * n for part, n in counts.items()}


def loop_s(pid: int) -> float:
    """Return the processor time of the event loop's thread, the first of its process,
    in seconds.
    """
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--depth", type=int, default=2)
    args = parser.parse_args()
    print(machine())
    moves, used = asyncio.run(measure(args.tables, args.seconds, args.depth))
    total = sum(used.values())
    print(f"{moves:,} moves, {1e6 * total / moves:.0f} µs of processor time each")
    print("| part | share | µs per move |\n|---|---|---|")
    for part, seconds in Counter(used).most_common(SHOWN):
        print(f"| {part} | {seconds / total:.1%} | {1e6 * seconds / moves:.0f} |")
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    end_when_stopped()
    main()
