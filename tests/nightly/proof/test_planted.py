"""Leaks planted in the server, each by another way out: the two worlds must tell every one.

Those planted in games are in `test_leaks.py` and `test_kakapo_leaks.py` of `tests/contract`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest
from msgspec import Raw
from starlette.responses import Response

from chabudai.server import protocol
from chabudai.server.http import pages
from chabudai.server.logs import logger
from chabudai.server.metrics import Metrics
from chabudai.server.tables import followers, lobby_message, snapshot
from chabudai.server.ws.session import Session
from tests.nightly.proof.run_config import Order
from tests.nightly.proof.worlds import Told, pairs, two_worlds
from tests.support.every_room import ROOMS

Patch = pytest.MonkeyPatch
QUIDDLER = next(room for room in ROOMS if room.game.name == "quiddler")
PAIRS = 40


def secret(state: Any) -> int:
    """A number that tells states apart."""
    return crc32(msgspec.json.encode(state)) % 1000


def wrapped(patch: Patch, owner: Any, name: str, leaking: Callable[..., Any]) -> None:
    """Replace a function by one that is given the honest one first."""
    honest = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **named: leaking(honest, *args, **named))


def the_clock(patch: Patch) -> None:
    wrapped(patch, followers, "left_ms", lambda _, table, *__: secret(table.state))


def the_hello(patch: Patch) -> None:
    def hello(honest: Any, table: Any, *seated: Any) -> bytes:
        told: bytes = honest(table, *seated)
        return told.replace(b"{", b'{"etag":%d,' % secret(table.state), 1)

    wrapped(patch, followers, "hello", hello)


def the_lobby(patch: Patch) -> None:
    def lobby(honest: Any, table: Any) -> Any:
        return msgspec.structs.replace(honest(table), code=str(secret(table.state)))

    wrapped(patch, lobby_message, "public_lobby", lobby)


def the_menu(patch: Patch) -> None:
    def view_and_menu(honest: Any, live: Any, seat: Any) -> Any:
        view, menu = honest(live, seat)
        return view, (*menu, Raw(b"%d" % secret(live.table.state)))

    wrapped(patch, snapshot.TableSnapshot, "view_and_menu", view_and_menu)


def the_view_of_another_seat(patch: Patch) -> None:
    def view_and_menu(honest: Any, live: Any, seat: Any) -> Any:
        return honest(live, seat if seat is None else 1 - min(seat, 1))

    wrapped(patch, snapshot.TableSnapshot, "view_and_menu", view_and_menu)


def a_seats_view_for_those_who_watch(patch: Patch) -> None:
    def view_and_menu(honest: Any, live: Any, seat: Any) -> Any:
        return honest(live, 0 if seat is None else seat)

    wrapped(patch, snapshot.TableSnapshot, "view_and_menu", view_and_menu)


def the_size_of_a_frame(patch: Patch) -> None:
    def update(honest: Any, self: Any, *given: Any) -> bytes:
        frame: bytes = honest(self, *given)
        return frame + b" " * (secret(self.table.state) % 7)

    wrapped(patch, snapshot.TableSnapshot, "encode", update)


def the_order_of_frames(patch: Patch) -> None:
    async def frames(honest: Any, self: Any, live: Any, follower: Any) -> list[bytes]:
        told: list[bytes] = await honest(self, live, follower)
        return told[::-1] if secret(live.table.state) % 2 else told

    wrapped(patch, followers.FanOut, "frames", frames)


def how_many_frames(patch: Patch) -> None:
    async def frames(honest: Any, self: Any, live: Any, follower: Any) -> list[bytes]:
        told: list[bytes] = await honest(self, live, follower)
        return told + told[-1:] * (secret(live.table.state) % 2)

    wrapped(patch, followers.FanOut, "frames", frames)


def a_header(patch: Patch) -> None:
    def html(honest: Any, services: Any, request: Any, table: Any) -> Response:
        page: Response = honest(services, request, table)
        if table is not None:
            page.headers["etag"] = str(secret(table.state))
        return page

    wrapped(patch, pages, "html", html)


def a_refusal(patch: Patch) -> None:
    async def answer(honest: Any, socket: Any, message: Any) -> Any:
        told = await honest(socket, message)
        facts = {"at": secret(socket.live.table.state)}
        known = isinstance(told, protocol.Refused)
        return msgspec.structs.replace(told, facts=facts) if known else told

    wrapped(patch, Session, "answer", answer)


def the_answer_to_a_question(patch: Patch) -> None:
    async def ask(honest: Any, socket: Any, command: Any, seat: Any) -> Any:
        told = await honest(socket, command, seat)
        return msgspec.structs.replace(told, answer=Raw(b"%d" % secret(socket.live.table.state)))

    wrapped(patch, Session, "_ask", ask)


def the_advice(patch: Patch) -> None:
    async def advise(honest: Any, socket: Any, *asked: Any) -> Any:
        told = await honest(socket, *asked)
        return msgspec.structs.replace(told, answer=Raw(b"%d" % secret(socket.live.table.state)))

    wrapped(patch, Session, "_advise", advise)


def a_number_for_prometheus(patch: Patch) -> None:
    def count(honest: Any, socket: Any, kind: str, result: str) -> None:
        socket.services.metrics.conflicts.inc(secret(socket.live.table.state))

    wrapped(patch, Session, "_count", count)


def a_label_for_prometheus(patch: Patch) -> None:
    def count(honest: Any, socket: Any, kind: str, result: str) -> None:
        honest(socket, kind, str(secret(socket.live.table.state)))

    wrapped(patch, Session, "_count", count)


def a_line_of_the_log(patch: Patch) -> None:
    def count(honest: Any, socket: Any, kind: str, result: str) -> None:
        logger().info("command", state=secret(socket.live.table.state))

    wrapped(patch, Session, "_count", count)


def how_many_lines_of_the_log(patch: Patch) -> None:
    def count(honest: Any, socket: Any, kind: str, result: str) -> None:
        for _ in range(secret(socket.live.table.state) % 3):
            logger().info("command")

    wrapped(patch, Session, "_count", count)


PLANTED = (
    the_clock,
    the_hello,
    the_lobby,
    the_menu,
    the_view_of_another_seat,
    a_seats_view_for_those_who_watch,
    the_size_of_a_frame,
    the_order_of_frames,
    how_many_frames,
    a_header,
    a_refusal,
    the_answer_to_a_question,
    the_advice,
    a_number_for_prometheus,
    a_label_for_prometheus,
    a_line_of_the_log,
    how_many_lines_of_the_log,
)


async def test_every_leak_planted_in_the_server_is_found(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    unseen: list[str] = []
    async with two_worlds(tmp_path) as both:
        for plant in PLANTED:
            for each in both:
                each.services.metrics = Metrics()
            with monkeypatch.context() as patch:
                plant(patch)
                try:
                    await pairs(*both, QUIDDLER, Order(tmp_path, PAIRS))
                    unseen.append(plant.__name__)
                except Told:
                    pass
    assert unseen == []
