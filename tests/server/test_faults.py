"""What goes wrong: lost answers, dead thinkers, lost hints, readers that do not read, outages."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from chabudai.core import Rng
from chabudai.server import bots, clocks, hub
from chabudai.server.house import Settings
from chabudai.server.limits import Limits, Rate
from chabudai.server.sources import Sources
from tests.server.support import Guest, Line, Running, guest, play_on, running, sampled


async def entries(server: Running, table_id: str) -> Any:
    table = await server.house.store.load(table_id)
    assert table is not None
    return table, await server.house.store.entries(table, 0, table.head)


async def test_each_command_sent_several_times_over_two_sockets_is_done_once(
    mika: Guest, server: Running
) -> None:
    dice = random.Random(7)
    made = await mika.open(bots=["easy"], seats=2, begin=True)
    done: dict[str, set[int]] = {}
    async with mika.line(made["table"]) as one, mika.line(made["table"]) as two:
        await one.say(type="hasten", hasten=True)
        number = 0
        while update := await one.turn(0):
            number += 1
            name = f"move{number}"
            command = {
                "type": "act",
                "id": name,
                "head": update["seq"],
                "action": sampled(update, 0, Rng(number)),
            }
            times = dice.randrange(1, 4)
            lines = [dice.choice((one, two)) for _ in range(times)]
            await asyncio.gather(*(line.ws.send(json.dumps(command)) for line in lines))
            answers = [await line.answer(name) for line in set(lines)]
            assert {answer["type"] for answer in answers} == {"accepted"}
            done[name] = {answer["seq"] for answer in answers}
            assert len(done[name]) == 1
            await one.at(answers[0]["seq"])
        first = next(iter(done))
        again = await two.say(type="act", id=first, head=0, action={"type": "pass"})
        assert {again["seq"]} == done[first]
    table, rows = await entries(server, made["table"])
    assert [row.seq for row in rows] == list(range(1, table.head + 1))
    stood = {row.cmd: row.seq for row in rows}
    assert len(stood) == len(rows)
    for name, seqs in done.items():
        assert {stood[f"0:{name}"]} == seqs


async def test_the_same_id_is_answered_the_same_after_a_restart(db: str, static: Path) -> None:
    settings = Settings(db=db, static=static, workers=1)
    async with running(settings) as server, guest(server.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 0})
        async with mika.line(made["table"]) as line:
            update = await line.first("update")
            command = {
                "type": "act",
                "id": "once",
                "head": update["seq"],
                "action": {"type": "pass"},
            }
            first = await line.say(**command)
            assert first["type"] == "accepted"
        jar = dict(mika.http.cookies)
    async with running(settings) as server, guest(server.base) as mika:
        mika.http.cookies.update(jar)
        async with mika.line(made["table"]) as line:
            assert (await line.first("hello"))["seat"] == 0
            assert await line.say(**command) == first
            # And the bot that owed a move when the server stopped makes it now.
            await line.until(lambda: (line.last("update") or {})["seq"] > first["seq"])


async def test_two_servers_on_one_database_play_one_game(db: str, static: Path) -> None:
    settings = Settings(db=db, static=static, workers=1)
    async with running(settings) as here, running(settings) as there:
        async with guest(here.base) as mika, guest(there.base) as ken:
            made = await mika.open(bots=["easy"])
            joined = await ken.join(table=made["table"], secret=made["invite"])
            assert joined.json()["seat"] == 2
            async with mika.line(made["table"]) as one, ken.line(made["table"]) as two:
                await one.say(type="hasten", hasten=True)
                await one.say(type="begin", fill=None)
                await asyncio.gather(play_on(one, 0, Rng(1)), play_on(two, 2, Rng(2)))
                head = max((line.last("update") or {})["seq"] for line in (one, two))
                last = [(await line.at(head))["view"] for line in (one, two)]
                assert last[0] == last[1]
        for server in (here, there):
            table, rows = await entries(server, made["table"])
            assert [row.seq for row in rows] == list(range(1, table.head + 1))
            assert len({row.cmd for row in rows}) == len(rows)


async def test_two_servers_writing_to_one_table_at_once_neither_fork_nor_skip(
    db: str, static: Path
) -> None:
    settings = Settings(db=db, static=static, workers=1)
    async with running(settings) as here, running(settings) as there:
        async with guest(here.base) as mika, guest(there.base) as ken:
            made = await mika.open()
            await ken.join(table=made["table"], secret=made["invite"])
            async with mika.line(made["table"]) as one, ken.line(made["table"]) as two:

                async def rename(line: Line, who: str) -> list[int]:
                    seqs: list[int] = []
                    for number in range(20):
                        answer = await line.say(
                            type="rename", id=f"n{number}", name=f"{who}{number}"
                        )
                        assert answer["type"] == "accepted"
                        seqs.append(answer["seq"])
                    return seqs

                mine, theirs = await asyncio.gather(rename(one, "M"), rename(two, "K"))
                assert mine == sorted(mine)
                assert sorted(mine + theirs) == list(range(3, 43))
                for line in (one, two):
                    await line.until(partial(names_are, line, {"M19", "K19", ""}))
        conflicts = [s.house.metrics.conflicts._value.get() for s in (here, there)]
        assert sum(conflicts) > 0


def names_are(line: Line, names: set[str]) -> bool:
    """Whether these sit round the table now."""
    return {chair["name"] for chair in (line.last("lobby") or {})["chairs"]} == names


async def test_a_table_moved_by_another_server_is_found_without_any_hint(
    tmp_path: Path, static: Path
) -> None:
    settings = Settings(db=f"{tmp_path}/x.db", static=static, workers=1)
    async with running(settings) as here, running(settings) as there, guest(here.base) as mika:
        made = await mika.open()
        host = dict(mika.http.cookies)
        async with guest(there.base) as elsewhere:
            elsewhere.http.cookies.update(host)
            async with mika.line(made["table"]) as one, elsewhere.line(made["table"]) as two:
                await one.first("lobby")
                started = time.monotonic()
                await two.say(type="begin", fill="easy")
                await one.first("update")
                assert time.monotonic() - started < 5
        assert here.house.metrics.missed._value.get() >= 1


async def test_servers_on_one_postgresql_hint_to_each_other_without_being_asked(
    db: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "POLL_S", 3600.0)
    settings = Settings(db=db, static=static, workers=1)
    async with running(settings) as here, running(settings) as there, guest(here.base) as mika:
        made = await mika.open()
        async with guest(there.base) as ken, ken.line(made["table"]) as line:
            await line.first("lobby")
            async with mika.line(made["table"]) as host:
                await host.say(type="rename", name="Nami")
                await asyncio.sleep(0.7)
                told = (line.last("lobby") or {})["chairs"][0]["name"]
        assert told == ("Nami" if db.startswith("postgresql") else "Mika")
        assert there.house.metrics.missed._value.get() == 0


# --- bots -------------------------------------------------------------------------------------


async def test_a_bot_answers_after_its_pause_and_is_told_as_a_step(mika: Guest) -> None:
    options = {"first_player": 1}
    made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
    started = time.monotonic()
    async with mika.line(made["table"]) as line:
        await line.turn(0)
    assert time.monotonic() - started > 0.3


async def test_a_thinker_that_dies_is_replaced(site: Running) -> None:
    killed: set[int] = set()
    async with guest(site.base) as mika:
        made = await mika.open(bots=["easy", "easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            number = 0
            while await line.turn(0):
                number += 1
                if number < 4:
                    for pid in site.house.thinkers.processes():
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)
                await play_on(line, 0, Rng(number), moves=1)
    assert len(killed) >= 2
    assert site.house.metrics.fallbacks._value.get() == 0
    assert not killed & set(site.house.thinkers.processes())


async def test_a_thinker_that_hangs_is_ended_and_the_seat_does_what_an_idle_one_does(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "THINK_S", 0.3)

    async def hang(process: Any, thought: Any) -> bytes:
        os.kill(process.pid, signal.SIGSTOP)
        return await honest(process, thought)

    honest = bots.ask
    monkeypatch.setattr(bots, "ask", hang)
    async with guest(site.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
        async with mika.line(made["table"], since=0) as line:
            update = await line.turn(0)
            assert update is not None
            told = [e for m in line.of("update") for t in m["news"] for e in t["events"]]
            assert told[-1] == {"type": "passed", "seat": 1}
        assert site.house.metrics.fallbacks._value.get() == 1


async def test_a_bots_move_that_the_rules_refuse_becomes_an_idle_one(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wrong(*_: object) -> bytes:
        return b'{"type":"vote","accept":true}'

    monkeypatch.setattr(bots, "ask", wrong)
    async with guest(site.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
        async with mika.line(made["table"]) as line:
            update = await line.turn(0)
            assert update is not None
            assert update["view"]["barren"] == 1


async def test_bots_are_shown_their_view_and_nothing_else(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []
    honest = bots.ask

    async def watched(process: Any, thought: Any) -> bytes:
        shown.append(thought)
        return await honest(process, thought)

    monkeypatch.setattr(bots, "ask", watched)
    async with guest(site.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
        async with mika.line(made["table"]) as line:
            await line.turn(0)
    (thought,) = shown
    assert isinstance(json.loads(bytes(thought.view))["pile"], int)


async def test_a_bot_that_thinks_longer_than_its_pause_answers_at_a_step_of_time() -> None:
    assert bots.STEP_MS == 250
    for ready, expected in ((0, 1000), (1000, 1000), (1001, 1250), (1250, 1250), (1251, 1500)):
        assert bots.shown_at(1000, ready) == expected


async def test_a_forgotten_bots_move_is_taken_over(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "ORPHAN_MS", 200)
    monkeypatch.setattr(bots.Bots, "look", lambda self, live: None)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, workers=1)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
        async with mika.line(made["table"]) as line:
            await line.first("update")
            monkeypatch.undo()
            monkeypatch.setattr(clocks, "ORPHAN_MS", 200)
            assert await line.turn(0)


# --- clocks -----------------------------------------------------------------------------------


class Clock:
    """A time that can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


