"""Three servers on a PostgreSQL, all killed at random while guests play at any of them.

The database recovers when it is started again.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from chabudai.core import Rng
from chabudai.server.store.base import StorageFailed, Store
from chabudai.server.store.database import open_database
from chabudai.server.tables.decide import Entry, Table
from tests.nightly.proof.history import Client, Ticks, check
from tests.nightly.proof.kills import FLEEING, Player
from tests.nightly.proof.run_config import Figures, Order
from tests.server import postgres
from tests.server.client import built_client
from tests.server.forked_servers import Servers, forked_servers
from tests.server.support import GAME, Guest, guest

SERVERS = 3
TABLES, MOVES_EACH = 24, 25
"""Maximum number of simultaneous tables, and about the number of moves at each."""
LIVES = (1, 12)
"""Range of the number of moves between two kills."""
MORE_S = 0.3
"""Maximum delay of a kill."""
DATABASE_EACH = 8
"""One kill in this many is the database's."""
BOTS_EACH = 3
"""One game in this many has a bot."""


@dataclass(slots=True)
class Fleet:
    """The servers and their database, and what has happened so far."""

    order: Order
    database: postgres.Cluster
    servers: list[Servers]
    store: Store
    bases: list[str]
    ticks: Ticks = field(default_factory=Ticks)
    answers: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    killing: asyncio.Lock = field(default_factory=asyncio.Lock)
    moves: int = 0
    games: int = 0
    begun: int = 0
    server_kills: int = 0
    database_kills: int = 0
    resent: int = 0
    by_bots: int = 0

    async def kill_on(self) -> None:
        luck, count = self.order.luck("kills"), 0
        while True:
            for _ in range(luck.randint(*LIVES)):
                await self.answers.acquire()
            await asyncio.sleep(luck.uniform(0, MORE_S))
            count += 1
            async with self.killing:
                await self.kill(luck.choice(self.servers), count)

    async def kill(self, server: Servers, count: int) -> None:
        """Kill the database or a server, and start it again."""
        if count % DATABASE_EACH == 2:
            await asyncio.to_thread(self.database.kill)
            await asyncio.to_thread(self.database.start)
            self.database_kills += 1
        else:
            await server.end()
            self.server_kills += 1
            await server.start()

    async def play_on(self) -> None:
        """Play at one table after the other until the proof ends."""
        while self.order.goes_on(self.moves):
            number, self.begun = self.begun, self.begun + 1
            async with contextlib.AsyncExitStack() as people:
                await self.play_game(people, number)

    async def play_game(self, people: contextlib.AsyncExitStack, number: int) -> None:
        """Play a game to its end, and check its log."""
        luck = self.order.luck(number)
        both = [await people.enter_async_context(guest(self.bases[0])) for _ in range(2)]
        bots = int(number % BOTS_EACH == 1)
        table_id = await self.begin(both, luck, bots)
        players = [
            Player(who, table_id, Client(seat), Rng(luck.getrandbits(60)), self.ticks, self.answers)
            for who, seat in zip(both, (0, 1 + bots), strict=True)
        ]
        await asyncio.gather(*(self.play(player, luck) for player in players))
        table, log = await self.stored(table_id)
        check(table, log, [player.client for player in players])
        assert GAME.outcome(table.state) is not None
        self.games += 1
        self.moves += sum(c.fate == "accepted" for p in players for c in p.client.commands)
        self.resent += sum(player.resent for player in players)
        self.by_bots += sum(entry.cmd.startswith("bot:") for entry in log)

    async def begin(self, both: list[Guest], luck: Random, bots: int) -> str:
        """Begin a game of two guests, perhaps with a bot between them. Returns its table."""
        mika, ken = both
        order = {"bots": ["easy"] * bots, "seats": 2 + bots, "options": {"first_player": 0}}
        while True:
            for who in both:
                who.go_to(luck.choice(self.bases))
            try:
                made = await mika.open(**order)
                joined = await ken.join(table=made["table"], secret=made["invite"])
                async with mika.line(made["table"]) as line:
                    hastened = await line.say(type="hasten", hasten=True)
                    begun = await line.say(type="begin", fill=None)
            except (*FLEEING, httpx.HTTPError, AssertionError):  # busy, or dead: another table
                await asyncio.sleep(luck.uniform(0, 0.1))
                continue
            done = hastened["type"] == begun["type"] == "accepted" and joined.status_code == 200
            if done:
                return str(made["table"])

    async def play(self, player: Player, luck: Random) -> None:
        """Play at randomly chosen servers until the game is over."""
        while not player.over:
            player.who.go_to(luck.choice(self.bases))
            await player.live_through()
            await asyncio.sleep(luck.uniform(0, 0.05))

    async def stored(self, table_id: str) -> tuple[Table, tuple[Entry, ...]]:
        """Return a table and its log once the database is available."""
        while True:
            with contextlib.suppress(StorageFailed):
                table = await self.store.load(table_id)
                assert table is not None
                return table, await self.store.entries(table, 0, table.head)
            await asyncio.sleep(0.1)


async def fleet(order: Order) -> Figures:
    """Play until `size` moves were acknowledged. Raises Wrong."""
    static = built_client(order.folder)
    with postgres.started() as database:
        store = Store(await open_database(database.url), lambda _: None)
        async with forked_servers(database.url, static, SERVERS) as servers:
            bases = [await each.start() for each in servers]
            all_ = Fleet(order, database, servers, store, bases)
            killing = asyncio.create_task(all_.kill_on())
            together = max(2, min(TABLES, order.size // MOVES_EACH))
            playing = asyncio.gather(*(all_.play_on() for _ in range(together)))
            either: list[asyncio.Future[Any]] = [playing, killing]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            async with all_.killing:  # what was killed is started again by now
                killing.cancel()
                playing.cancel()
            for ended in await asyncio.gather(*either, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended
        await store.database.close()
    return {
        "moves acknowledged": all_.moves,
        "servers killed": all_.server_kills,
        "databases killed": all_.database_kills,
        "commands sent again": all_.resent,
        "games": all_.games,
        "moves by bots": all_.by_bots,
        "lost, doubled, forked": 0,
    }
