"""Connections in every state between accept and application: deadlines, counts and answers."""

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from chabudai.server import file_limit
from chabudai.server.limits import Limits, Rate
from tests.server.support import PATIENCE_S, Running, Serve, guest
from tests.support.stranger import PING, Stranger, frame, socket_of, stranger

ROOM = 24
"""Maximum number of connections at the server."""
HASTY = replace(Limits(), silent=1000, request_s=2.0, idle_s=3.0, unread_s=2.0, closing_s=2.0)
HOST = b"Host: localhost\r\n"
GET = b"GET /livez HTTP/1.1\r\n" + HOST + b"\r\n"
POST = b"POST /api/join HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
UNREAD_POST = b"POST /livez HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\n"
CLIENT_HELLO = bytes.fromhex("16030100c8010000c40303") + bytes(range(193))
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9)


def upgrade(
    *extra: bytes,
    line: bytes = b"GET /ws/nowhere HTTP/1.1",
    version: bytes = b"13",
    key: bytes = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
) -> bytes:
    """Return a request for a WebSocket at a nonexistent table."""
    fixed = (b"Host: localhost", b"Upgrade: websocket", b"Connection: Upgrade")
    return b"\r\n".join((line, *fixed, b"Sec-WebSocket-Version: " + version, key, *extra, b"", b""))


class State(NamedTuple):
    """Bytes sent by a client, the last answer or b"", and the bytes that a slow client repeats."""

    sends: tuple[bytes, ...]
    answer: bytes = b""
    drip: bytes = b""


LONG_LINE = b"GET /ws/" + b"a" * 9000 + b" HTTP/1.1"
H2C = b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked"
STATES = {
    "silent": State((b"",), b"408"),
    "half a request line": State((b"GET /livez HT",), b"408"),
    "half a head": State((GET[:-2] + b"A: ",), b"408"),
    "a slow head": State((GET[:-2] + b"A: ",), b"408", b"a"),
    "blank lines": State((b"\r\n",), b"408", b"\r\n"),
    "half a body": State((POST + b'Content-Length: 50\r\n\r\n{"name"',)),
    "a slow body": State((POST + b'Content-Length: 50\r\n\r\n{"name"',), b"", b"a"),
    "half a chunk": State((POST + CHUNKED + b"\r\n\r\n5\r\n{",)),
    "a promised body": State((POST + b"Content-Length: 5\r\nExpect: 100-continue\r\n\r\n",)),
    "nothing after an answer": State((GET,), b"200"),
    "blank lines after an answer": State((GET, b"\r\n"), b"408"),
    "slow blank lines after an answer": State((GET, b"\r\n"), b"408", b"\r\n"),
    "half a request after an answer": State((GET, b"GET /livez"), b"408"),
    "a body after its answer": State((UNREAD_POST, b"12345"), b"408"),
    "half a body after its answer": State((UNREAD_POST, b"123"), b""),
    "a request and half of one": State((GET + GET[:-2],), b"200"),
    "pipelined requests": State((GET * 5,), b"200"),
    "requests before an upgrade": State((GET * 2 + upgrade(),)),
    "an upgrade after an answer": State((GET, upgrade()), b"101"),
    "a failed upgrade after an answer": State((GET, upgrade(key=b"A: b")), b"400"),
    "half an upgrade": State((upgrade()[:-2],), b"408"),
    "an upgrade with a body": State((upgrade(b"Content-Length: 5") + b"12345",), b"408"),
    "an upgrade with half a body": State((upgrade(b"Content-Length: 5") + b"12",), b"408"),
    "an upgrade without its body": State((upgrade(b"Content-Length: 5"),), b"408"),
    "an upgrade with an empty body": State((upgrade(b"Content-Length: 0"),), b"101"),
    "an upgrade in chunks": State((upgrade(CHUNKED) + b"0\r\n\r\n",), b"408"),
    "an upgrade without its chunks": State((upgrade(CHUNKED),), b"408"),
    "an upgrade with an encoding": State((upgrade(b"Transfer-Encoding: gzip"),), b"408"),
    "an upgrade with a long header": State((upgrade(b"A: " + b"a" * 9000),), b"4"),
    "an upgrade with a long line": State((upgrade(line=LONG_LINE),), b"4"),
    "an upgrade with 140 headers": State((upgrade(*[b"A: b"] * 140),), b"4"),
    "an upgrade without a key": State((upgrade(key=b"A: b"),), b"400"),
    "an upgrade with a short key": State((upgrade(key=b"Sec-WebSocket-Key: AAAA"),), b"400"),
    "an upgrade of two keys": State((upgrade(b"Sec-WebSocket-Key: AAAA"),), b"400"),
    "an upgrade of version 8": State((upgrade(version=b"8"),), b"4"),
    "an upgrade by POST": State((upgrade(line=b"POST /ws/nowhere HTTP/1.1"),), b"405"),
    "an upgrade of HTTP/1.0": State((upgrade(line=b"GET /ws/nowhere HTTP/1.0"),), b""),
    "an upgrade to HTTP/2": State((GET[:-2] + H2C,), b"200"),
    "an upgrade at no address": State((upgrade(line=b"GET /nowhere HTTP/1.1"),), b"403"),
    "a close frame that is not answered": State((upgrade(),), b"101"),
    "frames after a close frame": State((upgrade(), frame(1, b"{}")), b"101", frame(1, b"{}")),
    "half a frame after a close frame": State((upgrade(), frame(1, b"{}")[:3]), b"101", b"a"),
    "TLS": State((CLIENT_HELLO,), b"400"),
    "HTTP/2": State((PREFACE,), b"400"),
    "a tunnel": State((b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + b"\r\n",), b"400"),
    "noise": State((bytes(range(256)),), b"400"),
}  # fmt: skip
"""Every state between accept and application, and states without a running application."""


