"""What the server's tests play with: a real server on a loopback port, and people at its tables."""

import asyncio
import contextlib
import gzip
import json
import random
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from chabudai.core import AnyGame, Rng
from chabudai.games import GAMES
from chabudai.server.app import application, with_metrics_apart
from chabudai.server.credentials import digest
from chabudai.server.limits import Limits, Rate
from chabudai.server.metrics import Metrics
from chabudai.server.run import Host, config_for, listen
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from chabudai.server.tables.decide import Entry, Table
from chabudai.server.tables.ledger import Ledger, Quota
from chabudai.server.tables.live import Common, Feeds, LiveTable

GAME = GAMES["word-bank"]
BRISK = Sources(pause_ms=(400, 900), aside_ms=(0, 0))
"""Bots that are not hastened, and asides, take less time than where people watch them."""
OFTEN = Limits(received=Rate(10**9, 1e-6), frames=Rate(10_000, 0.001), messages=Rate(10_000, 0.001))
"""For people who play as fast as they can, and faster than anybody may."""
PATIENCE_S = 15.0
COMMANDS = count()
"""Numbers of commands. One that came twice on lines of the same guest would be carried out once."""


def built_client(folder: Path) -> Path:
    """A client as its build leaves it, small."""
    static = folder / "static"
    static.mkdir()
    manifest: dict[str, object] = {
        "js": "app-0A1B2C3D.js",
        "css": "app-0A1B2C3D.css",
        "preload": ["fonts/x.woff2"],
    }
    manifest |= {"image": "poster.jpg", "images": {"word-bank": "bank.jpg"}, "touch": "touch.png"}
    manifest["tables"] = {"word-bank": ["bank-0A1B2C3D.css", "game_screen-0a1b2c3d.js"]}
    manifest |= {"books": ["kakapo"], "studios": ["kakapo"]}
    (static / "manifest.json").write_text(json.dumps(manifest))
    (static / "app-0A1B2C3D.js").write_text("export {};\n")
    (static / "app-0A1B2C3D.js.gz").write_bytes(gzip.compress(b"export {};\n"))
    (static / "app-0A1B2C3D.css").write_text("body {}\n")
    (static / "game_screen-0a1b2c3d.js").write_text("export {};\n")
    (static / "plain.txt").write_text("plain\n")
    return static


FEW_FILES = """
import resource, sys
from tests.server.host import serve_on
most = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
serve_on(*sys.argv[1:])
"""
"""A server in a process that may not have more than so many files open."""


def few_files(most: int, tmp_path: Path, static: Path) -> list[str]:
    """The command that starts it."""
    return [sys.executable, "-c", FEW_FILES, str(most), "0", f"{tmp_path}/x.db", str(static)]


@contextlib.asynccontextmanager
async def running_with_few_files(most: int, tmp_path: Path, static: Path) -> AsyncIterator[str]:
    """Run such a server; yields its address."""
    command = few_files(most, tmp_path, static)
    server = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    try:
        assert server.stdout is not None
        yield (await server.stdout.readline()).decode().strip()
    finally:
        server.terminate()
        await server.communicate()


@dataclass(slots=True)
class Running:
    """A server that runs in this process."""

    base: str
    services: Services
    host: Host
    metrics: str = ""
    """The address of its metrics, if the settings have one."""


def common(store: Any = None, sources: Sources = BRISK) -> Common:
    """What tables share that are in memory only, unless there is a store."""
    ledger = Ledger(store, Quota(Limits(), time.monotonic), Metrics())
    return Common(ledger, Feeds(), sources, Limits().queue)


def in_memory(table: Table, at: int = 0) -> LiveTable:
    """A table in memory, at a time."""
    return LiveTable(table, common(sources=replace(BRISK, now=lambda: at)))


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """A whole server on a free port, in this event loop."""
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
        try:
            await asyncio.wait_for(ready.wait(), PATIENCE_S)
            base, *metrics = [f"http://127.0.0.1:{port}" for port in ports]
            yield Running(base, services, host, *metrics)
        finally:
            host.should_exit = True
            await asyncio.wait_for(serving, PATIENCE_S)


