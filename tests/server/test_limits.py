"""Limits and outages: clients that do not read, excessive requests, and a lost database."""

import asyncio
import contextlib
import json
import socket
import time
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from chabudai.core import Rng
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.server.limits import Limits, Rate
from tests.server.support import Running, Serve, play_on

MISSION = msgspec.to_builtins(mission_named("buddy/3"))


async def test_a_reader_that_does_not_read_is_closed_and_the_others_play_on(serve: Serve) -> None:
    wide, much = Rate(100_000, 0.0001), Rate(10**9, 1e-9)
    limits = Limits(stalled_s=0.5, unread_s=600.0, received=much, frames=wide, messages=wide)
    site = await serve(limits=limits)
    for listening in site.host.servers[0].sockets:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    mika = await site.guest()
    made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 0})
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
    headers = {"Cookie": f"guest={mika.http.cookies['guest']}", "Origin": site.base}
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", int(site.base.rpartition(":")[2])))
    async with connect(
        url, sock=narrow, additional_headers=headers, max_queue=1, ping_interval=None
    ) as deaf:
        deaf.transport.pause_reading()
        await asyncio.wait_for(flood(deaf, site), 200)
        line = await mika.connect(made["table"])
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
    for _ in range(500):
        if not site.services.addresses:
            break
        await asyncio.sleep(0.01)
    assert not site.services.addresses


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
    mika, thief = await (await serve(limits=Limits(misses=Rate(5, 3600)))).guests(2)
    async with mika.line((await mika.open())["table"]) as line:
        code = (await line.first("lobby"))["code"]
    wrong = [f"{number:04}" for number in range(41) if f"{number:04}" != code][:40]
    answers = await asyncio.gather(*(thief.join(code=each) for each in wrong))
    codes = sorted(answer.json()["code"] for answer in answers)
    assert codes == ["too-fast"] * 35 + ["unknown-table"] * 5
    assert (await thief.join(code=code)).json()["code"] == "too-fast"


async def test_a_right_code_costs_nothing_nor_does_a_full_table(serve: Serve) -> None:
    site = await serve(limits=Limits(misses=Rate(1, 3600), wrong_codes=Rate(1, 3600)))
    mika, ken = await site.guests(2)
    made = await mika.open(seats=5, bots=["easy"] * 4)
    async with mika.line(made["table"]) as line:
        code = (await line.first("lobby"))["code"]
        for _ in range(3):
            assert (await ken.join(code=code)).json()["code"] == "no-seat"
            link = await ken.join(table=made["table"], secret=made["invite"])
            assert link.json()["code"] == "no-seat"
        await line.say(type="vacate", seat=4)
    for _ in range(3):
        assert (await ken.join(code=code)).json()["seat"] == 4


async def test_many_addresses_together_guess_no_faster_and_links_work_all_the_same(
    serve: Serve,
) -> None:
    site = await serve(limits=Limits(misses=Rate(2, 3600), wrong_codes=Rate(5, 3600)))
    mika, ken = await site.guests(2)
    made = await mika.open()
    async with mika.line(made["table"]) as line:
        code = (await line.first("lobby"))["code"]
    wrong = "0001" if code == "0000" else "0000"
    answers = [
        (await (await site.guest(f"127.0.0.{2 + number // 2}")).join(code=wrong)).json()["code"]
        for number in range(8)
    ]
    assert answers == ["unknown-table"] * 5 + ["too-fast"] * 3
    assert (await ken.join(code=code)).json()["code"] == "too-fast"
    assert (await ken.join(table=made["table"], secret=made["invite"])).json()["seat"] == 1


async def test_idle_tables_are_forgotten_and_come_back_when_asked_for(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open(name="Nami")
    services = site.services
    async with mika.line(made["table"]) as line:
        await line.first("lobby")
        await services.watchdog.check(time.monotonic() + 3600)
        assert made["table"] in services.registry._tables
    (live,) = services.registry.all()
    while live.guests.followers:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0.01)
    await services.watchdog.check(time.monotonic() + 3600)
    assert made["table"] not in services.registry._tables
    line = await mika.connect(made["table"])
    assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"
