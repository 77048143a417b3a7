"""Jobs whose clients leave, and more jobs than there are workers."""

import asyncio
import sys
from asyncio.subprocess import Process
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.games.kakapo.components.missions import mission_named
from chabudai.server import run
from chabudai.server.limits import Limits, Rate
from chabudai.server.workers.pool import MOST_WAITING
from tests.server.support import Guest, Line, Running, Serve, eventually
from tests.server.test_advice import asked

MISSION: dict[str, Any] = msgspec.to_builtins(mission_named("buddy/3"))


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
    """Process IDs of all jobs that have started."""
    return file.read_text().split()


def running_jobs(file: Path) -> list[str]:
    """Process IDs of the jobs that are still running."""
    return [pid for pid in started(file) if Path(f"/proc/{pid}").exists()]


async def test_a_job_that_is_being_started_ends_when_its_client_disconnects(
    site: Running, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = asyncio.create_subprocess_exec

    async def start_slowly(*args: Any, **more: Any) -> Process:
        process = await start(*args, **more)
        await asyncio.sleep(0.2)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_slowly)
    asking = asyncio.create_task((await site.guest()).http.post("/api/studio/kakapo", json=MISSION))
    await eventually(lambda: running_jobs(endless))
    asking.cancel()
    await eventually(lambda: not running_jobs(endless))


async def test_a_waiting_job_is_never_started_if_its_client_disconnects(
    site: Running, endless: Path
) -> None:
    mika, ken = await site.guests(2)
    first = asyncio.create_task(mika.http.post("/api/studio/kakapo", json=MISSION))
    await eventually(lambda: running_jobs(endless))
    waiting = asyncio.create_task(ken.http.post("/api/studio/kakapo", json=MISSION))
    turns = site.services.job_pool._turns
    await eventually(lambda: turns._waiting)
    waiting.cancel()
    await eventually(lambda: not turns._waiting)
    first.cancel()
    await eventually(lambda: not running_jobs(endless))
    assert len(started(endless)) == 1


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
    serve: Serve, endless: Path
) -> None:
    refused: list[str] = []

    async def ask(who: Guest) -> None:
        answer = await who.http.post("/api/studio/kakapo", json=MISSION)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        refused.append(who.address)

    site = await serve(limits=Limits(jobs=Rate(1000, 1.0)))
    one, two = [await site.guest(f"127.0.0.{number}") for number in (2, 3)]
    asking = [asyncio.create_task(ask(one)) for _ in range(MOST_WAITING + 6)]
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
