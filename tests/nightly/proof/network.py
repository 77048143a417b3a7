"""A network between guests and their server that loses, delays, repeats and reorders frames.

Each connection keeps its frames in order, as TCP does. A frame is therefore lost only when its
connection ends. It arrives out of order only if an old connection delivers it after the guest has
reconnected and sent it again.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from chabudai.core import Rng
from chabudai.server.limits import Limits
from chabudai.server.settings import Settings
from tests.nightly.proof.fuzz import WIDE
from tests.nightly.proof.history import Client, Wrong, check
from tests.nightly.proof.kills import Player, begin
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client
from tests.server.support import GAME, entries, running

GONE = (OSError, WebSocketException)
DELAY_S = 0.004
"""Maximum delay of a frame."""
LATE_S = 0.03
"""Maximum delay after the other end has closed."""
CUT, LATE, TWICE = 0.12, 0.5, 0.2
"""Probabilities that a frame ends its connection, still arrives, and (if a guest's) is doubled."""
RECONNECTS = 400
"""Maximum number of connections that a guest opens in a game."""


@dataclass(slots=True)
class Network:
    """An unreliable network between guests and one server. `done` counts its effects by kind."""

    server: str
    luck: Random
    done: Counter[str] = field(default_factory=Counter[str])
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[str]:
        async with serve(self.carry, "127.0.0.1", 0, compression=None) as serving:
            yield f"http://127.0.0.1:{next(iter(serving.sockets)).getsockname()[1]}"
        await asyncio.gather(*self.tasks)

    async def carry(self, person: ServerConnection) -> None:
        """Carry the frames of one connection until either end or the network closes it."""
        assert person.request is not None
        cookie = person.request.headers["Cookie"]
        url = self.server.replace("http", "ws", 1) + person.request.path
        there = await connect(
            url, additional_headers={"Cookie": cookie}, origin=Origin(self.server), compression=None
        )
        ways = {
            asyncio.create_task(self.frames("frames upwards", person, there, TWICE)),
            asyncio.create_task(self.frames("frames downwards", there, person, 0)),
        }
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        late = [each for each in await asyncio.gather(*ways, return_exceptions=True) if each]
        person.transport.abort()
        ending = asyncio.create_task(self.end(there, [e for e in late if isinstance(e, str)]))
        self.tasks.add(ending)
        ending.add_done_callback(self.tasks.discard)

    async def end(self, there: ClientConnection, late: list[str]) -> None:
        """Close a connection to the server, after delivering its late frames."""
        with contextlib.suppress(*GONE):
            for frame in late:
                await asyncio.sleep(self.luck.uniform(0, LATE_S))
                self.done["frames out of order"] += 1
                await there.send(frame)
        there.transport.abort()

    async def frames(
        self, way: str, here: ServerConnection | ClientConnection, there: Any, twice: float
    ) -> str | None:
        """Carry frames until one is lost. Returns the lost frame if it must be delivered late."""
        with contextlib.suppress(*GONE):
            async for frame in here:
                assert isinstance(frame, str)
                await asyncio.sleep(self.luck.uniform(0, DELAY_S))
                if self.luck.random() < CUT:
                    self.done["frames lost"] += 1
                    return frame if twice and self.luck.random() < LATE else None
                for _ in range(1 + (self.luck.random() < twice)):
                    self.done[way] += 1
                    await there.send(frame)
        return None


async def play(player: Player) -> None:
    """Play to the end of the game over as many connections as necessary. Raises Wrong."""
    for _ in range(RECONNECTS):
        await player.live_through()
        if player.over:
            return
    raise Wrong("the game does not come to its end")


async def network(order: Order) -> Figures:
    """Play until `size` moves have been acknowledged. Raises Wrong."""
    done: Counter[str] = Counter()
    db = f"{order.folder}/network.db"
    limits = replace(Limits(), tables=WIDE, openings=WIDE, messages=WIDE)
    settings = Settings(db=db, static=built_client(order.folder), bot_workers=1, limits=limits)
    async with running(settings) as server:
        while order.goes_on(done["moves acknowledged"]):
            luck = order.luck(done["games"])
            bad = Network(server.base, luck, done)
            async with bad.opened() as base:
                people = await server.guests(2)
                table_id, answers, ticks = await begin(people), asyncio.Semaphore(0), count()
                players = [
                    Player(replace(who, base=base), table_id, Client(seat), rng, ticks, answers)
                    for seat, who in enumerate(people)
                    for rng in [Rng(luck.getrandbits(60))]
                ]
                await asyncio.gather(*map(play, players))
            table, log = await entries(server, players[0].table)
            check(table, log, [player.client for player in players])
            check_all_heard(players, table.head)
            assert GAME.outcome(table.state) is not None
            commands = [each for player in players for each in player.client.commands]
            done["moves acknowledged"] += sum(each.fate == "accepted" for each in commands)
            done["commands sent again"] += sum(player.resent for player in players)
            done["games"] += 1
        if server.faults:
            raise Wrong(f"{server.faults} faults, see the log")
    return {**done, "lost, doubled, forked, untold": 0}


def check_all_heard(players: list[Player], head: int) -> None:
    """Check that each player has received every answer and every step. Raises Wrong."""
    for player in players:
        if unanswered := [each.name for each in player.client.commands if each.fate == "unknown"]:
            raise Wrong(f"never answered: {unanswered}")
        told = [seq for stream in player.client.streams for seq, _ in stream.told]
        if sorted(set(told)) != list(range(min(told), head + 1)):
            raise Wrong(f"{player.client.seat} was told {sorted(set(told))} of {head} steps")
