"""A full disk, and a database file that is deleted, damaged or readable by others. Unstored steps
are sent to no reader.

The file really cannot grow: the system refuses to let this process write beyond a limit.
"""

import asyncio
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.server import logs
from chabudai.server.refusal import Refused
from chabudai.server.store.database import open_database
from chabudai.server.tables import bots
from chabudai.server.tables.followers import warn
from tests.server.clock import Clock, Shifts
from tests.server.support import BRISK, Line, Running, Serve, entries, eventually, play_on, sampled
from tests.support.full_disk import damage, files_of

HEALTH = Path(__file__).parents[2] / "container" / "health.py"
ORDER: dict[str, Any] = {"seats": 2, "bots": ["easy"], "options": {"first_player": 0}}


def largest(site: Running) -> int:
    """The file size limit that keeps all files of the server from growing."""
    return Path(f"{site.services.settings.db}-wal").stat().st_size


async def health(base: str) -> int:
    command = (sys.executable, "-I", str(HEALTH))
    environment = {"CHABUDAI_PORT": base.rpartition(":")[2]}
    return await (await asyncio.create_subprocess_exec(*command, env=environment)).wait()


def move(line: Line, number: int) -> dict[str, Any]:
    action = sampled(line.update, 0, Rng(number))
    return {"type": "act", "id": f"once{number}", "head": line.update["seq"], "action": action}


async def say_again(line: Line, command: dict[str, Any]) -> dict[str, Any]:
    line.messages[:] = [each for each in line.messages if each.get("id") != command["id"]]
    return await line.say(**command)


async def test_a_move_without_room_is_sent_to_no_reader_and_stored_once_when_there_is_room(
    quick_site: Running,
) -> None:
    site = quick_site
    lines = [line for _ in range(12) for line in await site.seat(1, **ORDER)]
    mika = lines[0].who
    moves = [move(line, number) for number, line in enumerate(lines)]
    before = [len(line.of("update")) for line in lines]
    other = await (await site.guest()).connect(lines[0].table)
    await other.first("update")
    with files_of(largest(site)):
        for _ in range(3):
            said = await asyncio.gather(*map(say_again, lines, moves))
            assert {answer.get("code") for answer in said} == {"unstored"}
        site.services.store._wrote = -10.0
        assert (await mika.http.get("/readyz")).status_code == 503
        assert (await mika.http.get("/livez")).status_code == 200
        assert await health(mika.base) == 1
        assert site.faults > 0
        late = await mika.connect(lines[0].table)  # is sent the stored table
        assert (await late.first("update"))["seq"] == moves[0]["head"]
    assert [len(line.of("update")) for line in lines] == before
    assert len(other.of("update")) == 1
    said = await asyncio.gather(*map(say_again, lines, moves))
    assert {answer["type"] for answer in said} == {"accepted"}
    again = await asyncio.gather(*map(say_again, lines, moves))
    assert [answer["seq"] for answer in again] == [answer["seq"] for answer in said]
    await other.at(said[0]["seq"])
    assert (await mika.http.get("/readyz")).status_code == 200
    assert await health(mika.base) == 0
    assert await play_on(lines[0], 0, Rng(1), moves=2) == 2
    for line, command, answer in zip(lines, moves, said, strict=True):
        table, rows = await entries(site, line.table)
        assert [row.seq for row in rows] == list(range(1, table.head + 1))
        assert [row.seq for row in rows if row.cmd.endswith(f":{command['id']}")] == [answer["seq"]]


async def test_a_bot_whose_move_finds_no_room_thinks_once_and_guests_are_notified(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "AGAIN_S", 0.05)
    site = await serve(sources=replace(BRISK, pause_ms=(300, 300)))
    (line,) = await site.seat(1, **ORDER)
    other = await line.who.connect(line.table)
    head = await line.accept(**move(line, 1))
    with files_of(largest(site)):
        warning = await line.first("refused")
        assert (warning["id"], warning["code"]) == ("", "unstored")
        await other.first("refused")
        await (await line.who.connect(line.table)).first("refused")
        tried = site.faults
        await eventually(lambda: site.faults >= tried + 5)
        assert len(line.of("refused")) == len(other.of("refused")) == 1
        assert line.update["seq"] == head
    assert (await line.at(head + 1))["seq"] == head + 1
    (thought,) = site.services.metrics.thinking.collect()
    assert [each.value for each in thought.samples if each.name.endswith("count")] == [1]


