"""What goes wrong between servers and people: lost answers, restarts, two writers, lost hints."""

import asyncio
import json
import random
from functools import partial
from pathlib import Path

import pytest

from chabudai.core import Rng
from chabudai.server.settings import Settings
from chabudai.server.tables import notifications, watchdog
from tests.server.support import (
    BRISK,
    Guest,
    Line,
    Running,
    entries,
    guest,
    play_on,
    running,
    sampled,
    stored_id,
)


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
        assert {stood[stored_id(mika, name)]} == seqs


async def test_the_same_id_is_answered_the_same_after_a_restart(db: str, static: Path) -> None:
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK)
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


async def test_two_servers_on_one_database_play_one_game(shared: str, static: Path) -> None:
    settings = Settings(db=shared, static=static, bot_workers=1)
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
    shared: str, static: Path
) -> None:
    settings = Settings(db=shared, static=static, bot_workers=1)
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
        conflicts = [s.services.metrics.conflicts._value.get() for s in (here, there)]
        assert sum(conflicts) > 0


def names_are(line: Line, names: set[str]) -> bool:
    """Whether these sit round the table now."""
    return {chair["name"] for chair in (line.last("lobby") or {})["chairs"]} == names


async def test_a_table_moved_by_another_server_is_found_without_any_hint(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    settings = Settings(db=shared, static=static, bot_workers=1)
    async with running(settings) as here, running(settings) as there, guest(here.base) as mika:
        made = await mika.open()
        host = dict(mika.http.cookies)
        async with guest(there.base) as elsewhere:
            elsewhere.http.cookies.update(host)
            async with mika.line(made["table"]) as one, elsewhere.line(made["table"]) as two:
                await one.first("lobby")
                await two.say(type="begin", fill="easy")
                await one.first("update")
        assert watchdog.POLL_S < 5
        assert here.services.metrics.missed._value.get() >= 1


async def test_servers_on_one_postgresql_hint_to_each_other_without_being_asked(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    settings = Settings(db=shared, static=static, bot_workers=1)
    async with running(settings) as here, running(settings) as there, guest(here.base) as mika:
        made = await mika.open()
        async with guest(there.base) as ken, ken.line(made["table"]) as line:
            await line.first("lobby")
            async with mika.line(made["table"]) as host:
                await host.say(type="rename", name="Nami")
                await line.until(partial(names_are, line, {"Nami", ""}))
        assert there.services.metrics.missed._value.get() == 0
