"""Servers and their PostgreSQL are killed with SIGKILL during games, and the games continue."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from chabudai.core import Rng
from chabudai.server.tables.decide import Entry, Table
from tests.nightly.proof.history import Client, Command, Stream, check
from tests.nightly.proof.run_config import Figures, Order
from tests.server import postgres
from tests.server.client import built_client
from tests.server.forked_servers import Servers, forked_servers
from tests.server.support import GAME, Guest, Line, guest, opened_store, sampled, stored_id

FLEEING = (OSError, TimeoutError, WebSocketException)
SERVERS = 3
TABLES, MOVES_EACH = 24, 25
"""Maximum number of simultaneous tables, and the approximate number of moves at each."""
LIVES = (0, 10)
"""Range of the number of answered commands between two kills."""
MORE_S = 0.01
"""Maximum delay of a kill, so that it hits a server in the middle of an operation."""
DATABASE_EACH = 8
"""One kill in this many hits the database."""
BOTS_EACH = 5
"""Only one game in this many has a bot, whose process uses more processor time than the server."""


@dataclass(slots=True)
class Player:
    """A player who reconnects after every loss, and remembers all acknowledgements."""

    who: Guest
    table: str
    client: Client
    rng: Rng
    ticks: Iterator[int]
    answers: asyncio.Semaphore
    seen: int = 0
    unanswered: dict[str, Any] | None = None
    resent: int = 0
    over: bool = False

    async def live_through(self) -> None:
        """Play until the connection is lost or the game is over."""
        with contextlib.suppress(*FLEEING):
            async with self.who.line(self.table, since=self.seen) as line:
                try:
                    await self.play(line)
                finally:
                    self.note(line)

    async def play(self, line: Line) -> None:
        if self.unanswered is not None:
            self.resent += 1
            await self.finish(line, self.unanswered)
        seat = self.client.seat
        assert seat is not None
        while update := await line.turn(seat):
            name = f"{seat}-{len(self.client.commands)}"
            action = sampled(update, seat, self.rng)
            self.unanswered = {"type": "act", "id": name, "head": update["seq"], "action": action}
            self.client.commands.append(Command(stored_id(self.who, name), next(self.ticks)))
            await self.finish(line, self.unanswered)
        self.over = True

    async def finish(self, line: Line, message: dict[str, Any]) -> None:
        """Send a command until it is answered, repeating it after lost connections."""
        answer = await line.say(**message)
        if answer.get("code") in ("busy", "unstored"):  # it may or may not be stored
            raise ConnectionError(answer["code"])
        self.unanswered = None
        command = self.client.commands[-1]
        command.answered, command.fate = next(self.ticks), answer["type"]
        self.answers.release()
        if answer["type"] == "accepted":
            command.seq = answer["seq"]
            await line.at(answer["seq"])

    def note(self, line: Line) -> None:
        stream = Stream(self.seen)
        for update in line.of("update"):
            stream.told += [(told["seq"], told["events"]) for told in update["news"]]
            self.seen = update["seq"]
        self.client.streams.append(stream)


async def begin(people: Sequence[Guest], bots: int = 0) -> str:
    """Begin a game of two guests, perhaps with a bot between them. Returns its table."""
    mika, ken = people
    made = await mika.open(bots=["easy"] * bots, seats=2 + bots)
    joined = await ken.join(table=made["table"], secret=made["invite"])
    assert joined.status_code == 200
    async with mika.line(made["table"]) as line:
        await line.accept(type="hasten", hasten=True)
        await line.accept(type="begin", fill=None)
    return str(made["table"])


@dataclass(slots=True)
class Fleet:
    """The servers and their database, with counts of events so far."""

    order: Order
    db: str
    servers: list[Servers]
    database: postgres.Cluster | None
    bases: list[str] = field(default_factory=list[str])
    ticks: Iterator[int] = field(default_factory=count)
    answers: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    killing: asyncio.Lock = field(default_factory=asyncio.Lock)
    done: Counter[str] = field(default_factory=Counter[str])

    async def kill_on(self) -> None:
        luck = self.order.luck("kills")
        while True:
            for _ in range(luck.randint(*LIVES)):
                await self.answers.acquire()
            await asyncio.sleep(luck.uniform(0, MORE_S))
            async with self.killing:
                await self.kill(luck.choice(self.servers))

    async def kill(self, server: Servers) -> None:
        """Kill the database or a server, and start it again."""
        if self.database is not None and self.done["servers killed"] % DATABASE_EACH == 2:
            await asyncio.to_thread(self.database.kill)
            await asyncio.to_thread(self.database.start)
            self.done["databases killed"] += 1
        await server.end()
        await server.start()
        self.done["servers killed"] += 1

    async def play_on(self) -> None:
        while self.order.goes_on(self.done["moves acknowledged"]):
            self.done["games"] += 1
            async with guest(self.bases[0]) as mika, guest(self.bases[0]) as ken:
                await self.play_game((mika, ken), self.done["games"])

    async def play_game(self, people: tuple[Guest, Guest], number: int) -> None:
        luck, bots = self.order.luck(number), int(number % BOTS_EACH == 1)
        while True:
            self.move_on(people, luck)
            with contextlib.suppress(*FLEEING, httpx.HTTPError, AssertionError):
                table_id = await begin(people, bots)
                break
            await asyncio.sleep(luck.uniform(0, 0.1))  # busy, or dead: another table
        players = [
            Player(who, table_id, Client(seat), Rng(luck.getrandbits(60)), self.ticks, self.answers)
            for who, seat in zip(people, (0, 1 + bots), strict=True)
        ]
        await asyncio.gather(*(self.play(player, luck) for player in players))
        table, log = await self.stored(table_id)
        check(table, log, [player.client for player in players])
        assert GAME.outcome(table.state) is not None
        fates = [command.fate for player in players for command in player.client.commands]
        self.done["moves acknowledged"] += fates.count("accepted")
        self.done["commands sent again"] += sum(player.resent for player in players)
        self.done["moves by bots"] += sum(entry.cmd.startswith("bot:") for entry in log)

    def move_on(self, people: Sequence[Guest], luck: Random) -> None:
        for who in people:
            who.go_to(luck.choice(self.bases))

    async def play(self, player: Player, luck: Random) -> None:
        while not player.over:
            self.move_on([player.who], luck)
            await player.live_through()
            await asyncio.sleep(luck.uniform(0, 0.05))

    async def stored(self, table_id: str) -> tuple[Table, tuple[Entry, ...]]:
        """Return a table and its log as stored. A server that uses SQLite is killed first."""
        async with self.killing:
            if self.database is None:
                await self.servers[0].end()
            found = await read_table(self.db, table_id)
            if self.database is None:
                await self.servers[0].start()
            return found


async def read_table(db: str, table_id: str) -> tuple[Table, tuple[Entry, ...]]:
    async with opened_store(db) as store:
        table = await store.load(table_id)
        assert table is not None
        return table, await store.entries(table, 0, table.head)


async def kills(order: Order) -> Figures:
    """Play at a server on SQLite until `size` moves have been acknowledged. Raises Wrong."""
    return await kills_at(order, f"sqlite:///{order.folder}/kills.db", 1, None)


async def fleet(order: Order) -> Figures:
    """Like `kills`, but with three servers and PostgreSQL, which is also killed."""
    with postgres.started() as database:
        return await kills_at(order, database.url, SERVERS, database)


async def kills_at(
    order: Order, db: str, number: int, database: postgres.Cluster | None
) -> Figures:
    async with forked_servers(db, built_client(order.folder), number) as servers:
        all_ = Fleet(order, db, servers, database, [await each.start() for each in servers])
        async with asyncio.TaskGroup() as tasks:
            killing = tasks.create_task(all_.kill_on())
            together = max(2, min(TABLES, order.size // MOVES_EACH)) if database else 2
            await asyncio.gather(*(all_.play_on() for _ in range(together)))
            async with all_.killing:  # killed servers have restarted by now
                killing.cancel()
    return {**all_.done, "lost, doubled, forked": 0}
