"""A real server on a loopback port, and guests at its tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias
from urllib.parse import urlencode

import httpx
import msgspec
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from chabudai.core import AnyGame, Rng
from chabudai.games import GAMES
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.server.app import application, with_metrics_apart
from chabudai.server.credentials import digest
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import Host, config_for, listen
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from chabudai.server.store.base import Store
from chabudai.server.store.database import open_database
from chabudai.server.tables.decide import Entry, Table
from chabudai.server.tables.live import LiveTable
from tests.support.https import UNVERIFIED, origin_of

GAME = GAMES["word-bank"]
BRISK = Sources(pause_ms=(400, 900), aside_ms=(0, 0))
"""Sources with shorter pauses for bots, and none before private steps."""
OFTEN = Limits(received=Rate(10**9, 1e-6), frames=Rate(10_000, 0.001), messages=Rate(10_000, 0.001))
"""Limits for tests that send commands as fast as they can."""
ORDER: dict[str, Any] = {"game": "word-bank", "name": "M", "seats": 2}
MISSION: dict[str, Any] = msgspec.to_builtins(mission_named("buddy/3"))
PATIENCE_S = 15.0
COMMANDS = count()
"""Counter for command ids, because the ids of one guest must differ."""


@dataclass(slots=True)
class Running:
    """A server in this process, whose guests leave before it stops."""

    base: str
    services: Services
    host: Host
    metrics: str = ""
    """The address of its metrics, if the settings include one."""
    stack: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)

    @property
    def faults(self) -> float:
        return float(self.services.metrics.faults._value.get())

    async def guest(self, address: str = "127.0.0.1") -> Guest:
        return await self.stack.enter_async_context(guest(self.base, address))

    async def guests(self, number: int) -> list[Guest]:
        return [await self.guest() for _ in range(number)]

    async def live(self, table: str) -> LiveTable:
        live = await self.services.registry.get(table)
        assert live is not None
        return live

    async def stored(self, table: str) -> Table:
        found = await self.services.store.load(table)
        assert found is not None
        return found

    async def seat(
        self, number: int = 2, *, begin: bool = True, fill: str | None = None, **order: Any
    ) -> list[Line]:
        """Seat Mika (the host), Ken, Ami and Nami at a new table. `fill` is the bots' level."""
        order = {"seats": number, **order}
        host, *others = await self.guests(number)
        made = await host.open(**order)
        for each, name in zip(others, ("Ken", "Ami", "Nami"), strict=False):
            await each.join(table=made["table"], secret=made["invite"], name=name)
        lines = [await each.connect(made["table"]) for each in (host, *others)]
        lines[0].invite = made["invite"]
        if begin:
            await lines[0].accept(type="begin", fill=fill)
            for line in lines:
                await line.first("update")
        return lines

    async def among_bots(self, seats: int = 2, **order: Any) -> Line:
        """Seat Mika at a new table with easy bots, which move immediately."""
        (line,) = await self.seat(1, seats=seats, bots=["easy"] * (seats - 1), **order)
        await line.accept(type="hasten", hasten=True)
        return line


Serve: TypeAlias = Callable[..., Awaitable[Running]]
"""A function that starts a server with other settings."""


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """Run a server on a free port, in this event loop."""
    listening = [listen("127.0.0.1", 0)]
    if settings.metrics is not None:
        listening.append(listen(*settings.metrics))
    ports = [each.getsockname()[1] for each in listening]
    ready = asyncio.Event()
    async with opened(settings) as services:
        app: ASGIApp = application(services)
        if ports[1:]:
            app = with_metrics_apart(app, services, ports[1])
        host = Host(config_for(app, services), ready.set)
        serving = asyncio.create_task(host._serve(sockets=listening))
        base, *metrics = [f"http://127.0.0.1:{port}" for port in ports]
        site = Running(base, services, host, metrics[0] if metrics else "")
        try:
            await asyncio.wait_for(ready.wait(), PATIENCE_S)
            yield site
        finally:
            await site.stack.aclose()
            host.should_exit = True
            await asyncio.wait_for(serving, PATIENCE_S)


