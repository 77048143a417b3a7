"""What a move takes the event loop, from its frame to the last frame told of it.

python -m bench.bench_loop, and with PYTHONPATH=OTHER/src for the server of another checkout.
Quiddler's draw and discard by four people, as in `bench_pair`, in this process: all tables move at
once, over transports that go nowhere, and what is to be stored is at once. So neither the kernel
nor other threads are in it, and the least of many rounds is the same within a few hundredths.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Raw, json
from starlette.websockets import WebSocket
from uvicorn.loops.auto import auto_loop_factory
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from bench.bench_server import stand_in
from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.games.quiddler.state import Acting
from chabudai.server import protocol
from chabudai.server.guard import Guard
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import config_for, tune_gc
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from chabudai.server.store.commit import Stored
from chabudai.server.tables.decide import Call, Change, Entry, Opened, Place, Table, TableSetup
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.live import LiveTable
from chabudai.server.ws.session import Session

SEATS = 4
FREE = Rate(10**9, 1e-9)
HANDSHAKE = (
    "GET /{at} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Nowhere(asyncio.Transport):
    """A transport that goes nowhere and stays open. It counts the updates written to all of them
    in `missing`, down from those that are awaited.
    """

    missing = 0

    def write(self, data: Any) -> None:
        """Send nothing."""
        Nowhere.missing -= data.count(b'"type":"update"')

    def is_closing(self) -> bool:
        """It stays open."""
        return False

    def close(self) -> None:
        """Stay open."""

    def get_write_buffer_size(self) -> int:
        """Nothing is left to be sent."""
        return 0

    def pause_reading(self) -> None:
        """Nothing comes by itself."""

    def resume_reading(self) -> None:
        """Nothing comes by itself."""


class Tables:
    """Tables with four sockets each, all of which move at the same time."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lives: list[LiveTable] = []
        self._guards: dict[tuple[str, int], Guard] = {}
        self._config = config_for(self, services)
        self._config.load()
        self._waiting: list[tuple[asyncio.Future[Stored], Stored]] = []
        store: Any = services.store
        store.append = self._append

    async def _append(self, change: Change) -> Stored:
        """Store nothing, and say so in the next round of the loop."""
        answer: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()
        self._waiting.append((answer, Stored(change.entries[0].seq, fresh=True)))
        return await answer

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket at the table and the seat that its path says."""
        ws = WebSocket(scope, receive, send)
        await ws.accept()
        table, seat = scope["path"].strip("/").split(",")
        live = await self._services.registry.get(table)
        assert live is not None
        guest, head = f"guest{seat}", live.table.head
        await Session(self._services, ws, live, guest, head, ("a",)).run()

    async def open(self, number: int) -> None:
        """Open a table where a game has begun, and its sockets."""
        rules, sources = GAMES["quiddler"], Sources(dice=partial(Rng, number))
        places = tuple(Place("guest", f"N{seat}", f"guest{seat}") for seat in range(SEATS))
        options = Raw(json.encode(rules.options()))
        sitting = TableSetup("quiddler", rules.rules, "lobby", options, places, 0, "")
        table = Table(f"{number:022}", 1, sitting, None, (), None)
        begun = carry_out(table, Call(0, "guest:b", 1, sources), protocol.Begin("b", None)).table
        entry = Entry(1, "opened", 0, "lobby", json.encode(Opened(sitting)), (), 1)
        self._lives.append(self._services.registry.hold(Change(begun, (entry,)), ()))
        for seat in range(SEATS):
            made: Any = self._config.http_protocol_class
            guard = made(config=self._config, server_state=ServerState(), app_state={})
            self._guards[table.id, seat] = guard
            guard.connection_made(Nowhere())
            Nowhere.missing += 1
            guard.data_received(HANDSHAKE.format(at=f"{table.id},{seat}").encode())

    async def settle(self) -> None:
        """Store what comes until all have been told."""
        while Nowhere.missing:
            waiting, self._waiting = self._waiting, []
            for answer, stored in waiting:
                answer.set_result(stored)
            await asyncio.sleep(0)

    async def move_us(self) -> float:
        """Have every table move. Returns µs of the loop's processor time for each."""
        frames = [self._frame(live.table) for live in self._lives]
        Nowhere.missing = SEATS * len(frames)
        started = time.thread_time()
        for guard, frame in frames:
            guard.data_received(frame)
        await self.settle()
        return 1e6 * (time.thread_time() - started) / len(frames)

    def _frame(self, table: Table) -> tuple[Guard, bytes]:
        """The frame with the next move of a table, and where it comes."""
        (seat,) = table.game.to_act(table.state)
        action = {"type": "draw", "source": "pile"}
        if isinstance(table.state.phase, Acting):
            action = {"type": "discard", "card": table.state.hands[seat][0]}
        said = {"type": "act", "id": f"m{table.head}", "head": table.head, "action": action}
        frame = Frame(Opcode.TEXT, json.encode(said)).serialize(mask=True)
        return self._guards[table.id, seat], frame

    async def close(self) -> None:
        """End the sockets."""
        for guard in self._guards.values():
            guard.connection_lost(None)
        await asyncio.sleep(0.1)


async def measure(tables: int, moves: int) -> list[float]:
    """Microseconds a move of each round, of about so many moves in all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        limits = Limits(received=FREE, frames=FREE, messages=FREE, requests=FREE)
        settings = Settings(db=str(folder / "a.db"), static=stand_in(folder), limits=limits)
        async with opened(settings) as services:
            played = Tables(services)
            for number in range(tables):
                await played.open(number)
            await played.settle()
            tune_gc()
            us = [await played.move_us() for _ in range(moves // tables)]
            await played.close()
            return us


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=(4, 100))
    parser.add_argument("--moves", type=int, default=20_000)
    args = parser.parse_args()
    for tables in args.tables:
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            us = runner.run(measure(tables, args.moves))
        low, middle = statistics.quantiles(us, n=10)[0], statistics.median(us)
        print(f"{tables} tables: us of the loop a move, least {min(us):.1f}, ", end="")
        print(f"tenth percentile {low:.1f}, median {middle:.1f}")
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
