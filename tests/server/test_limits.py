"""Guest secrets, table codes, rate limits, and clients that do not read."""

import asyncio
import contextlib
import json
import socket
from itertools import count
from types import SimpleNamespace
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect

from chabudai.core import Rng
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.server.credentials import SECRET_BYTES, digest, fits, guest_of, new_code
from chabudai.server.limits import WIDER, Buckets, Limits, Rate, networks
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from tests.server.support import Running, Serve, eventually, play_on

MISSION = msgspec.to_builtins(mission_named("buddy/3"))


async def test_a_reader_that_does_not_read_is_closed_and_the_others_play_on(serve: Serve) -> None:
    wide, much = Rate(100_000, 0.0001), Rate(10**9, 1e-9)
    limits = Limits(stalled_s=0.5, unread_s=600.0, received=much, frames=wide, messages=wide)
    site = await serve(limits=limits)
    for listening in site.host.servers[0].sockets:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    (line,) = await site.seat(1, seats=2, bots=["easy"], options={"first_player": 0})
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{line.table}"
    headers = {"Cookie": f"guest={line.who.http.cookies['guest']}", "Origin": site.base}
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", int(site.base.rpartition(":")[2])))
    async with connect(
        url, sock=narrow, additional_headers=headers, max_queue=1, ping_interval=None
    ) as deaf:
        deaf.transport.pause_reading()
        await asyncio.wait_for(flood(deaf, site), 200)
        await line.accept(type="hasten", hasten=True)
        deaf.transport.resume_reading()
        with contextlib.suppress(Exception):
            while True:
                await asyncio.wait_for(deaf.recv(), 10)
        # Code 1006: the server does not wait until its last frames have been read.
        assert deaf.close_code in {4008, 1006}
        await play_on(line, 0, Rng(3))
    assert site.services.metrics.slow._value.get() == 1


async def flood(deaf: Any, site: Running) -> None:
    """Send commands with long answers, without reading, until the server closes the connection."""
    for number in count():
        if site.services.metrics.slow._value.get():
            return
        hasten = {"type": "hasten", "id": f"{number}", "hasten": number % 2 == 0}
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(deaf.send(json.dumps(hasten)), 0.05)


async def test_sockets_over_a_limit_are_turned_away(serve: Serve) -> None:
    site = await serve(limits=Limits(sockets_at_seat=2, spectators=1))
    mika, ken = await site.guests(2)
    made = await mika.open()
    async with mika.line(made["table"]) as one, mika.line(made["table"]) as two:
        await one.first("lobby")
        await two.first("lobby")
        async with mika.line(made["table"]) as three:
            assert await three.closing() == 1013
        async with ken.line(made["table"]) as watcher:
            await watcher.first("lobby")
            async with ken.line(made["table"]) as more:
                assert await more.closing() == 1013
    await eventually(lambda: not site.services.addresses)


async def test_requests_beyond_the_rate_of_an_address_answer_429(serve: Serve) -> None:
    once, twice = Rate(1, 3600), Rate(2, 3600)
    site = await serve(
        limits=Limits(tables=twice, words=twice, misses=Rate(3, 60), jobs=once, drawings=once)
    )
    (line,) = await site.seat(1, seats=2, bots=["easy"], options={"first_player": 1})
    await line.turn(0)
    mika, path = line.who, f"/api/tables/{line.table}"
    order = {"game": "word-bank", "name": "M", "seats": 2}
    for rule, method, url, body, allowed in (
        ("tables", "POST", "/api/tables", order, 1),
        ("tables", "POST", "/api/transcripts", None, 0),
        ("tables", "POST", f"{path}/play-on", {"step": 0, "seat": 0, "name": "M"}, 0),
        ("jobs", "GET", f"{path}/why?seq={line.update['seq']}", None, 1),
        ("jobs", "POST", "/api/studio/kakapo", MISSION, 1),
        ("words", "GET", f"{path}/words", None, 2),
        ("drawings", "POST", "/api/qr", {"link": site.base}, 1),
    ):
        for _ in range(allowed):
            assert (await mika.http.request(method, url, json=body)).status_code == 200, url
        answer = await mika.http.request(method, url, json=body)
        assert answer.status_code == 429, (rule, url)
        assert answer.headers["retry-after"]
    ken = await site.guest()
    for _ in range(3):
        assert (await ken.join(table=line.table, secret="wrong")).status_code == 403
    assert (await ken.join(table=line.table, secret=line.invite)).status_code == 429


async def test_simultaneous_wrong_codes_are_counted_before_they_are_checked(serve: Serve) -> None:
    site = await serve(limits=Limits(misses=Rate(5, 3600)))
    (line,) = await site.seat(1, seats=2, begin=False)
    thief, code = await site.guest(), (await line.first("lobby"))["code"]
    wrong = [f"{number:04}" for number in range(41) if f"{number:04}" != code][:40]
    answers = await asyncio.gather(*(thief.join(code=each) for each in wrong))
    codes = sorted(answer.json()["code"] for answer in answers)
    assert codes == ["too-fast"] * 35 + ["unknown-table"] * 5
    assert (await thief.join(code=code)).json()["code"] == "too-fast"


