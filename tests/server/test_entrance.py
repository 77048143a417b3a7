"""Requests that never come to an end, or are too long, and crowds that say nothing."""

import asyncio
import contextlib
import socket
import subprocess
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest

from chabudai.core import Rng
from chabudai.server import file_limit
from chabudai.server.crowd import Crowd
from chabudai.server.limits import Limits, Rate
from chabudai.server.settings import Settings
from tests.server.support import (
    Running,
    few_files,
    guest,
    play_on,
    running,
    running_with_few_files,
)
from tests.support.stranger import Stranger, stranger

LIVE = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
ORDER = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UNFINISHED = {
    "nothing": b"",
    "a line": b"GET /livez HT",
    "a header": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: ",
    "a body": ORDER + b'Content-Length: 50\r\n\r\n{"name"',
    "chunks": ORDER + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    "an upgrade": b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n",
    "a second request": LIVE + b"GET /livez",
}
LONG = b"a" * 40_000
TOO_LONG = {
    "line": b"GET /" + LONG + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "header": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: " + LONG + b"\r\n\r\n",
    "headers": b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"A: bcdefgh\r\n" * 5000 + b"\r\n",
    "trailer": ORDER + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"A: bcdefgh\r\n" * 5000,
    "header without end": b"GET /livez HTTP/1.1\r\nA: " + LONG,
}


@pytest.mark.parametrize("begun", UNFINISHED)
async def test_a_request_that_does_not_come_to_an_end_is_ended(
    tmp_path: Path, static: Path, begun: str
) -> None:
    limits = replace(Limits(), request_s=0.2, idle_s=0.2)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, stranger(site.base) as slow:
        slow.writer.write(UNFINISHED[begun])
        dripping = asyncio.create_task(drip(slow, b"1" if begun in ("a header", "a body") else b""))
        said = await slow.rest()
        dripping.cancel()
        assert said.count(b"HTTP/1.1 200") == (begun == "a second request")
        assert b" 408 " in said or begun in ("a body", "chunks", "a second request")
        assert site.services.metrics.faults._value.get() == 0


async def drip(slow: Stranger, what: bytes) -> None:
    """Send a byte now and then, so that the connection is never silent for long."""
    with contextlib.suppress(ConnectionError):
        while slow.writer.transport.get_write_buffer_size() == 0:
            await asyncio.sleep(0.05)
            slow.writer.write(what)


@pytest.mark.parametrize("part", TOO_LONG)
async def test_a_head_over_32_kib_is_not_taken(site: Running, part: str) -> None:
    async with stranger(site.base) as wordy:
        wordy.writer.write(TOO_LONG[part])
        said = await wordy.rest()
        assert b" 200 " not in said
        assert said == b"" or b" 431 " in said
    async with guest(site.base) as mika:
        cookies = "; ".join(f"c{number}={'x' * 1000}" for number in range(20))
        assert (await mika.http.get("/livez", headers={"Cookie": cookies})).status_code == 200


@pytest.mark.parametrize("proxied", [False, True])
async def test_requests_of_one_address_are_counted_also_when_they_come_all_at_once(
    tmp_path: Path, static: Path, proxied: bool
) -> None:
    limits = replace(Limits(), requests=Rate(20, 3600.0))
    proxies = ("127.0.0.0/30",) if proxied else ()
    settings = Settings(
        db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits, proxies=proxies
    )
    live = LIVE.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
    async with running(settings) as site:
        async with stranger(site.base, "127.0.0.2") as hasty:
            hasty.writer.write(
                live * 50 + live.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            )
            said = await hasty.rest()
            assert said.count(b"HTTP/1.1 200") == 20
            assert said.count(b"HTTP/1.1 429") == (31 if proxied else 1)
        async with stranger(site.base, "127.0.0.2") as again:
            again.writer.write(live.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert b" 429 " in await again.rest()
        async with stranger(site.base, "127.0.0.3" if proxied else "127.0.0.4") as other:
            other.writer.write(LIVE)
            assert b" 200 " in await other.reader.readline()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("192.0.2.7", b" 429 "),
        ("192.0.2.7:4711", b" 429 "),
        ("198.51.100.1, 192.0.2.7", b" 429 "),
        ("192.0.2.7, 127.0.0.1", b" 429 "),
        ("192.0.2.8", b" 101 "),
        ("[2001:db8::1]:4711", b" 101 "),
    ],
)
async def test_sockets_behind_a_proxy_are_counted_before_they_are_opened(
    tmp_path: Path, static: Path, said: str, status: bytes
) -> None:
    settings = Settings(
        db=f"{tmp_path}/x.db",
        static=static,
        bot_workers=1,
        limits=replace(Limits(), requests=Rate(3, 3600.0)),
        proxies=("127.0.0.0/30",),
    )
    end = b"\r\nX-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n\r\n"
    async with running(settings) as site:
        for _ in range(3):
            async with stranger(site.base, "127.0.0.2") as proxy:
                proxy.writer.write(LIVE.replace(b"\r\n\r\n", end))
                assert b" 200 " in await proxy.rest()
        host = site.base.removeprefix("http://")
        head = f"GET /ws/x HTTP/1.1\r\nHost: {host}\r\nOrigin: {site.base}\r\nUpgrade: websocket"
        head += f"\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: {said}"
        async with stranger(site.base, "127.0.0.2") as proxy:
            key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
            proxy.writer.write(f"{head}\r\n{key}\r\n\r\n".encode())
            assert status in await proxy.reader.readline()
        limited = site.services.metrics.text().decode()
        assert ('ratelimited_total{rule="requests"} 1.0' in limited) is (status == b" 429 ")


