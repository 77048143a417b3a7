"""A server goes on whose workers, or the process that writes for them, are killed with -9."""

import asyncio
import contextlib
import os
import signal
from dataclasses import dataclass, field
from random import Random

from tests.proof.history import Ticks, check
from tests.proof.kills import LIVES, MORE_S, Player, read_tables, sit_down
from tests.proof.order import Figures, Order
from tests.server.crew import Crew, crew
from tests.server.support import GAME, built_client

TABLES = 3
"""How many tables play at a time."""
BOTS_EACH = 10
"""Of so many games one has a bot, as in `kills`."""
AGAIN_S = 0.01
"""How long somebody who lost their line waits before they come back."""


@dataclass(slots=True)
class Reaper:
    """Kills one worker after the other. `pids` are those that serve, the oldest first, `writer` is
    the process that writes for them.
    """

    server: Crew
    luck: Random
    answers: asyncio.Semaphore
    writer: int
    pids: list[int] = field(default_factory=list[int])
    kills: int = 0

    async def reap(self) -> None:
        """Kill one, whichever, after some answers; another takes its place."""
        while True:
            for _ in range(self.luck.randint(*LIVES)):
                await self.answers.acquire()
            await asyncio.sleep(self.luck.uniform(0, MORE_S))
            pid = self.luck.choice((self.writer, *self.pids))
            os.kill(pid, signal.SIGKILL)
            self.kills += 1
            if pid == self.writer:
                self.writer = await self.server.next_writer()
            else:
                self.pids.remove(pid)
                self.pids.append(await self.server.next_up())


async def play_through(player: Player) -> None:
    """Play to the end of the game, over one line after the other."""
    while not player.over:
        await player.live_through()
        await asyncio.sleep(AGAIN_S)


async def workers(order: Order) -> Figures:
    """Play until `size` moves were acknowledged, at a server of two workers."""
    db = f"sqlite:///{order.folder}/workers.db"
    ticks, answers = Ticks(), asyncio.Semaphore(0)
    moves = resent = games = kills = 0
    async with crew(db, built_client(order.folder)) as server:
        writer = await server.next_writer()
        reaper = Reaper(server, order.luck("workers"), answers, writer)
        for _ in range(2):
            reaper.pids.append(await server.next_up())
        while order.goes_on(moves):
            async with contextlib.AsyncExitStack() as people:
                players: list[Player] = []
                for number in range(games, games + TABLES):
                    bots = int(number % BOTS_EACH == 1)
                    luck = order.luck((number, bots))
                    players += await sit_down(people, server.base, bots, luck, ticks, answers)
                reaping = asyncio.create_task(reaper.reap())
                try:
                    await asyncio.gather(*map(play_through, players))
                finally:
                    reaping.cancel()
                    await asyncio.gather(reaping, return_exceptions=True)
                while len(reaper.pids) < 2:  # the last one was still being replaced
                    reaper.pids.append(await server.next_up())
            ids = sorted({player.table for player in players})
            for table_id, (table, log) in zip(ids, await read_tables(db, ids), strict=True):
                check(table, log, [p.client for p in players if p.table == table_id])
                assert GAME.outcome(table.state) is not None
            accepted = [c for p in players for c in p.client.commands if c.fate == "accepted"]
            moves, games = moves + len(accepted), games + TABLES
            resent += sum(player.resent for player in players)
        kills = reaper.kills
    return {
        "moves acknowledged": moves,
        "kills of single workers and writers": kills,
        "commands sent again after a kill": resent,
        "games": games,
        "lost, doubled, forked": 0,
    }
