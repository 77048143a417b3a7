"""Leaks planted in the server, each in a different output. Comparing two worlds must find them all.

Leaks planted in games are in `tests/contract/test_leaks.py`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest
from msgspec import Raw

from chabudai.server import protocol
from chabudai.server.http import pages
from chabudai.server.logs import logger
from chabudai.server.metrics import Metrics
from chabudai.server.tables import followers, lobby_message, snapshot
from chabudai.server.ws.session import Session
from tests.nightly.proof.run_config import Order
from tests.nightly.proof.worlds import Told, pairs, two_worlds
from tests.support.game_cases import CASES

QUIDDLER = next(room for room in CASES if room.game.name == "quiddler")
PAIRS = 40
VIEW = (snapshot.TableSnapshot, "view_and_menu")
COUNT = (Session, "_count")


def secret(state: Any) -> int:
    """A number that distinguishes states."""
    return crc32(msgspec.json.encode(state)) % 1000


def of(socket: Any) -> int:
    return secret(socket.live.table.state)


def menu(honest: Any, live: Any, seat: Any) -> Any:
    view, legal = honest(live, seat)
    return view, (*legal, Raw(b"%d" % secret(live.table.state)))


async def order_of_frames(honest: Any, self: Any, live: Any, follower: Any) -> list[bytes]:
    frames: list[bytes] = await honest(self, live, follower)
    return frames[::-1] if secret(live.table.state) % 2 else frames


def header(honest: Any, services: Any, request: Any, table: Any) -> Any:
    page = honest(services, request, table)
    if table is not None:
        page.headers["etag"] = str(secret(table.state))
    return page


async def refusal(honest: Any, socket: Any, message: Any) -> Any:
    answer = await honest(socket, message)
    known = isinstance(answer, protocol.Refused)
    return msgspec.structs.replace(answer, facts={"at": of(socket)}) if known else answer


async def answer(honest: Any, socket: Any, *asked: Any) -> Any:
    return msgspec.structs.replace(await honest(socket, *asked), answer=Raw(b"%d" % of(socket)))


LEAKS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "the clock": (followers, "left_ms", lambda _, table, *__: secret(table.state)),
    "the hello": (
        followers,
        "hello",
        lambda honest, table, *seated: honest(table, *seated).replace(
            b"{", b'{"etag":%d,' % secret(table.state), 1
        ),
    ),
    "the lobby": (
        lobby_message,
        "public_lobby",
        lambda honest, table: msgspec.structs.replace(honest(table), code=str(secret(table.state))),
    ),
    "the menu": (*VIEW, menu),
    "the view of another seat": (
        *VIEW,
        lambda honest, live, seat: honest(live, seat if seat is None else 1 - min(seat, 1)),
    ),
    "a seat's view for spectators": (*VIEW, lambda honest, live, seat: honest(live, seat or 0)),
    "another seat's view for those who watch one seat": (
        snapshot.TableSnapshot,
        "watched_view",
        lambda honest, self, seat: honest(self, 1 - min(seat, 1)),
    ),
    "the size of a frame": (
        snapshot.TableSnapshot,
        "encode",
        lambda honest, self, *given: honest(self, *given) + b" " * (secret(self.table.state) % 7),
    ),
    "the order of frames": (followers.FanOut, "frames", order_of_frames),
    "a header": (pages, "html", header),
    "a refusal": (Session, "answer", refusal),
    "the answer to a question": (Session, "_ask", answer),
    "the advice": (Session, "_advise", answer),
    "a number for Prometheus": (
        *COUNT,
        lambda _, socket, *__: socket.services.metrics.conflicts.inc(of(socket)),
    ),
    "a label for Prometheus": (
        *COUNT,
        lambda honest, socket, kind, _: honest(socket, kind, str(of(socket))),
    ),
    "a line of the log": (
        *COUNT,
        lambda _, socket, *__: logger().info("command", state=of(socket)),
    ),
}
"""The function to replace, and the replacement, whose first argument is the honest function."""


async def test_every_leak_planted_in_the_server_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unseen: list[str] = []
    async with two_worlds(tmp_path) as both:
        for leak, (owner, name, leaking) in LEAKS.items():
            for each in both:
                each.services.metrics = Metrics()
            with monkeypatch.context() as patch:
                patch.setattr(owner, name, with_honest(getattr(owner, name), leaking))
                try:
                    await pairs(*both, QUIDDLER, Order(tmp_path, PAIRS))
                    unseen.append(leak)
                except Told:
                    pass
    assert unseen == []


def with_honest(honest: Any, leaking: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **named: leaking(honest, *args, **named)