@dataclass(slots=True, eq=False)
class Line:
    """A guest's socket at a table, and everything that was sent over it."""

    ws: ClientConnection
    who: Guest
    table: str
    invite: str = ""
    """The secret of the table's link, if this guest opened the table."""
    frames: list[bytes] = field(default_factory=list[bytes])
    messages: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    said: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    closed: int | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def read(self) -> None:
        try:
            async for frame in self.ws:
                raw = frame.encode() if isinstance(frame, str) else frame
                async with self.changed:
                    self.frames.append(raw)
                    self.messages.append(json.loads(raw))
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        async with self.changed:
            self.closed = self.ws.close_code
            self.changed.notify_all()

    async def until(self, check: Callable[[], Any]) -> Any:
        """Wait until `check` returns a true value, and return it. A KeyError is ignored."""
        async with asyncio.timeout(PATIENCE_S), self.changed:
            while True:
                with contextlib.suppress(KeyError):
                    if found := check():
                        return found
                if self.closed is not None:
                    raise ConnectionError(f"closed with {self.closed}")
                await self.changed.wait()

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == kind]

    def of_at_least(self, kind: str, number: int) -> list[dict[str, Any]]:
        """The messages of a kind so far, or [] if there are fewer than `number`."""
        found = self.of(kind)
        return found if len(found) >= number else []

    def last(self, kind: str) -> dict[str, Any] | None:
        return next((m for m in reversed(self.messages) if m["type"] == kind), None)

    @property
    def hello(self) -> dict[str, Any]:
        return self.last("hello") or {}

    @property
    def lobby(self) -> dict[str, Any]:
        return self.last("lobby") or {}

    @property
    def update(self) -> dict[str, Any]:
        return self.last("update") or {}

    @property
    def presence(self) -> dict[str, Any]:
        return self.last("presence") or {}

    @property
    def news(self) -> list[dict[str, Any]]:
        return [step for update in self.of("update") for step in update["news"]]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for step in self.news for event in step["events"]]

    async def first(self, kind: str) -> dict[str, Any]:
        return dict(await self.until(lambda: self.last(kind)))

    async def gone(self, seat: int) -> None:
        await self.until(lambda: self.presence["away_ms"][seat] is not None)

    async def at(self, seq: int) -> dict[str, Any]:
        """Wait for an update that includes `seq`, and return it."""
        await self.until(lambda: self.update["seq"] >= seq)
        return self.update

    async def closing(self) -> int:
        """Wait until the socket is closed, and return the close code."""
        async with asyncio.timeout(PATIENCE_S), self.changed:
            while self.closed is None:
                await self.changed.wait()
            return self.closed

    async def say(self, **command: Any) -> dict[str, Any]:
        command.setdefault("id", f"c{next(COMMANDS)}")
        self.said.append(command)
        await self.ws.send(json.dumps(command))
        return await self.answer(command["id"])

    async def result(self, **command: Any) -> str:
        """Send a command, and return "accepted", "answered", or the code of its refusal."""
        answer = await self.say(**command)
        return str(answer.get("code", answer["type"]))

    async def accept(self, **command: Any) -> int:
        """Send a command that must be accepted, and return its step."""
        answer = await self.say(**command)
        assert answer["type"] == "accepted", answer
        return int(answer["seq"])

    async def refuse(self, **command: Any) -> str:
        """Send a command that must be refused, and return the code."""
        answer = await self.say(**command)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    async def act(self, action: Any, **command: Any) -> dict[str, Any]:
        """Send a move based on the latest update, and return its answer."""
        return await self.say(type="act", action=action, **{"head": self.update["seq"], **command})

    async def move(self, action: Any, **command: Any) -> int:
        """Make a move that must be accepted. Wait for its update, and return its step."""
        answer = await self.act(action, **command)
        assert answer["type"] == "accepted", answer
        await self.at(answer["seq"])
        return int(answer["seq"])

    async def answer(self, command: str) -> dict[str, Any]:
        kinds = ("accepted", "refused", "answered")
        found = await self.until(
            lambda: [m for m in self.messages if m["type"] in kinds and m["id"] == command]
        )
        return dict(found[0])

    async def turn(self, seat: int) -> dict[str, Any] | None:
        """Wait until `seat` owes a move, and return the update, or None if the game is over."""
        await self.until(lambda: seat in (self.update["to_act"] or [seat]))
        return self.update if self.update["to_act"] else None


