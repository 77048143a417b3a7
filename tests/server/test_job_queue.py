"""Jobs whose clients leave, more jobs than there are workers, and callers with many requests."""

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from chabudai.server import run
from chabudai.server.limits import Limits, Rate
from chabudai.server.sources import Sources
from chabudai.server.workers.bot import BotRequest
from chabudai.server.workers.fair_limiter import FairLimiter
from chabudai.server.workers.pool import BotPool
from tests.server.support import MISSION, Guest, Line, Running, Serve, eventually
from tests.server.test_advice import asked


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace jobs with endless ones. Returns the file to which each adds a line when it starts."""
    file, python = tmp_path / "started", tmp_path / "python"
    file.touch()
    python.write_text(f"#!/bin/sh\necho $$ >> {file}\nexec sleep 600\n")
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(run, "GRACE_S", 0)
    return file


def started(file: Path) -> list[str]:
    return file.read_text().split()


def running_jobs(file: Path) -> list[str]:
    return [pid for pid in started(file) if Path(f"/proc/{pid}").exists()]


async def test_a_job_that_waits_or_is_being_started_ends_when_its_client_disconnects(
    site: Running, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = asyncio.create_subprocess_exec

    async def start_slowly(*args: Any, **more: Any) -> Process:
        process = await start(*args, **more)
        await asyncio.sleep(0.2)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_slowly)
    mika, ken = await site.guests(2)
    asking = asyncio.create_task(mika.http.post("/api/studio/kakapo", json=MISSION))
    await eventually(lambda: running_jobs(endless))
    asking.cancel()
    await eventually(lambda: not running_jobs(endless))
    asking = asyncio.create_task(mika.http.post("/api/studio/kakapo", json=MISSION))
    await eventually(lambda: running_jobs(endless))
    waiting = asyncio.create_task(ken.http.post("/api/studio/kakapo", json=MISSION))
    turns = site.services.job_pool._turns
    await eventually(lambda: turns._waiting)
    waiting.cancel()
    await eventually(lambda: not turns._waiting)
    asking.cancel()
    await eventually(lambda: not running_jobs(endless))
    assert len(started(endless)) == 2


async def seat_with_advice(site: Running) -> list[Line]:
    """Sockets of two guests who agree to advice. The first owes a move."""
    lines = await site.seat(2, begin=False, options={"first_player": 0})
    for line in lines:
        await line.accept(type="allow", advice=True)
    await lines[0].accept(type="begin")
    await lines[0].turn(0)
    return lines


async def test_a_socket_that_waits_for_a_job_is_sent_pongs_and_ends_it_by_disconnecting(
    site: Running, endless: Path
) -> None:
    hers, _ = await seat_with_advice(site)
    await hers.ws.send('{"type": "advise", "id": "a"}')
    await eventually(lambda: running_jobs(endless))
    await hers.ws.send('{"type": "ping"}')
    await hers.until(lambda: len(hers.of("pong")) >= 2)
    assert running_jobs(endless)
    await hers.ws.close()
    await eventually(lambda: not running_jobs(endless))
    assert site.faults == 0


async def test_jobs_beyond_the_queue_are_busy_and_other_addresses_keep_their_turn(
    serve: Serve, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chabudai.server.workers.pool.MOST_WAITING", 6)
    refused: list[str] = []

    async def ask(who: Guest) -> None:
        answer = await who.http.post("/api/studio/kakapo", json=MISSION)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        refused.append(who.address)

    site = await serve(limits=Limits(jobs=Rate(1000, 1.0)))
    one, two = [await site.guest(f"127.0.0.{number}") for number in (2, 3)]
    asking = [asyncio.create_task(ask(one)) for _ in range(12)]
    await eventually(lambda: len(refused) == 5)
    asking += [asyncio.create_task(ask(two)) for _ in range(4)]
    await eventually(lambda: len(refused) == 8)
    assert refused == [one.address] * 8
    await eventually(lambda: len(running_jobs(endless)) == 2)
    for each in asking:
        each.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await eventually(lambda: not running_jobs(endless))


async def test_advice_that_a_limit_refuses_is_not_announced(serve: Serve) -> None:
    hers, his = await seat_with_advice(await serve(limits=Limits(jobs=Rate(0, 1.0))))
    assert (await hers.say(type="advise"))["code"] == "too-fast"
    await his.say(type="hasten", hasten=True)
    assert asked(his) == asked(hers) == []


async def test_advice_is_announced_when_its_job_may_start(site: Running, endless: Path) -> None:
    hers, his = await seat_with_advice(site)
    before = asyncio.create_task((await site.guest()).http.post("/api/studio/kakapo", json=MISSION))
    await eventually(lambda: running_jobs(endless))
    await hers.ws.send('{"type": "advise", "id": "a"}')
    await eventually(lambda: site.services.job_pool._turns._waiting)
    await his.say(type="rename", name="Nami")
    assert asked(his) == []
    before.cancel()
    await his.until(lambda: asked(his) == [0])


class Workshop:
    """Work that ends on demand, and the names of the started work in order."""

    def __init__(self, places: int, each: int) -> None:
        self.turns = FairLimiter(places, each)
        self.begun: list[str] = []
        self.ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def _work(self, address: str, table: str) -> None:
        async with self.turns.turn(address, table):
            self.begun.append(address + table)
            self.ends.append(end := asyncio.Event())
            await end.wait()

    async def ask(self, *wishes: str) -> None:
        """Start work, each item named by an address (letter) and a table (digit)."""
        self.tasks += [asyncio.create_task(self._work(wish[0], wish[1:])) for wish in wishes]
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self, which: Iterable[int]) -> None:
        """End the work with these numbers, one after another."""
        for number in which:
            self.ends[number].set()
            await self.settle()


async def test_addresses_take_turns_and_so_do_the_tables_of_one() -> None:
    shop = Workshop(1, 1)
    await shop.ask("a1", "a1", "a1", "a2", "b1", "b1", "c1")
    await shop.end(range(7))
    assert shop.begun == ["a1", "b1", "c1", "a2", "b1", "a1", "a1"]


async def test_one_place_is_kept_free_of_the_requests_of_a_single_address() -> None:
    shop = Workshop(2, 1)
    await shop.ask(*["a1"] * 20)
    assert shop.begun == ["a1"]
    await shop.ask("b1")
    assert shop.begun == ["a1", "b1"]
    await shop.end([1, 0])
    assert shop.begun == ["a1", "b1", "a1"]


async def test_a_caller_that_leaves_delays_no_other() -> None:
    for leaving, left in ((0, "a1 b1 c1"), (1, "a1 c1")):
        shop = Workshop(1, 1)
        await shop.ask("a1", "b1", "c1")
        shop.tasks[leaving].cancel()
        await shop.settle()
        for _ in range(2):
            await shop.end(range(len(shop.begun)))
        assert shop.begun == left.split()
    shop = Workshop(1, 1)
    await shop.ask("a1", "b1", "c1")
    shop.ends[0].set()
    for _ in range(2):
        await asyncio.sleep(0)
    shop.tasks[1].cancel()  # b1 has the turn, and has not begun
    await shop.settle()
    await shop.end(range(len(shop.begun)))
    assert shop.begun[-1] == "c1"


async def test_many_tables_with_expert_bots_do_not_delay_another_tables_bot(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, int] = {}
    answered: list[str] = []
    honest = BotPool.action

    async def action(pool: BotPool, request: BotRequest, address: str, table: str) -> bytes:
        asked.setdefault(table, len(answered))
        action = await honest(pool, request, address, table)
        answered.append(table)
        return action

    monkeypatch.setattr(BotPool, "action", action)
    site = await serve(sources=Sources(pause_ms=(0, 0)))
    one, two = [await site.guest(f"127.0.0.{number}") for number in (2, 3)]
    order = {"seats": 2, "begin": True, "options": {"first_player": 1}}
    tables = [(await one.open(**order, bots=["expert"]))["table"] for _ in range(20)]
    mine = (await two.open(**order, bots=["easy"]))["table"]
    lines = [await one.connect(table) for table in tables]
    await (await two.connect(mine)).turn(0)
    # At most the move that was already being decided comes before the easy bot's.
    assert answered.index(mine) - asked[mine] <= 1
    assert any(0 not in line.update["to_act"] for line in lines)
