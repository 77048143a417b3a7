"""Does the time of an answer reveal a secret step? `python -m bench.bench_silence`.

Two people sit at each of several tables of The Kakapo, on loopback. For each measurement, one of
them wishes to give up, at the measured server or at a second one, chosen at random. Shortly
afterwards the other person, at the measured server, sends a probe of one of four kinds. So the
client does the same work, whichever server receives the wish.

Each figure is the probability that the answer takes longer after a wish at the measured server
(AUC; .5 reveals nothing), with its 95 % interval. Wishes are carried out in three ways:
immediately, at a random time, and as in production, where answers are also delayed. With
`--busy RATE`, another process makes RATE renames a second at other tables of the measured server.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from bench.bench_server import PROGRAM, joined, serving, take_seats
from bench.process_stats import cpu_of_server_s
from bench.stopping import end_when_stopped, running, start

WAYS = {
    "at once": "aside_ms=(0, 0), answer_ms=(0, 0)",
    "by lot": "answer_ms=(0, 0)",
    "as served": "",
}
"""Ways to carry out wishes, each with the arguments of the server's `Sources`."""
TABLES = 16
"""Number of tables. A seat may wish to give up 200 times at each table."""
AFTER_S = 0.0015
"""Seconds from a wish to the other person's probe."""
APART_S = 0.006
"""Seconds from an answer to the next wish."""
SHUFFLE: dict[str, Any] = {"type": "shuffle", "deck": [], "start": 0}
"""A move that only CHANCE may make, so the server checks and refuses it."""
KINDS = ("ping", "question", "refused move", "request")


class Friend:
    """A person at a table."""

    def __init__(self, ws: ClientConnection, http: httpx.AsyncClient) -> None:
        self.ws = ws
        self.http = http
        self.head = 0
        self.wishes = 0
        self.wished: asyncio.Task[float] | None = None
        self.waiting: dict[str, asyncio.Future[float]] = {}

    async def read(self) -> None:
        async for frame in self.ws:
            now = time.perf_counter()
            message: dict[str, Any] = json.loads(frame)
            if message["type"] == "update":
                self.head = message["seq"]
            answered = self.waiting.pop(message.get("id", message["type"]), None)
            if answered is not None and not answered.done():
                answered.set_result(now)

    async def say(self, key: str, **message: Any) -> float:
        """Send a message and return the time at which its answer arrives."""
        self.waiting[key] = asyncio.get_running_loop().create_future()
        answered = self.waiting[key]
        await self.ws.send(json.dumps(message))
        return await answered

    def wish(self) -> None:
        """Send a wish, or withdraw it."""
        self.wishes += 1
        action = {"type": "concede", "wish": self.wishes % 2 == 1}
        name = f"w{self.wishes}"
        said = self.say(name, type="act", id=name, head=self.head, action=action)
        self.wished = asyncio.create_task(said)

    async def probe(self, kind: str, name: str) -> float:
        """Send a probe and return the time until its answer, in seconds."""
        started = time.perf_counter()
        if kind == "ping":
            return await self.say("pong", type="ping") - started
        if kind == "question":
            asked = {"type": "ask", "id": name, "question": {"type": "consider"}}
            return await self.say(name, **asked) - started
        if kind == "refused move":
            move: dict[str, Any] = {"type": "act", "id": name, "head": self.head, "action": SHUFFLE}
            return await self.say(name, **move) - started
        await self.http.get("/livez")
        return time.perf_counter() - started


@contextlib.asynccontextmanager
async def friends(base: str, game: str = "kakapo") -> AsyncGenerator[tuple[Friend, Friend]]:
    """Seat two people at a new table and begin the game."""
    async with contextlib.AsyncExitStack() as stack:
        table, cookies = await take_seats(base, game, 2)
        both: list[Friend] = []
        for cookie in cookies:
            http = httpx.AsyncClient(base_url=base, timeout=30)
            ws = await stack.enter_async_context(joined(base, table, cookie))
            both.append(Friend(ws, await stack.enter_async_context(http)))
        readers = [asyncio.create_task(each.read()) for each in both]
        await both[0].say("b", type="begin", id="b", fill=None)
        for each in both:
            await each.say("pong", type="ping")
        yield both[0], both[1]
        for reader in readers:
            reader.cancel()