@contextlib.asynccontextmanager
async def timed(
    db: str, static: Path, clock: Clock, jar: dict[str, str]
) -> AsyncIterator[tuple[Running, Guest]]:
    sources = Sources(now=clock.now)
    settings = Settings(db=db, static=static, workers=1, sources=sources)
    async with running(settings) as server, guest(server.base) as mika:
        mika.http.cookies.update(jar)
        yield server, mika
        jar.update(mika.http.cookies)


async def test_a_clock_that_runs_out_passes_the_turn_once_and_not_early(
    db: str, static: Path
) -> None:
    clock = Clock()
    async with timed(db, static, clock, {}) as (server, mika):
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
        async with mika.line(made["table"]) as line:
            update = await line.first("update")
            assert 58_000 < update["left_ms"] <= 60_000
            clock.ahead += 58_000
            await asyncio.sleep(0.6)
            assert (line.last("update") or {})["seq"] == update["seq"]
            clock.ahead += 2_000
            after = await line.at(update["seq"] + 1)
            assert after["news"][0]["events"] == [{"type": "passed", "seat": 0}]
        _, rows = await entries(server, made["table"])
        assert [row.cmd for row in rows].count("clock:0:3") == 1


async def test_no_clock_runs_out_while_no_server_runs(tmp_path: Path, static: Path) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (_, mika):
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
    clock.ahead += 3_600_000
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        update = await line.first("update")
        assert 60_000 < update["left_ms"] < 75_000
        await asyncio.sleep(0.6)
        assert (line.last("update") or {})["seq"] == update["seq"]
        clock.ahead += 80_000
        await line.at(update["seq"] + 1)


