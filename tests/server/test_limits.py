"""Limits and losses: readers that do not read, too many, too fast, a database that is away."""

import asyncio
import contextlib
import json
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from chabudai.core import Rng
from chabudai.server.limits import Limits, Rate
from chabudai.server.settings import Settings
from tests.server.support import Running, guest, play_on, running


async def test_a_reader_that_does_not_read_is_closed_and_the_others_play_on(
    tmp_path: Path, static: Path
) -> None:
    wide = Rate(100_000, 0.0001)
    limits = replace(
        Limits(), stalled_s=0.5, received=Rate(10**9, 1e-9), frames=wide, messages=wide
    )
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open(bots=["easy", "easy"], begin=True)
        url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
        cookie = f"guest={mika.http.cookies['guest']}"
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", int(site.base.rpartition(":")[2])))
        async with connect(
            url,
            sock=narrow,
            additional_headers={"Cookie": cookie, "Origin": site.base},
            max_queue=1,
        ) as deaf:
            deaf.transport.pause_reading()
            word = {"type": "ask", "id": "q", "question": {"type": "inputs", "word": "STATEMENTS"}}
            await asyncio.wait_for(flood(deaf, json.dumps(word), site), 30)
            async with mika.line(made["table"]) as line:
                assert (await line.say(type="hasten", hasten=True))["type"] == "accepted"
                deaf.transport.resume_reading()
                with contextlib.suppress(Exception):
                    while True:
                        await asyncio.wait_for(deaf.recv(), 10)
                # 1006: the server did not wait any longer for what it said last to be read.
                assert deaf.close_code in {4008, 1006}
                await play_on(line, 0, Rng(3))
        assert site.services.metrics.slow._value.get() == 1


async def flood(deaf: Any, frame: str, site: Running) -> None:
    """Ask and ask without reading an answer, until the server has had enough."""
    while not site.services.metrics.slow._value.get():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(deaf.send(frame), 0.05)


async def test_sockets_over_a_limit_are_turned_away(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), sockets_at_seat=2, spectators=1)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika, guest(site.base) as ken:
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


async def test_rates_by_address_answer_429(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), tables=Rate(2, 60), misses=Rate(3, 60), drawings=Rate(1, 60))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open()
        await mika.open()
        order = {"game": "word-bank", "name": "M", "seats": 2}
        third = await mika.http.post("/api/tables", json=order)
        assert (third.status_code, third.json()["code"]) == (429, "too-fast")
        assert third.headers["retry-after"]
        async with guest(site.base) as ken:
            for _ in range(3):
                missed = await ken.join(table=made["table"], secret="wrong")
                assert missed.status_code == 403
            right = await ken.join(table=made["table"], secret=made["invite"])
            assert right.status_code == 429
        assert (await mika.http.post("/api/qr", json={"link": site.base})).status_code == 200
        assert (await mika.http.post("/api/qr", json={"link": site.base})).status_code == 429


async def test_wrong_codes_sent_at_once_are_counted_before_they_are_judged(
    tmp_path: Path, static: Path
) -> None:
    limits = replace(Limits(), misses=Rate(5, 3600))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika, guest(site.base) as thief:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            code = (await line.first("lobby"))["code"]
        wrong = [f"{number:04}" for number in range(41) if f"{number:04}" != code][:40]
        answers = await asyncio.gather(*(thief.join(code=each) for each in wrong))
        codes = sorted(answer.json()["code"] for answer in answers)
        assert codes == ["too-fast"] * 35 + ["unknown-table"] * 5
        assert (await thief.join(code=code)).json()["code"] == "too-fast"


async def test_a_right_code_costs_nothing_nor_does_a_full_table(
    tmp_path: Path, static: Path
) -> None:
    limits = replace(Limits(), misses=Rate(1, 3600), wrong_codes=Rate(1, 3600))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open(seats=2, bots=["easy"])
        async with mika.line(made["table"]) as line:
            code = (await line.first("lobby"))["code"]
            for _ in range(3):
                assert (await ken.join(code=code)).json()["code"] == "no-seat"
                link = await ken.join(table=made["table"], secret=made["invite"])
                assert link.json()["code"] == "no-seat"
            await line.say(type="resize", seats=3)
        for _ in range(3):
            assert (await ken.join(code=code)).json()["seat"] == 2


async def test_many_addresses_together_guess_no_faster_and_links_work_all_the_same(
    tmp_path: Path, static: Path
) -> None:
    limits = replace(Limits(), misses=Rate(2, 3600), wrong_codes=Rate(5, 3600))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            code = (await line.first("lobby"))["code"]
        wrong = "0001" if code == "0000" else "0000"
        answers = [
            await join_from(f"127.0.0.{2 + number // 2}", site.base, wrong) for number in range(8)
        ]
        assert answers == ["unknown-table"] * 5 + ["too-fast"] * 3
        assert (await ken.join(code=code)).json()["code"] == "too-fast"
        assert (await ken.join(table=made["table"], secret=made["invite"])).json()["seat"] == 1


async def join_from(address: str, base: str, code: str) -> str:
    """How a code that comes from an address of this machine is refused."""
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    async with httpx.AsyncClient(base_url=base, transport=transport) as http:
        answer = await http.post("/api/join", json={"name": "T", "code": code})
        return str(answer.json()["code"])


async def test_a_queue_that_is_full_says_busy(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), queue=1, frames=Rate(1000, 0.1))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as one, mika.line(made["table"]) as two:
            answers: list[str] = []
            for _ in range(20):
                both = await asyncio.gather(
                    one.say(type="rename", name="A"), two.say(type="rename", name="B")
                )
                answers += [each.get("code", each["type"]) for each in both]
            assert set(answers) == {"accepted", "busy"}


async def test_idle_tables_are_forgotten_and_come_back_when_asked_for(site: Running) -> None:
    async with guest(site.base) as mika:
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
        async with mika.line(made["table"]) as line:
            assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"


async def test_a_long_absence_is_told_from_the_log(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), frames=Rate(1000, 0.1), stories=Rate(1, 3600.0))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, bot_workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open(bots=["easy", "easy"], begin=True)
        for number in range(90):
            async with mika.line(made["table"]) as line:
                answer = await line.say(type="rename", id=f"n{number}", name=f"N{number}")
                assert answer["type"] == "accepted"
            if number == 80:
                break
        async with mika.line(made["table"], since=0) as line:
            update = await line.first("update")
            assert [t["seq"] for t in update["news"]] == list(range(1, update["seq"] + 1))
        async with mika.line(made["table"], since=0) as line:
            again = await line.first("update")
            assert (again["news"], again["view"]) == ([], update["view"])


async def test_a_database_that_is_away_is_told_and_play_goes_on_when_it_is_back(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    from chabudai.server.store import base, commit

    def gone(*_: object) -> None:
        raise OperationalError("", {}, OSError("gone"))

    async with guest(site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            monkeypatch.setattr(commit, "put", gone)
            monkeypatch.setattr(base, "beat", gone)
            answer = await line.say(type="rename", id="again", name="Nami")
            assert answer["code"] == "unstored"
            assert (await mika.http.get("/readyz")).status_code == 503
            assert (await mika.http.get("/livez")).status_code == 200
            monkeypatch.undo()
            answer = await line.say(type="rename", id="again2", name="Nami")
            assert answer["type"] == "accepted"
            assert (await mika.http.get("/readyz")).status_code == 200