async def measured(
    bases: tuple[str, str], kind: str, moments: int, lot: random.Random
) -> list[list[float]]:
    """Return the times that the first server took to answer, in seconds: after wishes at the second
    server, and after wishes at the first.
    """
    taken: list[list[float]] = [[], []]
    async with contextlib.AsyncExitStack() as stack:
        asked, second = [
            [await stack.enter_async_context(friends(base)) for _ in range(TABLES)]
            for base in bases
        ]
        for number in range(moments):
            (secret, curious), (other, _) = asked[number % TABLES], second[number % TABLES]
            for each in (secret, other):
                if each.wished is not None:
                    await each.wished
                    each.wished = None
            await asyncio.sleep(APART_S)
            is_here = lot.random() < 0.5
            started = time.perf_counter()
            (secret if is_here else other).wish()
            await asyncio.sleep(0)
            while time.perf_counter() - started < AFTER_S:
                pass  # the event loop sleeps only whole milliseconds
            taken[is_here].append(await curious.probe(kind, f"p{number}"))
        for each in (person for pair in (*asked, *second) for person in pair):
            if each.wished is not None:
                await each.wished
    return taken


async def rename(base: str, rate: float) -> None:
    """Send `rate` renames a second at TABLES tables of Word Bank. Print a line once the tables are
    ready.
    """
    lot = random.Random(1)  # noqa: S311 - a draw for a measurement
    async with contextlib.AsyncExitStack() as stack:
        games = [await stack.enter_async_context(friends(base, "word-bank")) for _ in range(TABLES)]
        print("begun", flush=True)
        due = time.perf_counter()
        for number in count():
            due += lot.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            message = {"type": "rename", "id": f"r{number}", "name": f"N{number}"}
            await lot.choice(games)[0].ws.send(json.dumps(message))


@contextlib.contextmanager
def busy(base: str, rate: float) -> Generator[None]:
    """Run a process that sends `rate` renames a second to a server."""
    command = [sys.executable, "-m", "bench.bench_silence", "--at", base, "--busy", str(rate)]
    with running(lambda: start(command, stdout=subprocess.PIPE)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield


def told(beside_none: list[float], beside_one: list[float]) -> tuple[float, float]:
    """Return the probability that an answer takes longer after a wish at the same server, and half
    the width of its 95 % interval.
    """
    ranked = sorted([(t, 0) for t in beside_none] + [(t, 1) for t in beside_one])
    ranks = sum(rank for rank, (_, wish) in enumerate(ranked, 1) if wish)
    none, one = len(beside_none), len(beside_one)
    area = (ranks - one * (one + 1) / 2) / (none * one)
    return area, 1.96 * ((none + one + 1) / (12 * none * one)) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=2000, help="for each kind of probe")
    parser.add_argument("--kinds", default=",".join(KINDS), help="of probes")
    parser.add_argument("--busy", type=float, default=0.0, help="renames a second at other tables")
    parser.add_argument("--at", help="only send the renames, to the server of this address")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.at:
        asyncio.run(rename(args.at, args.busy))
    lot = random.Random(args.seed)  # noqa: S311 - a draw for a measurement
    print("wishes     probe          moments   elsewhere, ms  here, ms      AUC      CPU, load")
    for way, sources in WAYS.items():
        program = PROGRAM.replace("limits=limits", f"limits=limits, sources=Sources({sources})")
        with contextlib.ExitStack() as stack:
            folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(2)]
            (base, pid), (second, _) = (
                stack.enter_context(serving(Path(folder), program)) for folder in folders
            )
            if args.busy:
                stack.enter_context(busy(base, args.busy))
            for kind in args.kinds.split(","):
                used, started = cpu_of_server_s(pid), time.perf_counter()
                taken = asyncio.run(measured((base, second), kind, args.moments, lot))
                used = (cpu_of_server_s(pid) - used) / (time.perf_counter() - started)
                area, wide = told(taken[0], taken[1])
                middle = [1000 * statistics.median(each) for each in taken]
                row = f"{middle[0]:>13.2f} {middle[1]:>9.2f}   {area:.3f} ± {wide:.3f}"
                row += f"   {100 * used:.0f} %, {os.getloadavg()[0]:.1f}"
                print(f"{way:<10} {kind:<14} {args.moments:>7}  {row}", flush=True)


if __name__ == "__main__":
    end_when_stopped()
    main()