async def test_a_right_code_costs_nothing_nor_does_a_full_table(serve: Serve) -> None:
    site = await serve(limits=Limits(misses=Rate(1, 3600), wrong_codes=Rate(1, 3600)))
    (line,) = await site.seat(1, seats=5, bots=["easy"] * 4, begin=False)
    ken, code = await site.guest(), (await line.first("lobby"))["code"]
    for _ in range(3):
        for wish in ({"code": code}, {"table": line.table, "secret": line.invite}):
            assert (await ken.join(**wish)).json()["code"] == "no-seat"
    await line.say(type="vacate", seat=4)
    for _ in range(3):
        assert (await ken.join(code=code)).json()["seat"] == 4


async def test_many_addresses_together_guess_no_faster_and_links_work_all_the_same(
    serve: Serve,
) -> None:
    site = await serve(limits=Limits(misses=Rate(2, 3600), wrong_codes=Rate(5, 3600)))
    (line,) = await site.seat(1, seats=2, begin=False)
    ken, code = await site.guest(), (await line.first("lobby"))["code"]
    wrong = "0001" if code == "0000" else "0000"
    answers = [
        (await (await site.guest(f"127.0.0.{2 + number // 2}")).join(code=wrong)).json()["code"]
        for number in range(8)
    ]
    assert answers == ["unknown-table"] * 5 + ["too-fast"] * 3
    assert (await ken.join(code=code)).json()["code"] == "too-fast"
    assert (await ken.join(table=line.table, secret=line.invite)).json()["seat"] == 1


# --- without a network


def test_a_guests_secret_has_256_bits_and_is_known_again_by_its_digest() -> None:
    secret = Sources().token(SECRET_BYTES)
    assert len(secret) == 43
    assert secret != Sources().token(SECRET_BYTES)
    assert guest_of(request_with("http", cookie=f"guest={secret}")) == digest(secret)
    assert guest_of(request_with("wss", cookie=f"__Host-guest={secret}")) == digest(secret)
    assert guest_of(request_with("https", cookie=f"guest={secret}")) is None
    assert guest_of(request_with("http", cookie=f"guest={secret}x")) is None
    assert guest_of(request_with("http")) is None
    assert guest_of(request_with("http", authorization=f"Bearer {secret}")) == digest(secret)
    assert (
        guest_of(request_with("http", authorization="Bearer x", cookie=f"guest={secret}")) is None
    )
    assert (
        guest_of(request_with("http", authorization="Basic x", cookie=f"guest={secret}"))
        is not None
    )
    assert fits(secret, digest(secret))
    assert not fits(secret[:-1], digest(secret))


def request_with(scheme: str, **headers: str) -> HTTPConnection:
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    app = SimpleNamespace(state=SimpleNamespace(services=SimpleNamespace(settings=Settings(db=""))))
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": pairs, "app": app})


def test_a_code_is_one_that_is_free_and_has_six_digits_while_many_are_in_use() -> None:
    few = {f"{number:04}" for number in range(99)}
    rng = Rng(1)
    assert all(len(new_code(rng, few) or "") == 4 for _ in range(50))
    many = few | {"9999"}
    codes = [new_code(rng, many) for _ in range(50)]
    assert all(code and len(code) == 6 and code.isdecimal() for code in codes)
    later = {f"{number:06}" for number in range(9_999)}
    assert len(new_code(rng, later) or "") == 4
    most = many | later
    for _ in range(400):
        assert new_code(rng, few) not in few
        assert new_code(rng, most) not in later
    assert new_code(rng, most | {"999999"}) is None


def test_a_bucket_empties_and_fills_with_time() -> None:
    now, refused = [100.0], list[None]()
    buckets = Buckets(Rate(3, 2.0), lambda: now[0], lambda: refused.append(None))
    for later, taken in ((100.0, 3), (101.9, 0), (102.0, 1), (1000.0, 3)):
        now[0] = later
        assert [buckets.take(("a",)) for _ in range(4)] == [True] * taken + [False] * (4 - taken)
    assert len(refused) == 9


def test_a_returned_token_can_be_used_again_up_to_the_limit_of_its_address() -> None:
    buckets = Buckets(Rate(burst=2, each_s=10.0), lambda: 0.0)
    assert buckets.take(("a",))
    for _ in range(2):
        buckets.spend(("a",), -1)
    assert [buckets.take(("a",)) for _ in range(3)] == [True, True, False]
    assert buckets.take(("b",))


def test_an_ipv6_customer_with_many_networks_counts_as_one_caller() -> None:
    home, other = "2001:db8:0:1::1", "2001:db8:0:2::1"
    assert networks(home) == networks("2001:db8:0:1::ffff")
    assert networks(home)[0] != networks(other)[0]
    assert networks(home)[1] == networks(other)[1] != networks("2001:db8:1:1::1")[1]
    buckets = Buckets(Rate(3, 10.0), lambda: 0.0)
    tried = [networks(f"2001:db8:0:{n:x}::1") for n in range(100) for _ in range(4)]
    assert sum(map(buckets.take, tried)) == 3 * WIDER
    assert buckets.take(networks("2001:db8:1::1"))


def test_an_ipv4_address_is_one_caller_however_it_is_written() -> None:
    assert networks("192.0.2.1") == networks("::ffff:192.0.2.1") == ("192.0.2.1",)
    assert networks("::ffff:192.0.2.1") != networks("::ffff:192.0.2.2")
    assert networks("") == ("",)
