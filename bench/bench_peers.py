"""Is the server as fast as other game servers? `python -m bench.bench_peers` takes eight minutes.

Four players with hidden hands draw and discard Quiddler cards. The servers are boardgame.io in
memory, boardgame.io with its FlatFile storage, Colyseus and chabudai. Colyseus stores nothing.
chabudai stores every move on disk before it answers (SQLite at synchronous = FULL). One program
simulates all players (`peers/people.mjs`). The servers take turns, so that other load on the
machine affects all of them. First the tables play as fast as possible: each move is sent once all
four have received the previous one. Then a number of tables each make one move a second. Before the
measurement, games are played at each server for some seconds, until Node has compiled its hot code.
npm installs the peers into `.cache`, for this benchmark only.
"""

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

from bench.bench_server import first_answer, free_port, server, stand_in
from bench.figures import NOT_HERE, machine, not_here, ratio_line, spread
from bench.process_stats import cpu_of_server_s, rss_kib
from bench.stopping import end_when_stopped, running, start
from tools.setup import NODE, ROOT, SetupFailed, npm_command, run

SOURCES = Path(__file__).resolve().parent / "peers"
PLACE = ROOT / ".cache" / "peers"
PATIENCE_S = 60.0
WARM_S = 4
OURS = "chabudai, SQLite FULL"
KINDS = {
    OURS: "ours",
    "boardgame.io in memory": "boardgame",
    "boardgame.io FlatFile": "boardgame",
    "Colyseus, nothing stored": "colyseus",
}
"""The servers, and the protocol that the simulated players use at each."""
SHOWN = ("boardgame.io", "@colyseus/core", "@colyseus/schema", "ws", "socket.io-client")


class Cost(NamedTuple):
    """Result of a run: latency in ms, processor time in µs per move and as a share of a core, and
    memory in kB (1000 bytes) per table at the end.
    """

    rate: float
    p50: float
    p99: float
    cpu: float
    core: float
    table: float


def install() -> None:
    """Install the programs and the locked packages in `.cache/peers`. Raise SetupFailed
    on failure.
    """
    PLACE.mkdir(parents=True, exist_ok=True)
    for path in (*SOURCES.glob("*.mjs"), *SOURCES.glob("*.json")):
        shutil.copy(path, PLACE / path.name)
    lock = hashlib.sha256((PLACE / "package-lock.json").read_bytes()).hexdigest()
    stamp = PLACE / "installed"
    if not stamp.is_file() or stamp.read_text() != lock:
        quiet = ("--ignore-scripts", "--no-audit", "--no-fund")
        # `npm ci` refuses a lock without the packages of other platforms.
        run(*npm_command(), "install", *quiet, folder=PLACE)
        stamp.write_text(lock)


def versions() -> str:
    """Return the versions of the installed peers and of their runtimes."""
    packages = json.loads((PLACE / "package-lock.json").read_text())["packages"]
    found = [f"{name} {packages[f'node_modules/{name}']['version']}" for name in SHOWN]
    node = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return machine((*found, f"Node {node.strip()}"))


@contextlib.contextmanager
def peer(name: str, port: int, folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """Run the server with this name on a loopback port."""
    if name == OURS:
        with server(port, str(folder / "tables.db"), stand_in(folder)) as ours:
            first_answer(port)
            yield ours
        return
    stored = [str(folder)] if name.endswith("FlatFile") else []
    command = [str(NODE), str(PLACE / f"{KINDS[name]}.mjs"), str(port), *stored]
    env = {**os.environ, "NODE_ENV": "production"}
    with running(
        lambda: start(command, env, subprocess.DEVNULL), lambda process: process.kill()
    ) as process:
        until_open(port, process)
        yield process


def until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the process listens. Raise OSError if it ends, or does not listen in time."""
    end = time.perf_counter() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S).close()
        except OSError:
            if time.perf_counter() > end or process.poll() is not None:
                raise
            time.sleep(0.02)
        else:
            return


def measure(name: str, tables: int, seconds: float, pace: float) -> Cost:
    """Measure one run of one server."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, peer(name, port, Path(folder)) as serving:
        empty = rss_kib(serving.pid)
        asked = map(str, (port, tables, seconds, pace, WARM_S))
        command = [str(NODE), str(PLACE / "people.mjs"), KINDS[name], *asked]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as people:
            assert people.stdin
            assert people.stdout
            try:
                if people.stdout.readline() != "ready\n":
                    raise ConnectionError(f"the people could not sit down at {name}")
                used = cpu_of_server_s(serving.pid)
                print("play", file=people.stdin, flush=True)
                told = people.stdout.readline()
                used = cpu_of_server_s(serving.pid) - used
                full = rss_kib(serving.pid)
            finally:
                people.kill()
    if not told:
        raise ConnectionError(f"the people could not play at {name}")
    got = json.loads(told)
    return Cost(
        got["moves"] / got["took"],
        got["p50"],
        got["p99"],
        1e6 * used / got["moves"],
        used / got["took"],
        1.024 * (full - empty) / tables,
    )


def compare(what: str, tables: int, seconds: float, pace: float, rounds: int) -> None:
    """Print every server's results, and our ratios to each of the others, round by round."""
    print(f"\n{what}: {tables} tables, {rounds} rounds of {seconds:g} s; median (least–greatest)")
    got: dict[str, list[Cost]] = {name: [] for name in KINDS}
    for number in range(rounds):
        order = [*KINDS][number % len(KINDS) :] + [*KINDS][: number % len(KINDS)]
        for name in order:
            got[name].append(measure(name, tables, seconds, pace))
            print(f"round {number + 1}, {name}: {got[name][-1].rate:,.0f} moves/s", flush=True)
    print("| server | moves/s | p50, ms | p99, ms | CPU per move, µs | cores | kB per table |")
    print("|---|---|---|---|---|---|---|")
    for name, costs in got.items():
        rate, p50, p99, cpu, core, table = (list(values) for values in zip(*costs, strict=True))
        row = (spread(rate), spread(p50, 1), spread(p99, 1), spread(cpu), spread(core, 2))
        print(f"| {name} | {' | '.join(row)} | {spread(table)} |")
    for name in [*KINDS][1:]:
        pairs = list(zip(got[OURS], got[name], strict=True))
        faster = spread([ours.rate / theirs.rate for ours, theirs in pairs], 2)
        # The system counts processor time in hundredths of a second.
        timed = all(theirs.cpu for _, theirs in pairs)
        dearer = "too short to tell"
        if timed:
            dearer = f"× {spread([ours.cpu / theirs.cpu for ours, theirs in pairs], 2)}"
        told = f"{what}: moves/s × {faster}, processor time a move {dearer}"
        print(ratio_line(name, told))
    print(f"load average at the end: {os.getloadavg()[0]:.1f}", flush=True)


def main() -> int:
    """Print the comparison and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--closed", type=int, default=100, help="tables in the closed loop, or 0")
    paced = "tables with a move a second each, or 0"
    parser.add_argument("--paced", type=int, default=200, help=paced)
    args = parser.parse_args()
    try:
        install()
    except SetupFailed as failure:
        print(not_here(f"boardgame.io and Colyseus cannot be installed: {failure}"))
        return NOT_HERE
    print(versions())
    if args.closed:
        compare("as fast as they go", args.closed, args.seconds, 0.0, args.rounds)
    if args.paced:
        compare("a move a second at each table", args.paced, args.seconds, 1.0, args.rounds)
    return 0


if __name__ == "__main__":
    end_when_stopped()
    sys.exit(main())