async def test_silent_connections_shut_nobody_out(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), silent=10)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, AsyncExitStack() as crowd:
        silent = [await crowd.enter_async_context(stranger(site.base)) for _ in range(60)]
        for early in silent[:50]:
            assert await early.rest() == b""
        async with guest(site.base) as mika:
            await mika.open()
            silent[-1].writer.write(LIVE)
            assert b" 200 " in await silent[-1].reader.readline()


async def test_a_crowd_that_comes_at_once_and_has_said_what_it_wants_is_answered(
    tmp_path: Path, static: Path
) -> None:
    limits = replace(Limits(), silent=4, requests=Rate(100, 0.01))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, AsyncExitStack() as crowd:
        host, port = site.base.removeprefix("http://").split(":")
        # Nothing is accepted or read before this task waits.
        came = [socket.create_connection((host, int(port))) for _ in range(20)]
        for each in came:
            crowd.callback(each.close)
            each.sendall(LIVE)
        for each in came:
            reader, writer = await asyncio.open_connection(sock=each)
            crowd.callback(writer.close)
            assert b" 200 " in await reader.readline()


async def test_where_there_is_no_room_the_oldest_silent_connection_goes(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_limit, "raise_file_limit", lambda: 4 * 20)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1)
    async with running(settings) as site, AsyncExitStack() as crowd:
        for number in range(60):
            await crowd.enter_async_context(stranger(site.base, f"127.0.0.{number % 6 + 2}"))
        async with guest(site.base) as mika:
            made = await mika.open()
            async with mika.line(made["table"]) as line:
                await line.first("lobby")
                assert len(site.host.server_state.connections) <= 21


async def test_a_named_proxy_says_who_calls_and_that_it_was_over_tls(
    tmp_path: Path, static: Path
) -> None:
    settings = Settings(
        db=f"{tmp_path}/x.db", static=static, bot_workers=1, proxies=("127.0.0.2", "127.0.1.0/24")
    )
    order = {"game": "word-bank", "name": "M", "seats": 2}
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    async with running(settings) as site:
        for host, named in (("127.0.0.2", True), ("127.0.1.9", True), ("127.0.0.3", False)):
            transport = httpx.AsyncHTTPTransport(local_address=host)
            async with httpx.AsyncClient(base_url=site.base, transport=transport) as through:
                made = await through.post("/api/tables", json=order, headers=said)
                cookie = made.headers["set-cookie"]
                assert ("; Secure" in cookie) is named
                assert cookie.startswith("__Host-guest=" if named else "guest=")
                assert ("strict-transport-security" in made.headers) is named
        callers = site.services.rates["tables"].by_network
        assert set(callers) == {"192.0.2.7", "127.0.0.3"}


def test_the_file_limit_is_raised_as_far_as_the_system_lets_us() -> None:
    resource = pytest.importorskip("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = file_limit.FILES if hard == resource.RLIM_INFINITY else min(file_limit.FILES, hard)
    assert file_limit.raise_file_limit() >= wanted
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= wanted


async def test_where_few_files_may_be_open_those_who_are_in_play_on(
    tmp_path: Path, static: Path
) -> None:
    few = running_with_few_files(file_limit.LEAST_FILES, tmp_path, static)
    async with few as base, guest(base) as mika, AsyncExitStack() as crowd:
        made = await mika.open(seats=2, bots=["easy"], begin=True)
        async with mika.line(made["table"]) as line:
            for _ in range(3 * file_limit.LEAST_FILES):
                await crowd.enter_async_context(stranger(base))
            await line.say(type="hasten", hasten=True)
            assert await play_on(line, 0, Rng(1), moves=3) == 3
            await crowd.aclose()
            async with mika.line(made["table"]) as another:
                assert (await another.say(type="rename", name="Nami"))["type"] == "accepted"


def test_where_hardly_any_file_may_be_open_a_server_says_so(tmp_path: Path, static: Path) -> None:
    command = few_files(file_limit.LEAST_FILES - 1, tmp_path, static)
    said = subprocess.run(command, capture_output=True, check=False).stderr.decode()
    assert "StartupFailed: Only 63 files may be open at once here, and a server needs 64" in said


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
