"""Measurements of a server: start time, moves a second, delay of a view, and memory of a table.

`python -m bench.bench_server [start|play|idle|all]`, on loopback and with a real database file.
`start`: time from the start of the process to the first page. `play`: moves a second, and
milliseconds from a move until every socket has the new view. Each table makes a move every `--pace`
seconds and, in a second run, as many as possible. Any `--sockets` beyond 3 are spectators. `idle`:
memory of a table and of a socket.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.figures import percentiles
from bench.process_stats import cpu_of_server_s, cpu_s, rss_kib
from bench.stopping import end_when_stopped, running, start
from chabudai.core import Rng
from chabudai.games import GAMES

GAME = GAMES["word-bank"]
SEATS = 3
SOCKETS = 4
"""Three players and a spectator."""
WHAT = ("start", "play", "idle", "all")
WATCHERS = 10
"""Number of additional spectators, to measure the memory of a socket."""

PROGRAM = """
import sys
from pathlib import Path
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import serve
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
wide = Rate(100_000, 0.00001)
limits = Limits(
    received=Rate(10**9, 1e-9),
    frames=wide,
    messages=wide,
    requests=wide,
    openings=wide,
    tables=wide,
    misses=wide,
    sockets=100_000,
    spectators=100_000,
)
settings = Settings(db=sys.argv[2], static=Path(sys.argv[3]), limits=limits, bot_workers=1)
serve("127.0.0.1", int(sys.argv[1]), settings=settings)
"""


def stand_in(folder: Path) -> Path:
    """Write two small files as a substitute for the client, so that the benchmark needs no Node."""
    static = folder / "static"
    static.mkdir()
    sheets = dict.fromkeys(("css", "rules", "japanese"), "a-00000000.css")
    (static / "manifest.json").write_text(json.dumps({"js": "a-00000000.js", **sheets}))
    (static / "a-00000000.js").write_text("export {};")
    (static / "a-00000000.css").write_text("body {}")
    return static


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def server(
    port: int, db: str, static: Path, program: str = PROGRAM
) -> Generator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", program, str(port), db, str(static)]
    with running(lambda: start(command)) as process:
        yield process


@contextlib.contextmanager
def serving(
    folder: Path, program: str = PROGRAM, static: Path | None = None
) -> Generator[tuple[str, int]]:
    """Run a server on the database `tables.db` of a folder. Once it answers, yield its address and
    its process id.
    """
    port, db = free_port(), str(folder / "tables.db")
    with server(port, db, static or stand_in(folder), program) as process:
        first_answer(port)
        yield f"http://127.0.0.1:{port}", process.pid


def commit_ms(folder: Path) -> float:
    """Return the median milliseconds of a commit of 1.5 kB to SQLite at synchronous=FULL."""
    taken: list[float] = []
    with contextlib.closing(sqlite3.connect(folder / "commit.db", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
        for _ in range(200):
            started = time.perf_counter()
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("INSERT INTO t (b) VALUES (?)", ("x" * 1500,))
            bare.execute("COMMIT")
            taken.append(time.perf_counter() - started)
    return 1000 * statistics.median(taken)


def first_answer(port: int, patience: float = 120.0) -> float:
    """Return the seconds until GET / is answered with 200."""
    started = time.perf_counter()
    while time.perf_counter() - started < patience:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        try:
            connection.request("GET", "/")
            if connection.getresponse().status == 200:
                return time.perf_counter() - started
        except OSError:
            time.sleep(0.002)
        finally:
            connection.close()
    raise TimeoutError("the server did not answer")


def measure_start(runs: int) -> dict[str, list[tuple[float, float]]]:
    """Measure the start of the process, on a new and on an existing database.

    Return the elapsed seconds to the first page, and the seconds of processor time, which are more
    reliable on a busy machine.
    """
    taken: dict[str, list[tuple[float, float]]] = {"new database": [], "old database": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        static = stand_in(folder)
        for run in range(runs):
            for kind, times in taken.items():
                # The existing database is the one that the first run created.
                db, port = folder / f"{run if kind == 'new database' else 0}.db", free_port()
                with server(port, str(db), static) as process:
                    times.append((first_answer(port), cpu_s(process.pid)))
    return taken


@dataclass(slots=True)
class Seen:
    """One socket, and the time at which it received each step."""

    ws: ClientConnection
    at: dict[int, float] = field(default_factory=dict[int, float])
    last: dict[str, Any] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        async for frame in self.ws:
            now = time.perf_counter()
            message: dict[str, Any] = msgspec.json.decode(frame)
            if message["type"] == "update":
                self.at[message["seq"]] = now
                self.last = message
                self.news.set()

    async def reach(self, seq: int) -> None:
        while self.last is None or self.last["seq"] < seq:
            self.news.clear()
            await self.news.wait()


@dataclass(slots=True)
class Board:
    """A table with its sockets: seats first, then spectators."""

    table: str
    seen: list[Seen]
    rng: Rng
    delays: list[float] = field(default_factory=list[float])

    async def move(self) -> bool:
        """Make one move, and wait until every socket shows it. Return False when the
        game is over.
        """
        update = self.seen[0].last
        if update is None or not update["to_act"]:
            return False
        seat: int = update["to_act"][0]
        view = msgspec.convert(update["view"], GAME.views)  # Word Bank's cards are all alike
        action = msgspec.to_builtins(GAME.sample(view, seat, self.rng))
        head = update["seq"]
        frame = json.dumps({"type": "act", "id": f"m{head}", "head": head, "action": action})
        started = time.perf_counter()
        await self.seen[seat].ws.send(frame)
        await asyncio.gather(*(each.reach(head + 1) for each in self.seen))
        self.delays.append(max(each.at[head + 1] for each in self.seen) - started)
        return True


async def take_seats(base: str, game: str, seats: int) -> tuple[str, list[str]]:
    """Open a table with a person in every seat. Return its id and the cookie of each person."""
    cookies: list[str] = []
    made: Any = None
    for seat in range(seats):
        from_here = {"Origin": base}
        async with httpx.AsyncClient(base_url=base, timeout=30, headers=from_here) as browser:
            if seat == 0:
                order = {"game": game, "name": "A", "seats": seats}
                made = (await browser.post("/api/tables", json=order)).json()
            else:
                wish = {"name": "B", "table": made["table"], "secret": made["invite"]}
                await browser.post("/api/join", json=wish)
            cookies.append(f"guest={browser.cookies['guest']}")
    return made["table"], cookies


def joined(base: str, table: str, cookie: str = "") -> connect:
    """Connect to a table, as a spectator if there is no cookie."""
    headers = {"Origin": base, **({"Cookie": cookie} if cookie else {})}
    url = f"{base.replace('http', 'ws')}/ws/{table}"
    return connect(url, additional_headers=headers, compression=None)


@contextlib.asynccontextmanager
async def board(
    base: str, number: int, seats: int = SEATS, sockets: int = SOCKETS, at: tuple[str, ...] = ()
) -> AsyncGenerator[Board]:
    """Open a table with a person in every seat. The other sockets are spectators. If `at` lists
    servers, the sockets connect to them in turn.
    """
    async with contextlib.AsyncExitStack() as stack:
        table, cookies = await take_seats(base, GAME.name, seats)
        cookies += [""] * (sockets - seats)
        seen: list[Seen] = []
        for cookie, there in zip(cookies, cycle(at or (base,))):
            seen.append(Seen(await stack.enter_async_context(joined(there, table, cookie))))
        readers = [asyncio.create_task(each.read()) for each in seen]
        await seen[0].ws.send(json.dumps({"type": "begin", "id": "b", "fill": None}))
        await asyncio.gather(*(each.reach(1) for each in seen))
        yield Board(table, seen, Rng(number))
        for reader in readers:
            reader.cancel()


async def paced(each: Board, until: float, pace: float, offset: float) -> None:
    await asyncio.sleep(offset)
    due = time.perf_counter()
    while time.perf_counter() < until and await each.move():
        due += pace
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def closed(each: Board, until: float) -> None:
    while time.perf_counter() < until and await each.move():
        pass


async def measure_play(tables: int, seconds: float, kind: str, pace: float, sockets: int) -> str:
    """Return a row of figures: the moves, the moves a second, and three times in milliseconds.
    These are the delay until every socket has the new view, the processor time per move, and the
    time of a bare commit.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commit = commit_ms(folder)
        with serving(folder) as (base, pid):
            async with contextlib.AsyncExitStack() as stack:
                boards = [
                    await stack.enter_async_context(board(base, number, sockets=sockets))
                    for number in range(tables)
                ]
                started, used = time.perf_counter(), cpu_of_server_s(pid)
                until = started + seconds
                if kind == "paced":
                    step = pace / tables
                    work = [paced(each, until, pace, n * step) for n, each in enumerate(boards)]
                else:
                    work = [closed(each, until) for each in boards]
                await asyncio.gather(*work)
                taken = time.perf_counter() - started
                used = cpu_of_server_s(pid) - used
                delays = [1000 * delay for each in boards for delay in each.delays]
    figures = "".join(f"{ms:>8.1f}" for ms in percentiles(delays))
    row = f"{len(delays):>7} {len(delays) / taken:>8.0f}{figures}"
    return f"{row} {1000 * used / len(delays):>9.2f} {commit:>12.2f}"


