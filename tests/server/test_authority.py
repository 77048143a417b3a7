"""Permissions of each role, guest secrets, table codes, and rate limits."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.app import routes
from chabudai.server.credentials import SECRET_BYTES, digest, fits, guest_of, new_code
from chabudai.server.limits import WIDER, Buckets, Limits, Rate, networks
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from tests.server.support import MISSION, ORDER, Guest, Line, Running, Serve, eventually, play_on

YES, NO, HOST = "accepted", "not-now", "not-host"
ROWS: dict[str, tuple[dict[str, Any], tuple[str, str], tuple[str, str]]] = {
    "act": ({"head": 0, "action": {"type": "pass"}}, (NO, NO), ("stale", "stale")),
    "ask": ({"question": {"type": "inputs", "word": "SAFE"}}, (NO, NO), ("answered", "answered")),
    "seat-bot": ({"seat": 2, "level": "easy"}, (YES, HOST), (YES, HOST)),
    "vacate": ({"seat": 2}, (YES, HOST), (YES, HOST)),
    "readmit": ({"name": "Ken"}, (YES, HOST), (YES, HOST)),
    "make-host": ({"seat": 1}, (YES, HOST), (YES, HOST)),
    "request": ({"kind": "host", "seat": 0}, (NO, NO), (NO, NO)),
    "agree": ({"number": 1}, (NO, NO), (NO, NO)),
    "decline": ({"number": 1}, (NO, NO), (NO, NO)),
    "substitute": ({"seat": 0, "level": "easy"}, (NO, NO), (NO, NO)),
    "skip": ({"seat": 0, "head": 0}, (NO, NO), (NO, NO)),
    "leave": ({"level": "easy"}, (YES, YES), (YES, YES)),
    "return": ({}, (YES, YES), (YES, YES)),
    "end": ({}, (NO, HOST), (YES, HOST)),
    "choose": ({"options": {"min_length": 3}}, (YES, HOST), (NO, HOST)),
    "rename": ({"name": "Nami"}, ("name-taken", YES), ("name-taken", YES)),  # a taken name
    "begin": ({"fill": "easy"}, (YES, HOST), (NO, HOST)),
    "again": ({}, (YES, HOST), (NO, NO)),
    "hasten": ({"hasten": True}, (YES, HOST), (YES, HOST)),
    "nudge": ({"seat": 0}, (NO, NO), (NO, NO)),
    "nudges": ({"nudges": False}, (YES, HOST), (YES, HOST)),
    "react": ({"reaction": "wow"}, (YES, YES), (YES, YES)),
    "say": ({"sentence": "hello"}, (YES, YES), (YES, YES)),
    "write": ({"text": "Hi"}, (YES, YES), (NO, NO)),
    "let-talk": ({"talk": False}, (YES, HOST), (YES, HOST)),
    "let-watch": ({"who": "seat"}, (YES, HOST), (YES, HOST)),
    "show-hand": ({"show": True}, (NO, NO), (NO, NO)),
    "end-screens": ({}, (YES, HOST), (YES, HOST)),
    "allow": ({"advice": True}, (YES, YES), (YES, YES)),
    "advise": ({}, (NO, NO), (NO, NO)),
    "show": ({}, (NO, NO), (NO, NO)),
    "cover": ({}, (NO, NO), (NO, NO)),
    "uncover": ({"seat": 1}, (NO, NO), (NO, NO)),
}
"""Each message's fields, and the answers to the host and another seat, in the lobby and in play."""
MESSAGES = {kind: fields for kind, (fields, *_) in ROWS.items()}


def test_every_message_has_a_row() -> None:
    kinds = {str(shape.__struct_config__.tag) for shape in get_args(protocol.FromClient)}
    assert set(ROWS) == kinds - {"ping"}


@pytest.mark.parametrize("begin", [False, True], ids=["lobby", "play"])
async def test_only_permitted_seats_change_a_table(site: Running, *, begin: bool) -> None:
    stranger = await site.guest()
    await stranger.open()
    for kind, (fields, *rows) in ROWS.items():
        host, other = await site.seat(2, seats=3, begin=begin, fill="easy")
        watcher = await stranger.connect(host.table)
        expected = rows[begin]
        for line, wanted in ((watcher, "not-your-seat"), (other, expected[1]), (host, expected[0])):
            before = await site.stored(host.table)
            assert await line.result(type=kind, **fields) == wanted, kind
            if wanted not in (YES, "answered") and not begin:
                assert await site.stored(host.table) == before


