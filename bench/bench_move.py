"""Where the processor time of a move goes: boards in a closed loop, every socket told.

python -m bench.bench_move [--against OTHER/src] [--rounds N]: the server of this
checkout, and in turn with it that of another one. SQLite at FULL, on loopback.
"""

import argparse
import asyncio
import contextlib
import json
import signal
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import chabudai
from bench.bench_server import (
    PROGRAM,
    board,
    closed,
    first_answer,
    free_port,
    server,
    stand_in as client,
)
from bench.process_stats import started_by
from bench.stopping import end_when_stopped

SOURCE = Path(chabudai.__file__).parents[1]
FROM = """
import os, sys
sys.path.insert(0, {source!r})
os.environ["PYTHONPATH"] = {source!r}  # for the processes that it starts
"""
SAMPLER = """
import collections, json, signal
PARTS = {parts!r}
counts = collections.Counter()

def part(frame):
    while frame is not None:
        path, function = frame.f_code.co_filename, frame.f_code.co_name
        module = path.rpartition("/")[2][:-3] if "/chabudai/server/" in path else ""
        for name, modules in PARTS.items():
            if f"{{module}}.{{function}}" in modules or module in modules:
                return name
        frame = frame.f_back
    return {rest!r}

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
PARTS = {
    "reading frames": ("guard.data_received", "session._answer_all", "services.may_speak"),
    "sending frames": ("guard.write", "session._send"),
    "views, news and encoding": ("fan_out", "live_table", "shown"),
    "judging": ("session", "command_queue", "commands", "play", "registry", "table", "bots"),
    "the store, on the loop": ("store", "database", "rows"),
    "clocks and checks": ("clocks", "watchdog", "arrivals", "hints"),
}
REST = "event loop"
"""The parts, by the innermost of these functions and modules of the server in the stack."""


class Used(NamedTuple):
    """Processor time of a server with what it started, in microseconds: in all,
    of all main threads the one that used most, and of the process that used most.
    """

    all: float
    loop: float
    busiest: float


def threads_us(pid: int) -> dict[tuple[int, int], float]:
    """By process and thread, the processor time of a server and of what it started, in
    microseconds. A main thread has the number of its process.
    """
    tasks = [task for each in started_by(pid) for task in Path(f"/proc/{each}/task").iterdir()]
    used = [int((task / "schedstat").read_text().split()[0]) / 1000 for task in tasks]
    names = [(int(task.parts[2]), int(task.name)) for task in tasks]
    return dict(zip(names, used, strict=True))


def used_since(before: dict[tuple[int, int], float], pid: int) -> Used:
    """What a server and what it started have used since."""
    used = {name: us - before.get(name, 0.0) for name, us in threads_us(pid).items()}
    processes = {process for process, _ in used}
    loop = max(used[process, process] for process in processes)
    of_each = [sum(us for (at, _), us in used.items() if at == each) for each in processes]
    return Used(sum(used.values()), loop, max(of_each))


async def measure(source: Path, tables: int, seconds: float) -> dict[str, float]:
    """Figures of one run: moves a second, milliseconds to the last socket, microseconds a move."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        out = folder / "profile.json"
        program = FROM.format(source=str(source))
        program += SAMPLER.format(parts=PARTS, rest=REST) + PROGRAM + WRITE.format(out=str(out))
        with server(port, str(folder / "a.db"), client(folder), program) as process:
            await asyncio.to_thread(first_answer, port)
            async with contextlib.AsyncExitStack() as stack:
                base = f"http://127.0.0.1:{port}"
                boards = [await stack.enter_async_context(board(base, n)) for n in range(tables)]
                process.send_signal(signal.SIGUSR1)
                started = time.perf_counter()
                before = threads_us(process.pid)
                await asyncio.gather(*(closed(each, started + seconds) for each in boards))
                taken = time.perf_counter() - started
                used = used_since(before, process.pid)
                process.send_signal(signal.SIGUSR2)
        delays = sorted(1000 * delay for each in boards for delay in each.delays)
        moves = len(delays)
        got = {
            "moves/s": moves / taken,
            "p50": delays[moves // 2],
            "p99": delays[moves * 99 // 100],
            "us": used.all / moves,
            "loop": used.loop / moves,
            "writer": (used.all - used.loop) / moves,
        }
        counts: dict[str, int] = json.loads(out.read_text())
        share = got["loop"] / sum(counts.values())
        return got | {f"  {part}": share * counts.get(part, 0) for part in (*PARTS, REST)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="the folder src of another checkout")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8.0)
    args = parser.parse_args()
    sources = [each for each in (args.against, SOURCE) if each is not None]
    runs: dict[Path, list[dict[str, float]]] = {source: [] for source in sources}
    for _ in range(args.rounds):
        for source in sources:
            run = asyncio.run(measure(source, args.tables, args.seconds))
            runs[source].append(run)
    print(f"closed loop, {args.tables} tables x 4 sockets, SQLite FULL: median of each column")
    for source, several in runs.items():
        print("this" if source == SOURCE else source)
        for name in several[0]:
            figures = [run.get(name, 0.0) for run in several]
            spread = f"{min(figures):>8.1f} {max(figures):>8.1f}"
            print(f"  {name:<28} {statistics.median(figures):>8.1f} {spread}")


if __name__ == "__main__":
    end_when_stopped()
    main()
