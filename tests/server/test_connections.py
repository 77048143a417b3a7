"""Connections that have not reached the application: deadlines, limits, counts and answers."""

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from chabudai.core import Rng
from chabudai.server import file_limit
from chabudai.server.crowd import Crowd
from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import serve as serve_here
from chabudai.server.settings import Settings
from tests.server.forked_servers import Servers
from tests.server.support import ORDER, PATIENCE_S, Running, Serve, eventually, guest, play_on
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
    key: bytes = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
) -> bytes:
    """Return a request for a WebSocket at a nonexistent table."""
    fixed = (b"Host: localhost", b"Upgrade: websocket", b"Connection: Upgrade")
    return b"\r\n".join((line, *fixed, b"Sec-WebSocket-Version: 13", key, *extra, b"", b""))


class State(NamedTuple):
    """Bytes sent by a client, the last answer or b"", and the bytes that a slow client repeats."""

    sends: tuple[bytes, ...]
    answer: bytes = b""
    drip: bytes = b""


H2C = b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked"
STATES = {
    "silent": State((b"",), b"408"),
    "half a request line": State((b"GET /livez HT",), b"408"),
    "a slow head": State((GET[:-2] + b"A: ",), b"408", b"a"),
    "blank lines": State((b"\r\n",), b"408", b"\r\n"),
    "half a body": State((POST + b'Content-Length: 50\r\n\r\n{"name"',)),
    "a slow body": State((POST + b'Content-Length: 50\r\n\r\n{"name"',), b"", b"a"),
    "half a chunk": State((POST + CHUNKED + b"\r\n\r\n5\r\n{",)),
    "a promised body": State((POST + b"Content-Length: 5\r\nExpect: 100-continue\r\n\r\n",)),
    "nothing after an answer": State((GET,), b"200"),
    "blank lines after an answer": State((GET, b"\r\n"), b"408"),
    "half a request after an answer": State((GET, b"GET /livez"), b"408"),
    "a body after its answer": State((UNREAD_POST, b"12345"), b"408"),
    "half a body after its answer": State((UNREAD_POST, b"123"), b""),
    "a request and half of one": State((GET + GET[:-2],), b"200"),
    "requests before an upgrade": State((GET * 2 + upgrade(),)),
    "an upgrade after an answer": State((GET, upgrade()), b"101"),
    "a failed upgrade after an answer": State((GET, upgrade(key=b"A: b")), b"400"),
    "half an upgrade": State((upgrade()[:-2],), b"408"),
    "an upgrade with a body": State((upgrade(b"Content-Length: 5") + b"12345",), b"408"),
    "an upgrade without its body": State((upgrade(b"Content-Length: 5"),), b"408"),
    "an upgrade with an empty body": State((upgrade(b"Content-Length: 0"),), b"101"),
    "an upgrade in chunks": State((upgrade(CHUNKED) + b"0\r\n\r\n",), b"408"),
    "an upgrade with an encoding": State((upgrade(b"Transfer-Encoding: gzip"),), b"408"),
    "an upgrade with a long header": State((upgrade(b"A: " + b"a" * 9000),), b"4"),
    "an upgrade without a key": State((upgrade(key=b"A: b"),), b"400"),
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


async def converse(each: Stranger, state: State) -> bytes:
    """Send the parts of a state, each after the answer to the previous part. Return the answers."""
    said = b""
    with suppress(ConnectionError):
        for sent in state.sends[:-1]:
            each.writer.write(sent)
            said += await asyncio.wait_for(each.reader.read(65_536), PATIENCE_S)
        each.writer.write(state.sends[-1])
    return said


async def drip(each: Stranger, what: bytes) -> None:
    while not each.writer.is_closing():
        each.writer.write(what)
        await asyncio.sleep(0.05)


async def last_answer(site: Running, state: State) -> bytes:
    """Enter a state, and wait until the connection closes. Return the start of the last answer."""
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
    await eventually(lambda: not site.host.server_state.connections)
    assert site.faults == 0


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
                async with guest(site.base) as mika:
                    line = await mika.connect((await mika.open())["table"])
                    await line.accept(type="rename", name="Nami")
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
        await eventually(lambda: not site.host.server_state.connections)


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


LONG = b"a" * 40_000
TOO_LONG = {
    "line": b"GET /" + LONG + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "header": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: " + LONG + b"\r\n\r\n",
    "headers": b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"A: bcdefgh\r\n" * 5000 + b"\r\n",
    "trailer": POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"A: bcdefgh\r\n" * 5000,
    "header without end": b"GET /livez HTTP/1.1\r\nA: " + LONG,
}


async def test_a_head_over_32_kib_is_refused(site: Running) -> None:
    for part, sent in TOO_LONG.items():
        async with stranger(site.base) as wordy:
            wordy.writer.write(sent)
            said = await wordy.rest()
            assert b" 200 " not in said, part
            assert said == b"" or b" 431 " in said, part
    mika = await site.guest()
    cookies = "; ".join(f"c{number}={'x' * 1000}" for number in range(20))
    assert (await mika.http.get("/livez", headers={"Cookie": cookies})).status_code == 200


CALLER = b"X-Forwarded-For: 192.0.2.7\r\n"
CLOSE = b"Connection: close\r\n"
PROXIES = ("127.0.0.0/30",)


def live(*headers: bytes) -> bytes:
    return GET[:-2] + b"".join(headers) + b"\r\n"


@pytest.mark.parametrize("proxies", [(), PROXIES])
async def test_pipelined_requests_of_one_address_are_counted(
    serve: Serve, proxies: tuple[str, ...]
) -> None:
    site = await serve(limits=Limits(requests=Rate(20, 3600.0)), proxies=proxies)
    async with stranger(site.base, "127.0.0.2") as hasty:
        hasty.writer.write(live(CALLER) * 50 + live(CALLER, CLOSE))
        said = await hasty.rest()
        assert said.count(b"HTTP/1.1 200") == 20
        assert said.count(b"HTTP/1.1 429") == (31 if proxies else 1)
    async with stranger(site.base, "127.0.0.2") as again:
        again.writer.write(live(CALLER, CLOSE))
        assert b" 429 " in await again.rest()
    async with stranger(site.base, "127.0.0.3" if proxies else "127.0.0.4") as other:
        other.writer.write(GET)
        assert b" 200 " in await other.reader.readline()


async def test_sockets_behind_a_proxy_are_counted_before_they_are_opened(serve: Serve) -> None:
    site = await serve(limits=Limits(requests=Rate(3, 3600.0)), proxies=PROXIES)
    for _ in range(3):
        async with stranger(site.base, "127.0.0.2") as proxy:
            proxy.writer.write(live(CALLER, CLOSE))
            assert b" 200 " in await proxy.rest()
    host = site.base.removeprefix("http://")
    head = f"GET /ws/x HTTP/1.1\r\nHost: {host}\r\nOrigin: {site.base}\r\nUpgrade: websocket"
    head += "\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
    head += "\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Forwarded-For: "
    lines = "198.51.100.1\r\nX-Forwarded-For: 192.0.2.7"
    same = (lines, "192.0.2.7", "192.0.2.7:4711", "198.51.100.1, 192.0.2.7", "192.0.2.7, 127.0.0.1")
    for said in (*same, "192.0.2.8", "[2001:db8::1]:4711"):
        async with stranger(site.base, "127.0.0.2") as proxy:
            proxy.writer.write(f"{head}{said}\r\n\r\n".encode())
            status = b" 429 " if said in same else b" 101 "
            assert status in await proxy.reader.readline(), said
    limited = site.services.metrics.text().decode()
    assert 'ratelimited_total{rule="stored"} 0.0' in limited
    assert f'ratelimited_total{{rule="requests"}} {len(same)}.0' in limited


async def test_only_a_named_proxy_sets_the_caller_and_https(serve: Serve) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    site = await serve(proxies=("127.0.0.2", "127.0.1.0/24"))
    for host, named in (("127.0.0.2", True), ("127.0.1.9", True), ("127.0.0.3", False)):
        through = await site.guest(host)
        del through.http.headers["Origin"]
        made = await through.http.post("/api/tables", json=ORDER, headers=said)
        cookie = made.headers["set-cookie"]
        assert ("; Secure" in cookie) is named
        assert cookie.startswith("__Host-guest=" if named else "guest=")
        assert ("strict-transport-security" in made.headers) is named
    assert set(site.services.rates["tables"].by_network) == {"192.0.2.7", "127.0.0.3"}


def test_the_file_limit_is_raised_as_far_as_the_system_lets_us() -> None:
    resource = pytest.importorskip("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = file_limit.FILES if hard == resource.RLIM_INFINITY else min(file_limit.FILES, hard)
    assert file_limit.raise_file_limit() >= wanted
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= wanted


async def test_guests_play_on_though_strangers_use_up_the_open_files(forked: Servers) -> None:
    base = await forked.start(f"files={file_limit.LEAST_FILES}")
    async with guest(base) as mika, AsyncExitStack() as crowd:
        made = await mika.open(seats=2, bots=["easy"], begin=True)
        line = await mika.connect(made["table"])
        for _ in range(3 * file_limit.LEAST_FILES):
            await crowd.enter_async_context(stranger(base))
        await line.say(type="hasten", hasten=True)
        assert await play_on(line, 0, Rng(1), moves=3) == 3
        await crowd.aclose()
        await (await mika.connect(made["table"])).accept(type="rename", name="Nami")


def test_a_server_refuses_to_start_with_too_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    few = file_limit.LEAST_FILES - 1
    monkeypatch.setattr(file_limit, "raise_file_limit", lambda: few)
    said = f"^Only {few} files may be open at a time, but a server needs {few + 1}"
    with pytest.raises(StartupFailed, match=said):
        serve_here(port=0, settings=Settings(db="x.db"))


async def test_silent_connections_lock_no_client_out(serve: Serve) -> None:
    site = await serve(limits=Limits(silent=10))
    async with AsyncExitStack() as crowd:
        silent = [await crowd.enter_async_context(stranger(site.base)) for _ in range(60)]
        for early in silent[:50]:
            assert await early.rest() == b""
        async with guest(site.base) as mika:
            await mika.open()
            silent[-1].writer.write(GET)
            assert b" 200 " in await silent[-1].reader.readline()


async def test_addresses_take_turns_one_per_cycle_of_the_loop() -> None:
    crowd, entered = Crowd(Limits(), 20, {}), list[str]()
    for wish in ("many 1", "many 2", "many 3", "other"):
        crowd.take_turn(wish.split()[0], partial(entered.append, wish))
    seen: list[int] = []
    while len(entered) < 4:
        seen.append(len(entered))
        await asyncio.sleep(0)
    assert seen[-3:] == [1, 2, 3]
    assert entered == ["many 1", "other", "many 2", "many 3"]
