"""Bots' moves: their pause, their views, and what happens to workers that die or hang."""

import json
import os
import signal
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables import bots
from chabudai.server.tables.live import LiveTable
from chabudai.server.workers import pool
from chabudai.server.workers.pool import exchange
from tests.server.support import Running, Serve, guest, play_on


def thinking(site: Running) -> set[int]:
    return {process.pid for process in site.services.bots.pool._free}


async def test_a_bot_worker_that_dies_is_replaced(site: Running) -> None:
    killed: set[int] = set()
    async with guest(site.base) as mika:
        made = await mika.open(bots=["easy", "easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            number = 0
            while await line.turn(0):
                number += 1
                if number < 4:
                    for pid in thinking(site):
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)
                await play_on(line, 0, Rng(number), moves=1)
    assert len(killed) >= 2
    assert site.services.metrics.fallbacks._value.get() == 0
    assert not killed & thinking(site)


async def test_a_bot_worker_that_hangs_is_ended_and_the_seat_does_what_an_idle_one_does(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "THINK_S", 0.3)

    async def hang(process: Any, request: Any) -> bytes:
        os.kill(process.pid, signal.SIGSTOP)
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", hang)
    mika = await site.guest()
    made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
    async with mika.line(made["table"], since=0) as line:
        update = await line.turn(0)
        assert update is not None
        told = [e for m in line.of("update") for t in m["news"] for e in t["events"]]
        assert told[-1] == {"type": "passed", "seat": 1}
    assert site.services.metrics.fallbacks._value.get() == 1


async def test_a_bots_move_that_the_rules_refuse_becomes_an_idle_one(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wrong(*_: object) -> bytes:
        return b'{"type":"vote","accept":true}'

    monkeypatch.setattr(pool, "exchange", wrong)
    mika = await site.guest()
    made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
    line = await mika.connect(made["table"])
    update = await line.turn(0)
    assert update is not None
    assert update["view"]["barren"] == 1


async def test_a_table_that_cannot_even_be_stopped_leaves_the_bots_of_others_at_work(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt, broken = bots.Bots._try, list[LiveTable]()

    async def fails_at_first_table(self: bots.Bots, live: LiveTable, *more: Any) -> bool:
        if live in broken or not broken:
            broken.append(live)
            raise RuntimeError("the rules failed")
        return await attempt(self, live, *more)

    async def fails(*_: object) -> None:
        raise CorruptRow("sitting")

    monkeypatch.setattr(bots.Bots, "_try", fails_at_first_table)
    monkeypatch.setattr(LiveTable, "fail", fails)
    async with guest(site.base) as mika:
        order = {"seats": 2, "bots": ["easy"], "begin": True, "options": {"first_player": 1}}
        first, second = (await mika.open(**order))["table"], (await mika.open(**order))["table"]
        async with mika.line(first) as one:
            await one.first("update")
            async with mika.line(second) as two:
                assert await two.turn(0)
    assert {live.table.id for live in broken} == {first}


async def test_an_idle_move_that_is_not_owed_any_more_is_not_made(site: Running) -> None:
    mika = await site.guest()
    made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
    line = await mika.connect(made["table"])
    live = await site.live(made["table"])
    owed = live.table.pending_of(1)
    assert owed is not None
    await line.turn(0)
    head = live.table.head
    await site.services.bots._act_idly(live, owed)
    assert live.table.head == head


async def test_qd_26_a_bot_whose_challenge_came_second_thinks_again(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def doubting(process: Any, request: Any) -> bytes:
        view = json.loads(bytes(request.view))
        if view["phase"]["type"] == "settling" and view["laid"][0]["verdict"] is None:
            return b'{"type":"challenge","round":1,"word":0}'
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", doubting)
    mika = await site.guest()
    order = {"game": "quiddler", "seats": 3, "options": {"first_dealer": 2}}
    made = await mika.open(**order, bots=["easy", "easy"], begin=True)
    async with mika.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        update = await line.turn(0)
        assert update is not None
        draw = {"type": "draw", "source": "pile"}
        await line.say(type="act", head=update["seq"], action=draw)
        drawn = await line.turn(0)
        assert drawn is not None
        discard, *word = drawn["view"]["hands"][0]
        out = {"type": "go-out", "words": [word], "discard": discard}
        await line.say(type="act", head=drawn["seq"], action=out)

        def told() -> list[str]:
            news = [each for m in line.of("update") for each in m["news"]]
            return [event["type"] for each in news for event in each["events"]]

        await line.until(lambda: told().count("readied") == 2)
    assert told().count("challenged") == 1
    assert site.services.metrics.fallbacks._value.get() == 0


async def test_bots_are_shown_their_view_and_nothing_else(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []

    async def watched(process: Any, request: Any) -> bytes:
        shown.append(request)
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", watched)
    async with guest(site.base) as mika:
        made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
        async with mika.line(made["table"]) as line:
            await line.turn(0)
    (request,) = shown
    assert isinstance(json.loads(bytes(request.view))["pile"], int)


async def test_a_forgotten_bots_move_is_taken_over(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots.Bots, "check", lambda self, live: None)
    site = await serve()
    mika = await site.guest()
    made = await mika.open(seats=2, bots=["easy"], begin=True, options={"first_player": 1})
    line = await mika.connect(made["table"])
    await line.first("update")
    monkeypatch.undo()
    assert await line.turn(0)
