"""Frames and requests of every kind: each is answered, none changes what it may not, none is a
fault of the server's.
"""

import asyncio
import json
import resource
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.app import application
from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import FAULT
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.tables.decide import Call
from chabudai.server.tables.decide.lobby import open_table
from chabudai.server.tables.live import LiveTable
from chabudai.server.ws.session import Session
from tests.nightly.proof.grammar import TEXTS, like, shape_of, text_of
from tests.nightly.proof.run_config import Figures, Order
from tests.server.client import built_client

WIDE = Rate(1_000_000_000, 0.001)
RATES: dict[str, Any] = {
    each.name: WIDE for each in fields(Limits) if isinstance(each.default, Rate)
}
LIMITS = replace(Limits(**RATES), jobs=Rate(1, 1e9))
"""Nothing is refused for coming too fast, but jobs, which have processes of their own."""
AT_ONE_TABLE = 200
"""So many frames are sent to one table."""
WORDS = (*TEXTS[:5], "word-bank", "kakapo", "chess", "..", "%2e%2e", "app.js", "a" * 16, "1234")
BODIES: tuple[Any, ...] = (protocol.NewTable, protocol.Join, protocol.FromClient)


def unheard(services: Services, live: LiveTable, guest: str | None) -> Session:
    """A socket that sends no frames. Tests read the answers instead."""
    nobody: Any = None
    return Session(services, nobody, live, guest, live.table.head, ("",))


@dataclass(slots=True)
class Fuzz:
    """A server without a network, and what it answered so far, by kind or status."""

    services: Services
    luck: Random
    app: Any
    answers: Counter[str] = field(default_factory=Counter[str])

    async def socket(self, number: int) -> Session:
        """Open a table, in the lobby or in play, and return the host's socket."""
        game = list(GAMES.values())[number % len(GAMES)]
        sources = self.services.settings.sources
        order = protocol.NewTable(game.name, "Mika", max(2, min(game.seats)))
        call = Call(0, "opened", sources.now(), sources, None)
        change = open_table(call, order, "m" * 64, "invite")
        live = await self.services.registry.open(change, ())
        socket = unheard(self.services, live, "m" * 64)
        if number % 3:
            await socket.answer('{"type":"begin","id":"b","fill":"easy"}')
        return socket

    async def frame(self, socket: Session) -> None:
        """Send a frame, which must be answered, and must change nothing if it is refused."""
        live, before = socket.live, socket.live.table
        text = self.text(live)
        answer = await socket.answer(text if self.luck.randrange(99) else None)
        kind = type(answer).__name__
        self.answers[kind] += 1
        assert isinstance(
            answer, protocol.Accepted | protocol.Refused | protocol.Answered | protocol.Pong
        ), text
        msgspec.json.encode(answer)
        if isinstance(answer, protocol.Refused):
            assert answer.text.format(**answer.facts) != FAULT, text
            # Who tries to move has first taken their seat back from a bot, if one sat there.
            assert live.table.state is before.state, text
            assert live.table.head <= before.head + 1, text

    def text(self, live: LiveTable) -> str:
        """A frame that a page might send, or a malformed one."""
        luck, table = self.luck, live.table
        message = like(shape_of(protocol.FromClient), luck)
        if isinstance(message, dict) and message.get("type") in ("act", "ask"):
            game = table.game
            message["head"] = luck.choice((table.head, table.head, 0, table.head + 1, -1))
            message["action"] = like(shape_of(game.actions), luck)
            message["question"] = like(shape_of(game.questions), luck)
            del message[luck.choice(("action", "question"))]
            if table.state is not None and 0 in game.to_act(table.state) and luck.random() < 0.3:
                action = game.sample(game.view(table.state, 0), 0, Rng(luck.getrandbits(40)))
                message = {"type": "act", "id": "s", "head": table.head, "action": action}
                message["action"] = msgspec.to_builtins(action)
            message["id"] = str(luck.getrandbits(40))
        return text_of(message, luck)

    async def request(self) -> None:
        """Make a request, which must be answered as the protocol says."""
        luck = self.luck
        route = luck.choice([each for each in self.app.routes if hasattr(each, "methods")])
        path = "/".join(
            luck.choice(WORDS) if part.startswith("{") else part for part in route.path.split("/")
        )
        method = luck.choice((*(route.methods or ()), "POST", "GET", "PUT"))
        body = text_of(like(shape_of(luck.choice(BODIES)), luck), luck).encode(errors="replace")
        kinds = (b"application/json", b"application/json", b"text/plain", b"")
        headers = [(b"host", b"127.0.0.1"), (b"content-type", luck.choice(kinds))]
        headers += [(b"origin", b"http://127.0.0.1")] if luck.random() < 0.9 else []
        headers += [(b"cookie", b"guest=" + luck.choice((b"", b"x" * 43)))]
        status, _, said = await call(self.app, method, path, headers, body)
        self.answers[str(status)] += 1
        assert status < 500 or self.services.rates["jobs"].by_network, (method, path, body)
        if status >= 400 and path.startswith("/api") and method != "HEAD":
            assert msgspec.json.decode(said, type=protocol.Problem).text


async def call(
    app: Any, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Make a request without a network. Returns its status, headers and body."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(errors="replace"),
        "query_string": b"lang=ja",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    sent: list[dict[str, Any]] = []

    messages: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not messages:
            await asyncio.Future[None]()  # the client stays
        return messages.pop()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    assert b"content-security-policy" in dict(sent[0]["headers"])
    said = b"".join(each.get("body", b"") for each in sent[1:])
    return sent[0]["status"], sent[0]["headers"], said


async def fuzz(order: Order) -> Figures:
    """Send `size` frames and requests, nine frames for each request."""
    static: Path = built_client(order.folder)
    settings = Settings(db=f"{order.folder}/x.db", static=static, bot_workers=1, limits=LIMITS)
    done, warm = 0, 0
    async with opened(settings) as services:
        tried = Fuzz(services, order.luck("fuzz"), application(services))
        while order.goes_on(done):
            socket = await tried.socket(done // AT_ONE_TABLE)
            for number in range(AT_ONE_TABLE):
                if number % 10:
                    await tried.frame(socket)
                else:
                    await tried.request()
            done += AT_ONE_TABLE
            services.registry.forget_idle(float("inf"))
            warm = warm or memory()
        faults = services.metrics.faults._value.get()
    assert faults == 0, f"{faults} faults, see the log"
    answers = dict(sorted(tried.answers.items()))
    return {
        "frames and requests": done,
        "answers": json.dumps(answers),
        "faults": 0,
        "MiB more than after the first table": round((memory() - warm) / 1024, 1),
    }


def memory() -> int:
    """The peak memory of this process in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
