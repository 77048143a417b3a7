"""A soak: one server, people at tables of every game, who come, go, play on and begin again.

What a server holds in memory, in open files and in threads must not grow with the time it runs.
"""

import asyncio
import contextlib
import statistics
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from chabudai.core import AnyGame, Rng
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client
from tests.server.forked_servers import Servers, reserve_port
from tests.server.support import Guest, Line, guest, sampled
from tests.support.every_room import FURTHER, ROOMS

ROUND_S = 20.0
"""How long people stay on one socket, at most."""
PAUSE_S = (0.0, 0.05)
"""How long people think: hardly, so that in an hour they do what takes others a day."""
GROUPS_EACH = 3
"""How many groups play each game at most."""
FLEEING = (OSError, TimeoutError, WebSocketException)
"""A machine that is busy for long seconds ends sockets; that is counted, and no fault."""
SAMPLE_S = 5.0
WARM = 0.25
"""The part of the time after which growth counts: until then tables, caches and heaps fill."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process uses, after so many seconds; `kib` of memory of its own."""

    at: float
    kib: int
    files: int
    threads: int


@dataclass(slots=True)
class Counts:
    """What people did at all tables. `took_ms`: from a move sent to its acknowledgement."""

    moves: int = 0
    games: int = 0
    sockets: int = 0
    lost: int = 0
    took_ms: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])


@dataclass(slots=True)
class Group:
    """Two people, and bots where the game needs more."""

    game: AnyGame
    people: tuple[Guest, Guest]
    table: str
    luck: Random
    counts: Counts
    over: bool = False

    async def play(self, until: float) -> None:
        """Play, game after game."""
        while time.monotonic() < until:
            round_end = min(until, time.monotonic() + ROUND_S)
            await asyncio.gather(*(self.sit(number, round_end) for number in (0, 1)))
            if self.over:
                try:
                    await self.begin_again()
                except FLEEING:  # tried again after the next round
                    self.counts.lost += 1

    async def sit(self, number: int, until: float) -> None:
        """Play on one socket for a while."""
        try:
            async with self.at_table(number) as line:
                seat = (await line.first("hello"))["seat"]
                while time.monotonic() < until and not self.over:
                    waiting = asyncio.wait_for(line.turn(seat), until - time.monotonic())
                    if (update := await waiting) is None:
                        self.over = True
                    else:
                        await asyncio.sleep(self.luck.uniform(*PAUSE_S))
                        await self.move(line, seat, line.last("update") or update)
        except FLEEING:
            self.counts.lost += time.monotonic() < until

    async def move(self, line: Line, seat: int, update: dict[str, Any]) -> None:
        """Make a move, if the table still waits for this seat."""
        if seat not in update["to_act"]:
            return
        action = sampled(update, seat, Rng(self.luck.randrange(1 << 40)), self.game)
        sent = time.perf_counter()
        answer = await line.say(type="act", head=update["seq"], action=action)
        took = 1000 * (time.perf_counter() - sent)
        if answer["type"] == "accepted":
            self.counts.moves += 1
            self.counts.took_ms.append((time.monotonic(), took))
            await line.at(answer["seq"])
        else:
            assert answer["code"] in ("stale", "illegal", "not-now"), answer

    @contextlib.asynccontextmanager
    async def at_table(self, number: int) -> AsyncIterator[Line]:
        self.counts.sockets += 1
        async with self.people[number].line(self.table) as line:
            await line.first("lobby")
            yield line

    async def begin_again(self) -> None:
        """A rematch, begun by its host."""
        async with self.at_table(0) as line:
            await line.say(type="again")
            self.table = await line.until(lambda: (line.last("lobby") or {})["next"])
        for number in (0, 1):
            async with self.at_table(number) as line:
                if (await line.first("hello"))["host"]:
                    await line.say(type="hasten", hasten=True)
                    await line.say(type="begin", fill="easy")
        self.counts.games += 1
        self.over = False


async def open_group(game: AnyGame, people: tuple[Guest, Guest], seed: Random, c: Counts) -> Group:
    """Two people open a table and begin."""
    seats = max(2, min(game.seats))
    made = await people[0].open(game=game.name, seats=seats)
    joined = await people[1].join(table=made["table"], secret=made["invite"])
    assert joined.status_code == 200
    group = Group(game, people, made["table"], seed, c)
    async with group.at_table(0) as line:
        await line.say(type="hasten", hasten=True)
        begun = await line.say(type="begin", fill="easy")
        assert begun["type"] == "accepted", begun
    return group


