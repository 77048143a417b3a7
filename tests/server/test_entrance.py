"""Requests that are too long or too many, silent connections, and few file descriptors."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial

import pytest

from chabudai.core import Rng
from chabudai.server import file_limit
from chabudai.server.crowd import Crowd
from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import StartupFailed
from chabudai.server.run import serve as serve_here
from chabudai.server.settings import Settings
from tests.server.forked_servers import Servers
from tests.server.support import Running, Serve, guest, play_on
from tests.support.stranger import stranger

LIVE = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
ORDER = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LONG = b"a" * 40_000
TOO_LONG = {
    "line": b"GET /" + LONG + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "header": b"GET /livez HTTP/1.1\r\nHost: localhost\r\nA: " + LONG + b"\r\n\r\n",
    "headers": b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"A: bcdefgh\r\n" * 5000 + b"\r\n",
    "trailer": ORDER + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"A: bcdefgh\r\n" * 5000,
    "header without end": b"GET /livez HTTP/1.1\r\nA: " + LONG,
}


@pytest.mark.parametrize("part", TOO_LONG)
async def test_a_head_over_32_kib_is_refused(site: Running, part: str) -> None:
    async with stranger(site.base) as wordy:
        wordy.writer.write(TOO_LONG[part])
        said = await wordy.rest()
        assert b" 200 " not in said
        assert said == b"" or b" 431 " in said
    mika = await site.guest()
    cookies = "; ".join(f"c{number}={'x' * 1000}" for number in range(20))
    assert (await mika.http.get("/livez", headers={"Cookie": cookies})).status_code == 200


CALLER = b"X-Forwarded-For: 192.0.2.7\r\n"
CLOSE = b"Connection: close\r\n"
PROXIES = ("127.0.0.0/30",)


def live(*headers: bytes) -> bytes:
    """A request with additional headers."""
    return LIVE[:-2] + b"".join(headers) + b"\r\n"


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
    serve: Serve, said: str, status: bytes
) -> None:
    site = await serve(limits=Limits(requests=Rate(3, 3600.0)), proxies=PROXIES)
    for _ in range(3):
        async with stranger(site.base, "127.0.0.2") as proxy:
            proxy.writer.write(live(CALLER, CLOSE))
            assert b" 200 " in await proxy.rest()
    host = site.base.removeprefix("http://")
    head = f"GET /ws/x HTTP/1.1\r\nHost: {host}\r\nOrigin: {site.base}\r\nUpgrade: websocket"
    head += f"\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: {said}"
    async with stranger(site.base, "127.0.0.2") as proxy:
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        proxy.writer.write(f"{head}\r\n{key}\r\n\r\n".encode())
        assert status in await proxy.reader.readline()
    limited = site.services.metrics.text().decode()
    assert 'ratelimited_total{rule="stored"} 0.0' in limited
    assert ('ratelimited_total{rule="requests"} 1.0' in limited) is (status == b" 429 ")


async def test_silent_connections_lock_no_client_out(serve: Serve) -> None:
    site = await serve(limits=Limits(silent=10))
    async with AsyncExitStack() as crowd:
        silent = [await crowd.enter_async_context(stranger(site.base)) for _ in range(60)]
        for early in silent[:50]:
            assert await early.rest() == b""
        async with guest(site.base) as mika:
            await mika.open()
            silent[-1].writer.write(LIVE)
            assert b" 200 " in await silent[-1].reader.readline()


async def test_only_a_named_proxy_sets_the_caller_and_https(serve: Serve) -> None:
    order = {"game": "word-bank", "name": "M", "seats": 2}
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    site = await serve(proxies=("127.0.0.2", "127.0.1.0/24"))
    for host, named in (("127.0.0.2", True), ("127.0.1.9", True), ("127.0.0.3", False)):
        through = await site.guest(host)
        del through.http.headers["Origin"]
        made = await through.http.post("/api/tables", json=order, headers=said)
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