async def measure_idle(tables: int) -> tuple[float, float]:
    """Return the memory, in KiB, of a table with its four sockets, and of one more spectator."""
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as (base, pid):
        async with contextlib.AsyncExitStack() as stack:
            for warm in range(5):
                await stack.enter_async_context(board(base, warm))
            before = rss_kib(pid)
            boards = [await stack.enter_async_context(board(base, n)) for n in range(tables)]
            after = rss_kib(pid)
            watchers = 0
            for each in boards:
                for _ in range(WATCHERS):
                    ws = await stack.enter_async_context(joined(base, each.table))
                    await ws.recv()
                    watchers += 1
            most = rss_kib(pid)
            return (after - before) / tables, (most - after) / watchers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=WHAT, default="all")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--sockets", type=int, default=SOCKETS, help="of an active table")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from move to move")
    args = parser.parse_args()
    if args.what in ("start", "all"):
        print("start of the process to the first page, ms   median    min    max   CPU   runs")
        for kind, taken in measure_start(args.runs).items():
            ms = [1000 * each for each, _ in taken]
            cpu = 1000 * statistics.median(each for _, each in taken)
            middle = statistics.median(ms)
            row = f"{middle:>7.0f} {min(ms):>6.0f} {max(ms):>6.0f} {cpu:>5.0f} {len(ms):>6}"
            print(f"  {kind:<42} {row}")
    if args.what in ("play", "all"):
        what = f"{args.tables} tables x {args.sockets} sockets, SQLite FULL"
        print(f"move sent to new view at every socket, ms: {what}")
        print("                moves  moves/s     p50     p99     max  CPU/move  bare commit")
        for kind in ("paced", "closed"):
            size = (args.tables, args.seconds, kind, args.pace, args.sockets)
            print(f"  {kind:<10} {asyncio.run(measure_play(*size))}")
    if args.what in ("idle", "all"):
        table, watcher = asyncio.run(measure_idle(args.tables))
        print(f"memory of a table with {SOCKETS} sockets: {table:.0f} KiB", end="; ")
        print(f"of one more spectator's socket: {watcher:.1f} KiB")


if __name__ == "__main__":
    end_when_stopped()
    main()