def sample_of(pid: int, at: float) -> Sample:
    """What a process uses now (Linux)."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    files = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    # Pages of files that are only read are the system's, which keeps them where it has room.
    return Sample(at, int(status["RssAnon"].split()[0]), files, int(status["Threads"]))


async def watch(pid: int, until: float, begun: float) -> list[Sample]:
    """What a server uses, again and again."""
    samples: list[Sample] = []
    while time.monotonic() < until:
        samples.append(sample_of(pid, time.monotonic() - begun))
        await asyncio.sleep(min(SAMPLE_S, max(0.05, (until - begun) / 20)))
    return samples


def growth(samples: list[Sample]) -> float:
    """KiB of memory more an hour, by the line through the samples."""
    slope, _ = statistics.linear_regression(
        [each.at for each in samples], [float(each.kib) for each in samples]
    )
    return slope * 3600


async def read_metrics(port: int) -> str:
    """Return the metrics that a server has at a port."""
    async with httpx.AsyncClient() as program:
        return (await program.get(f"http://127.0.0.1:{port}/metrics")).text


async def soak(order: Order) -> Figures:
    """Play for `size` seconds. Returns what was used at the start and at the end."""
    servers, counts = Servers(f"{order.folder}/soak.db", built_client(order.folder)), Counts()
    games = [room.game for room in ROOMS if room not in FURTHER]
    reserved = reserve_port()
    try:
        base = await servers.start(str(reserved.getsockname()[1]))
        async with contextlib.AsyncExitStack() as stack:
            groups: list[Group] = []
            for number in range(min(GROUPS_EACH, order.size) * len(games)):
                people = [await stack.enter_async_context(guest(base)) for _ in range(2)]
                game = games[number % len(games)]
                both = (people[0], people[1])
                groups.append(await open_group(game, both, order.luck(number), counts))
            begun = time.monotonic()
            until = begun + min(order.size, order.most_s)
            async with asyncio.TaskGroup() as all_:
                watching = all_.create_task(watch(servers.pid, until, begun))
                for group in groups:
                    all_.create_task(group.play(until))
            metrics = await read_metrics(reserved.getsockname()[1])
    finally:
        reserved.close()
        await servers.close()
    faults = next(line for line in metrics.splitlines() if line.startswith("faults_total"))
    assert faults == "faults_total 0.0", faults
    samples = watching.result()
    warm = [each for each in samples if each.at >= WARM * order.size] or samples
    return {**used(warm), **answered(counts, begun, until), "tables": len(groups)}


def used(warm: list[Sample]) -> Figures:
    """What the server used once it was warm."""
    return {
        "MiB when warm": round(warm[0].kib / 1024, 1),
        "MiB at the end": round(warm[-1].kib / 1024, 1),
        "MiB more an hour, by regression": round(growth(warm) / 1024, 2),
        "most open files, first and second half": halves([each.files for each in warm]),
        "most threads, first and second half": halves([each.threads for each in warm]),
    }


def halves(numbers: list[int]) -> str:
    """The greatest of the first and of the second half."""
    middle = max(1, len(numbers) // 2)
    return f"{max(numbers[:middle])}, {max(numbers[middle:] or numbers)}"


def answered(counts: Counts, begun: float, until: float) -> Figures:
    """How much was played, and how fast moves were acknowledged at first and at last."""
    middle = (begun + until) / 2
    first = [ms for at, ms in counts.took_ms if at < middle]
    second = [ms for at, ms in counts.took_ms if at >= middle]
    return {
        "seconds": round(until - begun),
        "moves of people": counts.moves,
        "games": counts.games,
        "sockets opened": counts.sockets,
        "rounds cut short by waiting": counts.lost,
        "ms to acknowledge, p50 of each half": f"{middle_of(first, 50)}, {middle_of(second, 50)}",
        "ms to acknowledge, p99 of each half": f"{middle_of(first, 99)}, {middle_of(second, 99)}",
    }


def middle_of(numbers: list[float], percent: int) -> float:
    """The percentile of some numbers."""
    if len(numbers) < 2:
        return 0.0
    return round(statistics.quantiles(numbers, n=100)[percent - 1], 1)