@dataclass(slots=True)
class Guest:
    """A browser: one cookie jar at one server."""

    base: str
    http: httpx.AsyncClient
    address: str = "127.0.0.1"
    stack: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)

    def go_to(self, base: str) -> None:
        self.base = base
        self.http.base_url = httpx.URL(base)
        self.http.headers["Origin"] = origin_of(base)

    async def open(self, **order: Any) -> dict[str, Any]:
        wanted = {"game": "word-bank", "name": "Mika", "seats": 3, **order}
        answer = await self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def join(self, **wish: Any) -> httpx.Response:
        return await self.http.post("/api/join", json={"name": "Ken", **wish})

    @contextlib.asynccontextmanager
    async def line(
        self, table: str, since: int | None = None, **query: object
    ) -> AsyncIterator[Line]:
        """Open a socket at a table, with the parameters that are not None."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        query = {"since": since, **query}
        given = {field: value for field, value in query.items() if value is not None}
        url = f"{self.base.replace('http', 'ws', 1)}/ws/{table}?{urlencode(given)}"
        headers = {"Cookie": cookie} if cookie else {}
        origin, address = Origin(origin_of(self.base)), (self.address, 0)
        tls = UNVERIFIED if url.startswith("wss:") else None
        async with connect(
            url, additional_headers=headers, origin=origin, local_addr=address, ssl=tls
        ) as ws:
            line = Line(ws, self, table)
            reading = asyncio.create_task(line.read())
            try:
                yield line
            finally:
                await ws.close()
                await reading

    async def connect(self, table: str, since: int | None = None, **query: object) -> Line:
        """Open a socket at a table. It stays open until the guest leaves the server."""
        return await self.stack.enter_async_context(self.line(table, since, **query))


@contextlib.asynccontextmanager
async def guest(base: str, address: str = "127.0.0.1") -> AsyncIterator[Guest]:
    # Loading certificates takes longer than most requests, and they are not needed here.
    limits = httpx.Limits(max_connections=None)
    way = httpx.AsyncHTTPTransport(local_address=address, verify=False, limits=limits)
    headers = {"Origin": origin_of(base)}
    async with httpx.AsyncClient(
        base_url=base, timeout=PATIENCE_S, transport=way, headers=headers
    ) as http:
        each = Guest(base, http, address)
        async with each.stack:
            yield each


def stored_id(who: Guest, name: str) -> str:
    """The id under which a guest's command is stored."""
    return f"guest.{digest(who.http.cookies['guest'])[:12]}:{name}"


def sampled(update: dict[str, Any], seat: int, rng: Rng, game: AnyGame = GAME) -> Any:
    """A random move for `seat`, as JSON."""
    return msgspec.to_builtins(game.sample(msgspec.convert(update["view"], game.views), seat, rng))


async def play_on(line: Line, seat: int, rng: Rng, moves: int = 1000, game: AnyGame = GAME) -> int:
    """Make up to `moves` random moves for `seat`, and return how many were accepted."""
    made = 0
    while made < moves and (update := await line.turn(seat)):
        action = sampled(update, seat, rng, game)
        answer = await line.say(type="act", head=update["seq"], action=action)
        if answer["type"] == "accepted":
            made += 1
            await line.at(answer["seq"])
        else:
            assert answer["code"] in ("stale", "illegal"), answer
    return made


async def eventually(check: Callable[[], object]) -> None:
    """Poll a condition until it holds, because no event signals it."""
    async with asyncio.timeout(PATIENCE_S):
        while not check():  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def opened_store(db: str) -> AsyncIterator[Store]:
    store = Store(await open_database(db), lambda _: None)
    try:
        yield store
    finally:
        await store.close()


async def entries(server: Running, table_id: str) -> tuple[Table, tuple[Entry, ...]]:
    """A table as stored, and all its steps."""
    table = await server.stored(table_id)
    return table, await server.services.store.entries(table, 0, table.head)