async def test_an_expired_clock_without_room_makes_its_move_once_when_there_is_room(
    serve: Serve,
) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    (line,) = await site.seat(1, **{**ORDER, "options": {"first_player": 0, "turn_clock": 60}})
    head = line.update["seq"]
    with files_of(largest(site)):
        clock.ahead += 61_000
        warning = await line.first("refused")
        assert (warning["id"], warning["code"]) == ("", "unstored")
        for _ in range(3):
            await site.services.clocks.tick(clock.now())
        assert len(line.of("refused")) == 1
    await line.at(head + 1)
    _, rows = await entries(site, line.table)
    assert [row.cmd for row in rows].count(f"clock:0:{head}") == 1


async def test_guests_of_a_silent_game_are_not_notified_of_a_waiting_move(site: Running) -> None:
    (line,) = await site.seat(1, game="kakapo", seats=2, bots=["easy"])
    live = await site.live(line.table)
    assert live.table.game.silent
    warn(live, Refused("unstored", "There is no room."))
    await line.say(type="rename", name="Nami")
    assert all(each["id"] for each in line.of("refused"))


async def test_a_damaged_file_refuses_commands_but_pages_are_served(
    site: Running, tmp_path: Path
) -> None:
    (line,) = await site.seat(1, seats=2, begin=False)
    await line.first("lobby")
    db = tmp_path / "tables.db"
    with closing(sqlite3.connect(db)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damage(db, range(2, db.stat().st_size // 4096 + 1))
    assert await line.refuse(type="vacate", seat=1) == "unstored"
    site.services.registry._tables.clear()
    page = await line.who.http.get(f"/t/{line.table}")
    assert (page.status_code, page.headers["content-type"][:9]) == (200, "text/html")
    answer = await line.who.http.get("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (503, "unstored")


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_a_missing_file_is_detected_before_the_next_acknowledgement(
    site: Running,
    tmp_path: Path,
    fate: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logs, "_logged", {})
    db, kept = tmp_path / "tables.db", tmp_path / "kept.db"
    (line,) = await site.seat(1, seats=2, begin=False)
    assert stat.S_IMODE(db.stat().st_mode) == 0o600
    db.rename(kept)
    if fate == "replaced":
        db.touch()
    site.services.store._wrote = -10.0
    assert (await line.who.http.get("/readyz")).status_code == 503
    assert await line.result(type="rename", name="Nami") == "unstored"
    assert site.faults >= 2
    kept.rename(db)
    assert await line.result(type="rename", name="Nami") == "accepted"
    assert (await line.who.http.get("/readyz")).status_code == 200
    assert "FileNotFoundError" in capsys.readouterr().err


@pytest.mark.parametrize("fate", ["deleted", "replaced"])
async def test_acknowledged_steps_survive_the_loss_of_the_journal_and_no_further_is_acknowledged(
    tmp_path: Path, shifts: Shifts, fate: str
) -> None:
    journal, left = (tmp_path / name for name in ("tables.db-wal", "left.db"))
    async with shifts.server() as (server, _):
        (line,) = await server.seat(1, seats=2, begin=False)
        assert await line.result(type="rename", name="Nami") == "accepted"
        assert journal.stat().st_size
        journal.unlink()
        if fate == "replaced":
            journal.touch()
        assert await line.result(type="rename", name="Aki") == "unstored"
        shutil.copy(shifts.db, left)  # the file as a power failure now would leave it
    for each in (replace(shifts, db=str(left)), shifts):
        async with each.server() as (server, _):
            assert (await server.stored(line.table)).sitting.places[0].name == "Nami"


async def test_a_readable_file_is_restricted_to_its_owner_and_a_warning_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, journal = tmp_path / "x.db", tmp_path / "x.db-wal"
    await (await open_database(str(db))).close()
    for mode in (0o644, 0o660, 0o600, 0o400):
        journal.touch()
        for each in (db, journal):
            each.chmod(mode)
        capsys.readouterr()
        await (await open_database(str(db))).close()
        assert stat.S_IMODE(db.stat().st_mode) == mode & 0o700
        assert ("database_was_open_to_others" in capsys.readouterr().err) == bool(mode & 0o077)
