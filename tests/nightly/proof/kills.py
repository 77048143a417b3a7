"""A server is killed with SIGKILL while people play, again and again, and they continue."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from chabudai.core import Rng
from chabudai.server.store.base import Store
from chabudai.server.store.database import open_database
from chabudai.server.tables.decide import Entry, Table
from tests.nightly.proof.history import Client, Command, Stream, Ticks, check
from tests.nightly.proof.run_config import Figures, Order
from tests.server import postgres
from tests.server.client import built_client
from tests.server.forked_servers import Servers, forked_servers
from tests.server.support import GAME, Guest, Line, guest, sampled, stored_id

FLEEING = (OSError, TimeoutError, WebSocketException)
LIVES = (0, 10)
"""Range of the number of commands that a server answers before it is killed."""
MORE_S = 0.01
"""Maximum delay of the kill, so that it hits the server in the middle of something."""
TABLES = 2
BOTS_EACH = 10
"""One game in this many has a bot, since its process costs more than the server."""


@dataclass(slots=True)
class Player:
    """A player who continues after every loss, and remembers all acknowledgements."""

    who: Guest
    table: str
    client: Client
    rng: Rng
    ticks: Ticks
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
            self.client.commands.append(Command(stored_id(self.who, name), self.ticks.next()))
            await self.finish(line, self.unanswered)
        self.over = True

    async def finish(self, line: Line, message: dict[str, Any]) -> None:
        """Send a command, perhaps again, until it is answered."""
        answer = await line.say(**message)
        if answer.get("code") in ("busy", "unstored"):  # it may be stored, or not
            raise ConnectionError(answer["code"])
        self.unanswered = None
        command = self.client.commands[-1]
        command.answered, command.fate = self.ticks.next(), answer["type"]
        self.answers.release()
        if answer["type"] == "accepted":
            command.seq = answer["seq"]
            await line.at(answer["seq"])

    def note(self, line: Line) -> None:
        """Keep the steps that were sent over a line."""
        stream = Stream(self.seen)
        for update in line.of("update"):
            stream.told += [(told["seq"], told["events"]) for told in update["news"]]
            self.seen = update["seq"]
        self.client.streams.append(stream)


@dataclass(slots=True)
class Killing:
    """Counts of events so far."""

    servers: Servers
    order: Order
    ticks: Ticks = field(default_factory=Ticks)
    answers: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    kills: int = 0
    moves: int = 0
    resent: int = 0
    games: int = 0

    async def play_games(self, people: contextlib.AsyncExitStack) -> list[Player]:
        """Play games from beginning to end, while servers are started and killed."""
        players: list[Player] = []
        lives = self.order.luck(self.games)
        while not (players and all(player.over for player in players)):
            base = await self.servers.start()
            try:
                if not players:
                    for number in range(TABLES):
                        bots = int((self.games + number) % BOTS_EACH == 1)
                        luck = self.order.luck((self.games, bots))
                        players += await sit_down(
                            people, base, bots, luck, self.ticks, self.answers
                        )
                playing = asyncio.gather(*(player.live_through() for player in players))
                dying = asyncio.create_task(self.live(lives))
                either: list[asyncio.Future[Any]] = [playing, dying]
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                dying.cancel()
                self.kills += not playing.done()
            finally:
                await self.servers.end()
            await asyncio.wait_for(playing, 60)
        self.games += TABLES
        return players

    async def live(self, lives: Random) -> None:
        """Wait until the server must be killed."""
        for _ in range(lives.randint(*LIVES)):
            await self.answers.acquire()
        await asyncio.sleep(lives.uniform(0, MORE_S))


async def sit_down(
    people: contextlib.AsyncExitStack,
    base: str,
    bots: int,
    luck: Random,
    ticks: Ticks,
    answers: asyncio.Semaphore,
) -> list[Player]:
    """Begin a game of two guests, perhaps with a bot between them."""
    mika = await people.enter_async_context(guest(base))
    ken = await people.enter_async_context(guest(base))
    made = await mika.open(bots=["easy"] * bots, seats=2 + bots)
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        await line.say(type="begin", fill=None)
    return [
        Player(who, made["table"], Client(seat), Rng(luck.getrandbits(60)), ticks, answers)
        for who, seat in ((mika, 0), (ken, 1 + bots))
    ]


async def read_tables(db: str, ids: Sequence[str]) -> list[tuple[Table, tuple[Entry, ...]]]:
    """Return tables and their logs as they are stored."""
    store = Store(await open_database(db), lambda _: None)
    try:
        found: list[tuple[Table, tuple[Entry, ...]]] = []
        for table_id in ids:
            table = await store.load(table_id)
            assert table is not None
            found.append((table, await store.entries(table, 0, table.head)))
        return found
    finally:
        await store.close()


async def kills(order: Order) -> Figures:
    """Play on SQLite until `size` moves were acknowledged. Raises Wrong."""
    return await kills_at(f"sqlite:///{order.folder}/kills.db", order)


async def kills_on_postgres(order: Order) -> Figures:
    """Play on a PostgreSQL, which is not killed and syncs no commit, like `kills`."""
    return await kills_at(postgres.cluster(), order)


async def kills_at(db: str, order: Order) -> Figures:
    async with forked_servers(db, built_client(order.folder), 1) as (servers,):
        killing = Killing(servers, order)
        while order.goes_on(killing.moves):
            async with contextlib.AsyncExitStack() as people:
                players = await killing.play_games(people)
            ids = sorted({player.table for player in players})
            for table_id, (table, log) in zip(ids, await read_tables(db, ids), strict=True):
                clients = [player.client for player in players if player.table == table_id]
                check(table, log, clients)
                assert GAME.outcome(table.state) is not None
            accepted = [c for p in players for c in p.client.commands if c.fate == "accepted"]
            killing.moves += len(accepted)
            killing.resent += sum(player.resent for player in players)
    return {
        "moves acknowledged": killing.moves,
        "kills": killing.kills,
        "commands sent again after a kill": killing.resent,
        "games": killing.games,
        "lost, doubled, forked": 0,
    }