async def test_a_clock_goes_on_over_a_quick_restart(tmp_path: Path, static: Path) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (_, mika):
        options = {"first_player": 0, "turn_clock": 60}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
    clock.ahead += 2_000
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        assert (await line.first("update"))["left_ms"] <= 58_000


async def test_beats_are_kept_while_a_clock_runs_so_that_only_the_outage_counts(
    tmp_path: Path, static: Path
) -> None:
    clock, jar = Clock(), dict[str, str]()
    db = f"{tmp_path}/x.db"
    async with timed(db, static, clock, jar) as (server, mika):
        options = {"first_player": 0, "turn_clock": 3600}
        made = await mika.open(seats=2, bots=["easy"], begin=True, options=options)
        clock.ahead += 1_800_000
        await server.house.clocks.look_after(clock.now())
    clock.ahead += 600_000
    async with timed(db, static, clock, jar) as (_, mika), mika.line(made["table"]) as line:
        left = (await line.first("update"))["left_ms"]
        assert 1_795_000 < left < 1_815_000


# --- sockets ----------------------------------------------------------------------------------


async def test_a_reader_that_does_not_read_is_closed_and_the_others_play_on(
    tmp_path: Path, static: Path
) -> None:
    limits = replace(Limits(), stalled_s=0.5, frames=Rate(100_000, 0.0001))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, workers=1, limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open(bots=["easy", "easy"], begin=True)
        url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
        cookie = f"guest={mika.http.cookies['guest']}"
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", int(site.base.rpartition(":")[2])))
        async with connect(
            url, sock=narrow, additional_headers={"Cookie": cookie}, max_queue=1
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
                assert deaf.close_code == 4008
                await play_on(line, 0, Rng(3))
        assert site.house.metrics.slow._value.get() == 1


async def flood(deaf: Any, frame: str, site: Running) -> None:
    """Ask and ask without reading an answer, until the server has had enough."""
    while not site.house.metrics.slow._value.get():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(deaf.send(frame), 0.05)


async def test_sockets_over_a_limit_are_turned_away(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), sockets_at_seat=2, spectators=1)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, workers=1, limits=limits)
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
            if not site.house.addresses:
                break
            await asyncio.sleep(0.01)
        assert not site.house.addresses


