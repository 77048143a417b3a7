"""Limits on a hostile client's bytes, frames and sockets. Malformed input changes nothing."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import pytest

from chabudai.server import protocol
from chabudai.server.crowd import Crowd
from chabudai.server.guard import PIECE_BYTES, Guard
from chabudai.server.http import tables
from chabudai.server.limits import BODY_BYTES, FRAME_BYTES, Buckets, Limits, Rate
from chabudai.server.ws import session
from chabudai.server.ws.session import AHEAD
from tests.server.support import ORDER, Guest, Running, Serve, eventually, stored_id
from tests.support.stranger import CONT, PING, TEXT, Stranger, frame, socket_of, stranger


class Pieces(asyncio.Protocol):
    """Records the bytes it receives. The words "pause" and "close" are commands."""

    def __init__(self, said: list[bytes], **_: Any) -> None:
        self.said = said

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport

    def data_received(self, data: bytes) -> None:
        self.said.append(data)
        if data.startswith(b"pause"):
            self.transport.pause_reading()
        elif data.startswith(b"close"):
            self.transport.write(b"closed")
            self.transport.close()


@asynccontextmanager
async def pieces_of(
    said: list[bytes], limits: Limits, *hosts: str
) -> AsyncIterator[tuple[list[Stranger], list[Guard]]]:
    """Clients of a server whose inner protocol records bytes, and their guards."""
    loop, guards = asyncio.get_running_loop(), list[Guard]()
    crowd = Crowd(limits, 20, {"received": Buckets(limits.received, loop.time)})

    def made() -> Guard:
        guards.append(Guard(crowd, (), partial(Pieces, said), app_state={}))
        return guards[-1]

    server = await loop.create_server(made, "127.0.0.1", 0)
    base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(stranger(base, host)) for host in hosts]
        await eventually(lambda: len(guards) == len(hosts))
        yield clients, guards


async def test_bytes_are_parsed_piece_by_piece_and_addresses_take_turns() -> None:
    said: list[bytes] = []
    async with pieces_of(said, Limits(), "127.0.0.2", "127.0.0.3") as ((many, few), _):
        many.writer.write(b"m" * 20 * PIECE_BYTES)
        few.writer.write(b"f" * 2 * PIECE_BYTES)
        await eventually(lambda: sum(map(len, said)) == 22 * PIECE_BYTES)
    assert {len(each) for each in said} == {PIECE_BYTES}
    assert b"".join(said).count(b"mf") == 2
    assert said[-5:] == [b"m" * PIECE_BYTES] * 5


async def test_a_paused_protocol_receives_nothing_until_it_resumes() -> None:
    said: list[bytes] = []
    async with pieces_of(said, Limits(), "127.0.0.2", "127.0.0.3") as ((client, other), guards):
        client.writer.write(b"pause")
        await eventually(lambda: said)
        client.writer.write(b"more")
        other.writer.write(b"other")
        await eventually(lambda: said == [b"pause", b"other"])
        for guard in guards:
            guard.resume_reading()
        await eventually(lambda: said == [b"pause", b"other", b"more"])


async def test_an_answer_reaches_a_client_that_is_still_sending() -> None:
    said: list[bytes] = []
    async with pieces_of(said, Limits(), "127.0.0.2") as ((client,), _):
        client.writer.write(b"close" + b"x" * 200_000)
        assert await client.rest() == b"closed"


@pytest.mark.parametrize("proxied", [False, True])
async def test_more_bytes_than_allowed_end_a_connection_and_no_other(
    serve: Serve, proxied: bool
) -> None:
    site = await serve(
        limits=Limits(received=Rate(20_000, 3600.0)), proxies=("127.0.0.2",) if proxied else ()
    )
    (line,) = await site.seat(1, seats=2, begin=False)
    async with socket_of(site.base, line.table) as greedy:
        greedy.writer.write(frame(TEXT, b" " * 25_000))
        assert await greedy.code() == 1008
        await line.accept(type="rename", name="Nami")
    async with stranger(site.base, "127.0.0.2") as greedy:
        answers = 0
        with contextlib.suppress(ConnectionError):
            while answers < 100:  # the connection of a proxy carries the requests of many
                greedy.writer.write(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if not await greedy.reader.read(1000):
                    break
                answers += 1
        assert (answers == 100) is proxied
    assert site.services.metrics.limited.labels("received")._value.get() == (1 if proxied else 2)


async def test_a_disconnect_is_detected_while_a_command_waits_which_is_carried_out_once(
    site: Running,
) -> None:
    mika = await site.guest()
    table = (await mika.open())["table"]
    live = await site.live(table)
    before = live.table.head
    rename = json.dumps({"type": "rename", "id": "waits", "name": "Nami"})
    async with mika.line(table) as line:
        await line.first("lobby")
        async with live.lock:
            await line.ws.send(rename)
            await eventually(lambda: live.waiting)
            for _ in range(AHEAD):
                await line.ws.send('{"type": "ping"}')
            await line.ws.close()
            assert line.ws.close_code == 1000
            assert live.table.sitting.places[0].name == "Mika"
    line = await mika.connect(table)
    await line.ws.send(rename)
    assert (await line.first("accepted"))["seq"] == live.table.head
    assert live.table.sitting.places[0].name == "Nami"
    _, step = await site.services.store.done(table, stored_id(mika, "waits"))
    assert step == live.table.head == before + 1


MANY = 30_000
FLOODS = {
    "empty continuations": frame(TEXT, fin=False) + frame(CONT, fin=False) * 4 * MANY,
    "pings": frame(PING, b"." * 125) * MANY,
    "empty texts": frame(TEXT) * MANY,
}


async def renamed(mika: Guest, table: str, times: int) -> int:
    async with mika.line(table) as line:
        await line.first("lobby")
        for number in range(times):
            await line.ws.send(json.dumps({"type": "rename", "id": f"{number}", "name": "Nami"}))
        assert await line.closing() == 1008
        return len(line.of("accepted"))


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_frames_ends_its_socket_and_the_rest_is_not_read(
    serve: Serve, flood: str
) -> None:
    site = await serve(limits=Limits(closing_s=1.0))
    (line,) = await site.seat(1, seats=2, begin=False)
    async with socket_of(site.base, line.table) as hostile:
        hostile.writer.write(FLOODS[flood])
        await line.accept(type="rename", name="Nami")
        frames = await hostile.frames()
    assert int.from_bytes(frames[-1][1][:2]) == 1008
    burst = site.services.limits.received.burst
    assert len(frames) <= burst // len(frame(PING, b"." * 125)) + 5
    rule = "frames" if flood == "empty texts" else "received"
    assert site.services.metrics.limited.labels(rule)._value.get() == 1
    assert site.faults == 0


async def test_a_seat_has_one_limit_for_all_its_sockets(serve: Serve) -> None:
    mika = await (await serve(limits=Limits(frames=Rate(30, 3600.0)))).guest()
    made, other = await mika.open(), await mika.open()
    assert await renamed(mika, made["table"], 31) == 30
    assert await renamed(mika, made["table"], 5) == 0
    await (await mika.connect(other["table"])).accept(type="rename", name="Nami")


async def test_an_address_has_one_limit_for_all_its_seats(serve: Serve) -> None:
    site = await serve(limits=Limits(messages=Rate(25, 3600.0), openings=Rate(2, 3600.0)))
    mika = await site.guest()
    tables = [(await mika.open())["table"] for _ in range(3)]
    line = await mika.connect(tables[0])
    for number in range(20):
        await line.accept(type="rename", name=f"N{number}")
    assert await renamed(mika, tables[1], 10) == 5
    assert await (await mika.connect(tables[2])).closing() == 1013


async def test_frames_that_are_too_long_close_with_1009_even_if_more_follow(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open()
    for size in (FRAME_BYTES + 1, 1 << 20):
        async with socket_of(site.base, made["table"]) as hostile:
            hostile.writer.write(frame(TEXT, b" " * size) * 3)
            assert await hostile.code() == 1009
    async with socket_of(site.base, made["table"], mika) as fair:
        fair.writer.write(frame(TEXT, b"\xff"))
        assert await fair.code() == 1007
    assert site.faults == 0


ODD_FRAMES: list[str | bytes] = [
    "",
    "{",
    '{"type":"act","id":"x","head":1e400,"action":{}}',
    '{"type":"act","id":"x","head":1,"action":' + "[" * 3000 + "]" * 3000 + "}",
    '{"type":"act","id":"x","head":1,"action":{},"more":1}',
    '{"type":"rename","id":"x","name":"\\ud800"}',
    '{"type":"begin","id":"x","fill":"perfect"}',
    "\u0000",
    "x" * FRAME_BYTES,
    b'{"type":"ping"}',
]
"""Malformed frames. `tests/nightly/proof/fuzz.py` generates more."""


async def test_odd_frames_are_refused_as_malformed_and_change_nothing(quick_site: Running) -> None:
    (line,) = await quick_site.seat(1, seats=3, bots=["easy", "easy"], options={"first_player": 0})
    before = await quick_site.stored(line.table)
    for number, odd in enumerate(ODD_FRAMES, 1):
        await line.ws.send(odd)
        refused = await line.until(partial(line.of_at_least, "refused", number))
        assert refused[-1]["code"] == "malformed", odd[:60]
        assert refused[-1]["text"].format(**refused[-1]["facts"]).endswith(".")
    assert await quick_site.stored(line.table) == before
    assert quick_site.faults == 0
    await line.ws.send('{"type":"ping"}')
    await line.first("pong")


JSON = {"Content-Type": "application/json"}
BODIES: list[tuple[str, Any, int]] = [
    ("/api/tables", [], 400),
    ("/api/tables", {**ORDER, "game": "chess"}, 400),
    ("/api/tables", {**ORDER, "name": "\u200b"}, 400),
    ("/api/tables", {**ORDER, "seats": 10**30}, 400),
    ("/api/tables", {**ORDER, "bots": ["easy"] * 2}, 409),
    ("/api/tables", {**ORDER, "begin": True}, 409),
    ("/api/tables", {**ORDER, "options": {"first_player": 4}}, 400),
    ("/api/join", {"name": "K"}, 404),
    ("/api/join", {"name": "K", "code": "12345"}, 400),
    ("/api/qr", {"link": "http://evil.example/j/x"}, 400),
    ("/api/qr", {"link": "javascript:alert(1)"}, 400),
]
"""Unusable bodies. `tests/nightly/proof/calls.py` generates more."""


async def test_unusable_bodies_unknown_paths_and_methods_are_answered_with_problems(
    site: Running,
) -> None:
    host = await site.guest()
    requests: list[tuple[str, Any, int]] = [(path, {"json": body}, s) for path, body, s in BODIES]
    requests += [
        ("/api/join", {"content": b"name=K"}, 400),
        ("/api/join", {"content": b"\xff", "headers": JSON}, 400),
        ("/api/join", {"content": b"[" * 9000, "headers": JSON}, 400),
        ("/api/join", {"content": b" " * (BODY_BYTES + 1), "headers": JSON}, 413),
    ]
    for path, request, status in requests:
        answer = await host.http.post(path, **request)
        assert answer.status_code == status, request
        assert "." in msgspec.json.decode(answer.content, type=protocol.Problem).text
        assert "set-cookie" not in answer.headers
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("PUT", "/api/tables", 405),
        ("DELETE", "/api/join", 405),
        ("GET", "/api/rules/chess", 400),
        ("GET", "/api/rules/word-bank?lang=xx", 400),
        ("GET", "/api/tables/nope/transcript", 404),
        ("GET", "/static/nope.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
    ):
        answer = await host.http.request(method, path)
        assert answer.status_code == status, path
        assert "content-security-policy" in answer.headers


async def test_a_server_fault_is_answered_and_logged_without_its_message(
    site: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    host = await site.guest()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret payload")

    async with host.line((await host.open())["table"]) as line:
        monkeypatch.setattr(session, "carry_out", broken)
        assert (await line.say(type="rename", name="Nami"))["code"] == "busy"
        monkeypatch.undo()
        await line.accept(type="rename", name="Nami")
    monkeypatch.setattr(tables, "open_table", broken)
    failed = await host.http.post("/api/tables", json=ORDER)
    assert failed.status_code == 503
    assert "content-security-policy" in failed.headers
    assert "secret" not in failed.text
    said = capfd.readouterr().err
    assert "ZeroDivisionError" in said
    assert "secret payload" not in said
    assert site.faults == 2