async def test_pages_of_other_sites_get_neither_socket_nor_call(site: Running) -> None:
    host = await site.guest()
    made = await host.open()
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
    others = "http://evil.example null http://127.0.0.1.evil.example http://127.0.0.1:1"
    for origin in others.split():
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, origin=Origin(origin))
        assert refused.value.response.status_code == 403
        for path, body in (("tables", {"game": "word-bank"}), ("join", {}), ("qr", {})):
            answer = await host.http.post(f"/api/{path}", json=body, headers={"Origin": origin})
            assert answer.status_code == 403


async def test_secrets_are_kept_hashed_closed_to_scripts_and_cannot_be_made_up(
    site: Running, tmp_path: Any
) -> None:
    host, thief = await site.guests(2)
    answer = await host.http.post("/api/tables", json=ORDER)
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(answer.headers["set-cookie"].split("; "))
    secret = host.http.cookies["guest"]
    assert len(secret) == 43
    assert "set-cookie" not in (await host.http.post("/api/tables", json=ORDER)).headers
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert secret.encode() not in kept
    assert answer.json()["invite"].encode() not in kept
    wish = {"name": "T", "table": answer.json()["table"]}
    for odd in (b"x", b"A" * 43, b"A" * 5000, b"\xe9", b"\xff;;;="):
        headers = [(b"Cookie", b"guest=" + odd)]
        joined = await thief.http.post("/api/join", json=wish, headers=headers)
        assert joined.json()["code"] == "wrong-secret"
        thief.http.cookies.clear()


HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def endpoints() -> Iterator[tuple[str, str]]:
    for route in routes():
        path = getattr(route, "path", "")
        if "{table}" in path and not path.startswith("/ws/"):
            methods = set(getattr(route, "methods", None) or {"GET"}) - {"HEAD"}
            yield from ((method, path) for method in sorted(methods))


async def everything(each: Guest, table: str) -> dict[tuple[str, str], httpx.Response]:
    """Map each endpoint about a table, by method and path, to its answer."""
    found: dict[tuple[str, str], httpx.Response] = {}
    for method, path in endpoints():
        filled = path.format(table=table, step=1, word="SAFE")
        body = {"step": 1, "seat": 0, "name": "Ken"} if method == "POST" else None
        query = {"step": 1} if path.endswith("/why") else None
        found[method, path] = await each.http.request(method, filled, json=body, params=query)
    return found


def fields(line: Line) -> Iterator[str]:
    """Yield, for each kind of message on a socket, its fields with content and its empty fields."""
    for kind in sorted({message["type"] for message in line.messages}):
        came = line.of(kind)
        names = sorted({name for message in came for name in message} - {"type"})
        told = [name for name in names if any(has_content(message[name]) for message in came)]
        yield f"{kind}: {', '.join(told)}"
        if empty := sorted(set(names) - set(told)):
            yield f"{kind}, always empty: {', '.join(empty)}"


def has_content(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", [], {})


async def test_table_address_reveals_exactly_what_the_documentation_lists(
    quick_site: Running,
) -> None:
    (line,) = await quick_site.seat(1, seats=2, begin=False, options={"first_player": 0})
    stranger, table = await quick_site.guest(), line.table
    watcher = await stranger.connect(table)
    before = await everything(stranger, table)
    await line.say(type="seat-bot", seat=1, level="easy")
    await line.say(type="hasten", hasten=True)
    await line.say(type="begin")
    during = await everything(stranger, table)
    await play_on(line, 0, Rng(1))
    await watcher.until(lambda: watcher.lobby["status"] == "over")
    after = await everything(stranger, table)
    listed = [
        f"{method:4} {path:38} "
        + " ".join(str(told[method, path].status_code) for told in (before, during, after))
        for method, path in endpoints()
    ]
    listed += fields(watcher)
    assert "\n".join(["```", *listed, "```"]) in HOSTING.read_text(), "\n".join(listed)


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
    for rule, method, url, body, allowed in (
        ("tables", "POST", "/api/tables", ORDER, 1),
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


def test_a_guests_secret_has_256_bits_and_is_known_again_by_its_digest() -> None:
    secret = Sources().token(SECRET_BYTES)
    assert len(secret) == 43
    assert secret != Sources().token(SECRET_BYTES)
    assert guest_of(request_with("wss", cookie=f"__Host-guest={secret}")) == digest(secret)
    assert guest_of(request_with("https", cookie=f"guest={secret}")) is None
    assert guest_of(request_with("http", cookie=f"guest={secret}x")) is None
    basic = request_with("http", authorization="Basic x", cookie=f"guest={secret}")
    assert guest_of(basic) is not None
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
    # An IPv4 address is one caller, however it is written.
    assert networks("192.0.2.1") == networks("::ffff:192.0.2.1") == ("192.0.2.1",)
    assert networks("::ffff:192.0.2.1") != networks("::ffff:192.0.2.2")
    assert networks("") == ("",)