async def empty(site: Running) -> None:
    """Wait until the server has no connections. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_S):
        while site.host.server_state.connections:  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.01)


async def converse(each: Stranger, state: State) -> bytes:
    """Send the parts of a state, each after the answer to the one before. Return the answers."""
    said = b""
    with suppress(ConnectionError):
        for sent in state.sends[:-1]:
            each.writer.write(sent)
            said += await asyncio.wait_for(each.reader.read(65_536), PATIENCE_S)
        each.writer.write(state.sends[-1])
    return said


async def drip(each: Stranger, what: bytes) -> None:
    """Send bytes repeatedly until the connection closes."""
    while not each.writer.is_closing():
        each.writer.write(what)
        await asyncio.sleep(0.05)


async def last_answer(site: Running, state: State) -> bytes:
    """Go through a state until the connection closes. Return the start of the last answer."""
    async with stranger(site.base) as each:
        said = await converse(each, state)
        dripping = asyncio.create_task(drip(each, state.drip))
        said += await each.rest()
        dripping.cancel()
        return said.rpartition(b"HTTP/1.1 ")[2][: len(state.answer)]


async def test_connections_in_every_state_are_answered_or_closed_within_their_deadlines(
    serve: Serve,
) -> None:
    site = await serve(limits=HASTY)
    talks = (last_answer(site, state) for state in STATES.values())
    answers = await asyncio.gather(*talks, return_exceptions=True)
    wanted = {name: state.answer for name, state in STATES.items()}
    assert dict(zip(STATES, answers, strict=True)) == wanted
    await empty(site)
    assert site.faults == 0


async def plays(base: str) -> None:
    """Open a table and rename the guest there. Raises if that fails."""
    async with guest(base) as mika, mika.line((await mika.open())["table"]) as line:
        await line.accept(type="rename", name="Nami")


async def test_more_connections_than_room_in_any_state_lock_no_client_out(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_limit, "raise_file_limit", lambda: 4 * ROOM)
    site = await serve()
    shut_out: list[str] = []
    for number, (name, state) in enumerate(STATES.items()):
        async with AsyncExitStack() as crowd:
            for _ in range(2 * ROOM):
                hostile = stranger(site.base, f"127.0.1.{number}")
                await converse(await crowd.enter_async_context(hostile), state)
            try:
                await plays(site.base)
            except (OSError, httpx.HTTPError, ConnectionClosed):
                shut_out.append(name)
            assert len(site.host.server_state.connections) <= ROOM + 2, name
    assert shut_out == []


async def fill(site: Running, each: Stranger, sent: bytes) -> None:
    """Send bytes without reading the answers until the server's send buffer fills."""
    each.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a TCP one
    (connection,) = site.host.server_state.connections
    async with asyncio.timeout(PATIENCE_S):
        while connection.transport.get_write_buffer_size() == 0:
            each.writer.write(sent)
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("kind", ["answers", "pongs"])
async def test_a_connection_closes_though_its_client_reads_nothing(
    serve: Serve, static: Path, kind: str
) -> None:
    often = Rate(10**9, 1e-9)
    (static / "long.txt").write_text("long" * 5_000)
    site = await serve(
        limits=replace(HASTY, received=often, requests=often, idle_s=1.0, unread_s=1.0)
    )
    async with guest(site.base) as mika:
        table = (await mika.open())["table"]
    if kind == "answers":
        opened, sent, end = stranger(site.base), GET.replace(b"livez", b"static/long.txt"), b""
    else:
        opened, sent = socket_of(site.base, table), frame(PING, b"." * 125) * 50
        end = frame(8, b"\x03\xe8")
    async with opened as each:
        await fill(site, each, sent)
        each.writer.write(end)
        await empty(site)


@pytest.mark.parametrize(("sent", "status"), [(upgrade(), b" 101 "), (GET, b" 200 ")])
async def test_complete_requests_that_await_their_turns_are_all_answered(
    serve: Serve, sent: bytes, status: bytes
) -> None:
    site = await serve(limits=Limits(silent=4, requests=Rate(100, 0.01)))
    async with AsyncExitStack() as crowd:
        port = int(site.base.rpartition(":")[2])
        # The server neither accepts nor reads anything before this task awaits.
        many = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
        for each in many:
            crowd.callback(each.close)
            each.sendall(sent)
        for each in many:
            reader, writer = await asyncio.open_connection(sock=each)
            crowd.callback(writer.close)
            assert status in await asyncio.wait_for(reader.readline(), PATIENCE_S)