async def test_rates_by_address_answer_429(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), tables=Rate(2, 60), misses=Rate(3, 60), drawings=Rate(1, 60))
    settings = Settings(db=f"{tmp_path}/x.db", static=static, workers=1, limits=limits)
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


async def test_a_queue_that_is_full_says_busy(tmp_path: Path, static: Path) -> None:
    limits = replace(Limits(), queue=1)
    settings = Settings(db=f"{tmp_path}/x.db", static=static, workers=1, limits=limits)
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
        hub = site.house.hub
        async with mika.line(made["table"]) as line:
            await line.first("lobby")
            await hub.look_round(time.monotonic() + 3600)
            assert made["table"] in hub._live
        await hub.look_round(time.monotonic() + 3600)
        assert made["table"] not in hub._live
        async with mika.line(made["table"]) as line:
            assert (await line.first("lobby"))["chairs"][0]["name"] == "Nami"


async def test_a_long_absence_is_told_from_the_log(site: Running) -> None:
    async with guest(site.base) as mika:
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


async def test_a_database_that_is_away_is_told_and_play_goes_on_when_it_is_back(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    from chabudai.server import log

    def gone(*_: object) -> None:
        raise OperationalError("", {}, OSError("gone"))

    async with guest(site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            monkeypatch.setattr(log, "judge", gone)
            answer = await line.say(type="rename", id="again", name="Nami")
            assert answer["code"] == "busy"
            assert (await mika.http.get("/readyz")).status_code == 503
            assert (await mika.http.get("/livez")).status_code == 200
            monkeypatch.undo()
            answer = await line.say(type="rename", id="again2", name="Nami")
            assert answer["type"] == "accepted"
            assert (await mika.http.get("/readyz")).status_code == 200
