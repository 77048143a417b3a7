"""A soak: guests at tables of every game come, go and play again at one server.

Its memory, open files and threads must not grow with time.
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

from websockets.exceptions import WebSocketException

from chabudai.core import AnyGame, Rng
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client
from tests.server.forked_servers import forked_servers, reserve_port
from tests.server.support import Guest, Line, guest, sampled
from tests.support.game_cases import ADDED, CASES

ROUND_S = 20.0
"""Maximum time of a guest on one socket."""
PAUSE_S = (0.0, 0.05)
"""Range of pauses before moves: short, so that an hour has the moves of a day."""
GROUPS_EACH = 3
"""Groups that play each game."""
FLEEING = (OSError, TimeoutError, WebSocketException)
"""A machine that is busy for long ends sockets. That is counted, but is not a fault."""
SAMPLE_S = 5.0
WARM = 0.25
"""Fraction of the time in which tables, caches and heaps fill; growth counts after it."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Resources of a process after `at` seconds; `kib` of private memory."""

    at: float
    kib: int
    files: int
    threads: int


@dataclass(slots=True)
class Counts:
    """Events at all tables. `took_ms`: when a move was acknowledged, and how long that took."""

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
        while time.monotonic() < until:
            round_end = min(until, time.monotonic() + ROUND_S)
            await asyncio.gather(*(self.sit(number, round_end) for number in (0, 1)))
            if self.over:
                try:
                    await self.begin_again()
                except FLEEING:  # tried again after the next round
                    self.counts.lost += 1

    async def sit(self, number: int, until: float) -> None:
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
    """The resources that a process uses now (Linux)."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    files = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    # Pages of files that are only read are the system's, which keeps them where it has room.
    return Sample(at, int(status["RssAnon"].split()[0]), files, int(status["Threads"]))


async def watch(pid: int, until: float, begun: float) -> list[Sample]:
    """Sample the resources of a server until a time."""
    samples: list[Sample] = []
    while time.monotonic() < until:
        samples.append(sample_of(pid, time.monotonic() - begun))
        await asyncio.sleep(min(SAMPLE_S, max(0.05, (until - begun) / 20)))
    return samples


async def soak(order: Order) -> Figures:
    """Play for `size` seconds. Returns the resources at the start and at the end."""
    counts, static = Counts(), built_client(order.folder)
    games = [room.game for room in CASES if room not in ADDED]
    async with contextlib.AsyncExitStack() as stack:
        reserved = stack.enter_context(reserve_port())
        port = str(reserved.getsockname()[1])
        opening = forked_servers(f"{order.folder}/soak.db", static, 1)
        (servers,) = await stack.enter_async_context(opening)
        base = await servers.start(port)
        groups: list[Group] = []
        for number in range(min(GROUPS_EACH, order.size) * len(games)):
            one, other = [await stack.enter_async_context(guest(base)) for _ in range(2)]
            game, luck = games[number % len(games)], order.luck(number)
            groups.append(await open_group(game, (one, other), luck, counts))
        begun = time.monotonic()
        until = begun + min(order.size, order.most_s)
        async with asyncio.TaskGroup() as all_:
            watching = all_.create_task(watch(servers.pid, until, begun))
            for group in groups:
                all_.create_task(group.play(until))
        metrics = (await groups[0].people[0].http.get(f"http://127.0.0.1:{port}/metrics")).text
    faults = next(line for line in metrics.splitlines() if line.startswith("faults_total"))
    assert faults == "faults_total 0.0", faults
    samples = watching.result()
    warm = [each for each in samples if each.at >= WARM * order.size] or samples
    return {**used(warm), **answered(counts, begun, until), "tables": len(groups)}


def used(warm: list[Sample]) -> Figures:
    """The resources of the warm server."""
    slope, _ = statistics.linear_regression(
        [each.at for each in warm], [float(each.kib) for each in warm]
    )
    return {
        "MiB when warm": round(warm[0].kib / 1024, 1),
        "MiB at the end": round(warm[-1].kib / 1024, 1),
        "MiB more an hour, by regression": round(slope * 3600 / 1024, 2),
        "most open files, first and second half": halves([each.files for each in warm]),
        "most threads, first and second half": halves([each.threads for each in warm]),
    }


def halves(numbers: list[int]) -> str:
    """The maximum of the first and of the second half."""
    middle = max(1, len(numbers) // 2)
    return f"{max(numbers[:middle])}, {max(numbers[middle:] or numbers)}"


def answered(counts: Counts, begun: float, until: float) -> Figures:
    """The numbers of games and moves, and the time until moves were acknowledged."""
    middle = (begun + until) / 2
    both = ([ms for at, ms in counts.took_ms if (at < middle) is early] for early in (True, False))
    cuts = [statistics.quantiles(half, n=100) if half[1:] else [0.0] * 99 for half in both]
    return {
        "seconds": round(until - begun),
        "moves of people": counts.moves,
        "games": counts.games,
        "sockets opened": counts.sockets,
        "rounds cut short by waiting": counts.lost,
        **{
            f"ms to acknowledge, p{percent} of each half": ", ".join(
                str(round(half[percent - 1], 1)) for half in cuts
            )
            for percent in (50, 99)
        },
    }
