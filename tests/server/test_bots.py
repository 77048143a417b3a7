"""Bots' moves: their pauses, their views, and workers that die or hang."""

import json
import os
import signal
from dataclasses import replace
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables import bots
from chabudai.server.tables.live import LiveTable
from chabudai.server.workers import pool
from chabudai.server.workers.pool import exchange
from tests.server.clock import Clock
from tests.server.support import BRISK, Line, Running, Serve, eventually, play_on

ORDER: dict[str, Any] = {"seats": 2, "bots": ["easy"], "options": {"first_player": 1}}


@pytest.fixture
async def line(site: Running) -> Line:
    """A socket at a table where a bot owes the first move."""
    (line,) = await site.seat(1, **ORDER)
    return line


def free_workers(site: Running) -> set[int]:
    return {process.pid for process in site.services.bots.pool._free}


async def test_a_bot_moves_when_its_pause_is_over(serve: Serve) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    (line,) = await site.seat(1, **ORDER)
    live = await site.live(line.table)
    thinking = site.services.metrics.registry
    await eventually(lambda: thinking.get_sample_value("bot_think_seconds_count"))
    head = line.update["seq"]
    site.services.bots.check(live)
    assert live.table.head == head
    clock.ahead += 900
    site.services.bots.check(live)
    assert (await line.at(head + 1))["to_act"] == [0]


async def test_a_bot_worker_that_dies_is_replaced(site: Running) -> None:
    killed: set[int] = set()
    (line,) = await site.seat(1, seats=3, bots=["easy", "easy"])
    await line.accept(type="hasten", hasten=True)
    number = 0
    while await line.turn(0):
        number += 1
        if number < 4:
            for pid in free_workers(site):
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        await play_on(line, 0, Rng(number), moves=1)
    assert len(killed) >= 2
    assert site.services.metrics.fallbacks._value.get() == 0
    assert not killed & free_workers(site)


async def hang(process: Any, request: Any) -> bytes:
    os.kill(process.pid, signal.SIGSTOP)
    return await exchange(process, request)


async def vote(*_: object) -> bytes:
    return b'{"type":"vote","accept":true}'


@pytest.mark.parametrize("fault", [hang, vote])
async def test_a_worker_that_hangs_or_makes_an_illegal_move_is_replaced_by_an_idle_move(
    site: Running, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    monkeypatch.setattr(pool, "THINK_S", 0.3)
    monkeypatch.setattr(pool, "exchange", fault)
    mika = await site.guest()
    line = await mika.connect((await mika.open(**ORDER, begin=True))["table"], since=0)
    assert await line.turn(0)
    assert line.events[-1] == {"type": "passed", "seat": 1}
    assert site.services.metrics.fallbacks._value.get() == 1


async def test_a_table_that_cannot_be_stopped_does_not_stop_the_bots_of_others(
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
    (first,) = await site.seat(1, **ORDER)
    await eventually(lambda: broken)
    (second,) = await site.seat(1, **ORDER)
    assert await second.turn(0)
    assert {live.table.id for live in broken} == {first.table}


async def test_an_idle_move_that_is_no_longer_owed_is_not_made(site: Running, line: Line) -> None:
    live = await site.live(line.table)
    owed = live.table.pending_of(1)
    assert owed is not None
    await line.turn(0)
    head = live.table.head
    await site.services.bots._act_idly(live, owed)
    assert live.table.head == head


async def test_qd_26_a_bot_whose_challenge_came_second_thinks_again(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def challenge(process: Any, request: Any) -> bytes:
        view = json.loads(bytes(request.view))
        if view["phase"]["type"] == "settling" and view["laid"][0]["verdict"] is None:
            return b'{"type":"challenge","round":1,"word":0}'
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", challenge)
    options = {"first_dealer": 2}
    (line,) = await site.seat(1, game="quiddler", seats=3, bots=["easy", "easy"], options=options)
    await line.accept(type="hasten", hasten=True)
    await line.turn(0)
    await line.move({"type": "draw", "source": "pile"})
    discard, *word = line.update["view"]["hands"][0]
    await line.move({"type": "go-out", "words": [word], "discard": discard})

    def kinds() -> list[str]:
        return [event["type"] for event in line.events]

    await line.until(lambda: kinds().count("readied") == 2)
    assert kinds().count("challenged") == 1
    assert site.services.metrics.fallbacks._value.get() == 0


async def test_a_bot_is_sent_only_its_view(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[Any] = []

    async def note(process: Any, request: Any) -> bytes:
        requests.append(request)
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", note)
    (line,) = await site.seat(1, **ORDER)
    await line.turn(0)
    (request,) = requests
    assert isinstance(json.loads(bytes(request.view))["pile"], int)


async def test_the_watchdog_makes_a_forgotten_bots_move(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots.Bots, "check", lambda self, live: None)
    (line,) = await site.seat(1, **ORDER)
    monkeypatch.undo()
    assert await line.turn(0)