@dataclass(slots=True, eq=False)
class Line:
    """A socket at a table, and everything that came over it or was said."""

    ws: ClientConnection
    frames: list[bytes] = field(default_factory=list[bytes])
    messages: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    said: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    closed: int | None = None
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def read(self) -> None:
        try:
            async for frame in self.ws:
                raw = frame.encode() if isinstance(frame, str) else frame
                async with self.news:
                    self.frames.append(raw)
                    self.messages.append(json.loads(raw))
                    self.news.notify_all()
        except ConnectionClosed:
            pass
        async with self.news:
            self.closed = self.ws.close_code
            self.news.notify_all()

    async def until(self, check: Callable[[], Any]) -> Any:
        """Wait until `check` gives something true, and return it. What it looks into may not have
        been told yet.
        """
        async with asyncio.timeout(PATIENCE_S), self.news:
            while True:
                with contextlib.suppress(KeyError):
                    if found := check():
                        return found
                if self.closed is not None:
                    raise ConnectionError(f"closed with {self.closed}")
                await self.news.wait()

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a kind so far."""
        return [message for message in self.messages if message["type"] == kind]

    def last(self, kind: str) -> dict[str, Any] | None:
        """The latest message of a kind."""
        return next((m for m in reversed(self.messages) if m["type"] == kind), None)

    async def first(self, kind: str) -> dict[str, Any]:
        """The first message of a kind."""
        found: dict[str, Any] = await self.until(lambda: self.last(kind))
        return found

    async def at(self, seq: int) -> dict[str, Any]:
        """The first update that goes as far as `seq`."""

        def far() -> dict[str, Any] | None:
            update = self.last("update")
            return update if update and update["seq"] >= seq else None

        found: dict[str, Any] = await self.until(far)
        return found

    async def closing(self) -> int:
        """The code it is closed with."""
        async with asyncio.timeout(PATIENCE_S), self.news:
            while self.closed is None:
                await self.news.wait()
            return self.closed

    async def say(self, **command: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        command.setdefault("id", f"c{next(COMMANDS)}")
        self.said.append(command)
        await self.ws.send(json.dumps(command))
        return await self.answer(command["id"])

    async def answer(self, command: str) -> dict[str, Any]:
        """The answer to a command."""
        kinds = ("accepted", "refused", "answered")

        def answered() -> dict[str, Any] | None:
            told = (m for m in self.messages if m["type"] in kinds and m["id"] == command)
            return next(told, None)

        found: dict[str, Any] = await self.until(answered)
        return found

    async def turn(self, seat: int) -> dict[str, Any] | None:
        """The update in which `seat` owes a move; None when the game is over."""

        def mine() -> dict[str, Any] | None:
            update = self.last("update")
            ready = update and (seat in update["to_act"] or not update["to_act"])
            return update if ready else None

        update: dict[str, Any] = await self.until(mine)
        return update if update["to_act"] else None


@dataclass(slots=True)
class Guest:
    """A browser: one cookie jar at one server."""

    base: str
    http: httpx.AsyncClient

    def go_to(self, base: str) -> None:
        """Go on at another server, as a proxy sends browsers where it likes."""
        self.base = base
        self.http.base_url = httpx.URL(base)
        self.http.headers["Origin"] = base

    async def open(self, **order: Any) -> dict[str, Any]:
        """A new table."""
        wanted = {"game": "word-bank", "name": "Mika", "seats": 3, **order}
        answer = await self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def join(self, **wish: Any) -> httpx.Response:
        return await self.http.post("/api/join", json={"name": "Ken", **wish})

    @contextlib.asynccontextmanager
    async def line(self, table: str, since: int | None = None) -> AsyncIterator[Line]:
        """A socket at a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        query = "" if since is None else f"?since={since}"
        url = f"{self.base.replace('http', 'ws', 1)}/ws/{table}{query}"
        headers = {"Cookie": cookie} if cookie else {}
        async with connect(url, additional_headers=headers, origin=Origin(self.base)) as ws:
            line = Line(ws)
            reading = asyncio.create_task(line.read())
            try:
                yield line
            finally:
                await ws.close()
                await reading


@contextlib.asynccontextmanager
async def guest(base: str) -> AsyncIterator[Guest]:
    """A browser that has not been here before."""
    # Nothing is encrypted here, and to load certificates takes longer than most requests.
    async with httpx.AsyncClient(
        base_url=base, timeout=PATIENCE_S, verify=False, headers={"Origin": base}
    ) as http:
        yield Guest(base, http)


def damage(db: Path, pages: Iterable[int]) -> None:
    """Overwrite pages of a file, counted from 1, with noise."""
    noise = random.Random(1)
    with db.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * 4096)
            file.write(noise.randbytes(4096))


def stored_id(who: Guest, name: str) -> str:
    """The id under which a guest's command is stored."""
    return f"guest.{digest(who.http.cookies['guest'])[:12]}:{name}"


def sampled(update: dict[str, Any], seat: int, rng: Rng, game: AnyGame = GAME) -> Any:
    """A random move for `seat`, as it stands in JSON."""
    view = msgspec.convert(update["view"], game.views)
    return msgspec.to_builtins(game.sample(view, seat, rng))


async def play_on(line: Line, seat: int, rng: Rng, moves: int = 1000, game: AnyGame = GAME) -> int:
    """Make random moves for `seat` until the game is over or so many are made."""
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


class Clock:
    """A time that goes on only when it is put forward."""

    def __init__(self) -> None:
        self.started = time.time_ns() // 1_000_000
        self.ahead = 0

    def now(self) -> int:
        return self.started + self.ahead


@contextlib.asynccontextmanager
async def timed(
    db: str, static: Path, clock: Clock, jar: dict[str, str]
) -> AsyncIterator[tuple[Running, Guest]]:
    sources = replace(BRISK, now=clock.now)
    settings = Settings(db=db, static=static, bot_workers=1, sources=sources)
    async with running(settings) as server, guest(server.base) as mika:
        mika.http.cookies.update(jar)
        yield server, mika
        jar.update(mika.http.cookies)


async def entries(server: Running, table_id: str) -> tuple[Table, tuple[Entry, ...]]:
    """A table as it is stored, and all its steps."""
    table = await server.services.store.load(table_id)
    assert table is not None
    return table, await server.services.store.entries(table, 0, table.head)
