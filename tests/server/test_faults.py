"""What goes wrong between servers and people: lost answers, restarts, two writers, lost hints."""

import asyncio
import json
import random
from contextlib import AsyncExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import text, update

from chabudai.core import Rng
from chabudai.server.live import hints, watchdog
from chabudai.server.services import Settings
from chabudai.server.store.rows import encoded
from chabudai.server.store.schema import LOG, TABLES
from chabudai.server.table import put_place
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


async def test_a_command_of_before_an_upgrade_is_done_once_when_it_is_sent_again(
    db: str, static: Path
) -> None:
    """Ids were the seat's then, and tell how often the seat had been lost; not which browser of the
    seat's owner had sent a command.
    """
    settings = Settings(db=db, static=static, bot_workers=1, sources=BRISK)
    table, jars, seqs = "", list[dict[str, str]](), list[int]()
    name = {"type": "rename", "id": "once", "name": "Nami"}
    async with AsyncExitStack() as people:
        server = await people.enter_async_context(running(settings))
        mika, ken, emi, phone = [
            await people.enter_async_context(guest(server.base)) for _ in range(4)
        ]
        table = (made := await mika.open())["table"]
        for each in (ken, emi):
            await each.join(table=table, secret=made["invite"])
        issued = (await emi.http.post(f"/api/tables/{table}/pass", json={})).json()
        assert (await phone.join(table=table, secret=issued["secret"])).json()["seat"] == 2
        for wish, each in (("Nami", mika), ("Rin", ken), ("Sora", phone)):
            async with each.line(table) as line:
                seqs.append((await line.say(**{**name, "name": wish}))["seq"])
        seqs.append(seqs[-1])  # sent again by the other browser of that seat
        jars = [dict(each.http.cookies) for each in (mika, ken, phone, emi)]
        old = [(stored_id(mika, "once"), "0:once"), (stored_id(ken, "once"), "1.1:once")]
        old.append((stored_id(phone, "once"), "2:once"))
        stored = await server.services.store.load(table)
        assert stored is not None
        place = msgspec.structs.replace(stored.sitting.places[1], epoch=1)
        sitting = encoded(put_place(stored.sitting, 1, place))
        await rewrite(server, update(TABLES).values(sitting=sitting))
        for now, then in old:
            await rewrite(server, update(LOG).where(LOG.c.cmd_id == now).values(cmd_id=then))
        await rewrite(server, text("ALTER TABLE tables DROP COLUMN format"))
        await rewrite(server, text("UPDATE alembic_version SET version_num = '0005'"))
    async with running(settings) as server:
        for jar, seq in zip(jars, seqs, strict=True):
            async with guest(server.base) as each:
                each.http.cookies.update(jar)
                async with each.line(table) as line:
                    assert (await line.say(**name))["seq"] == seq
        stored, _ = await entries(server, table)
        assert stored.head == max(seqs)


class Step(NamedTuple):
    """What of a row of the log the revision looks at."""

    cmd_id: str
    seat: int
    part: str = "play"


@pytest.mark.parametrize(
    ("step", "renewed"),
    [
        (Step("0:a", 0), "guest.mmmmmmmmmmmm:a"),
        (Step("0:a", 2), "skip.mmmmmmmmmmmm:a"),
        (Step("0:a:b", 1, "lobby"), "guest.mmmmmmmmmmmm:a:b"),
        (Step("1.2:a", 1), "guest.kkkkkkkkkkkk:a"),
        (Step("1.1:a", 1), None),  # by somebody who has lost the seat since
        (Step("1:a", 1), None),
        (Step("2:a", 2), None),
        (Step("3:a", 3), "guest.eeeeeeeeeeee+:a"),
        (Step("begin", 0, "lobby"), None),
        (Step("clock:0:3", 0), None),
        (Step("guest.mmmmmmmmmmmm:a", 0), None),
    ],
)
def test_ids_of_before_are_their_guests_after_the_revision(step: Step, renewed: str | None) -> None:
    revision = import_module("chabudai.server.store.migrations.versions.0006_ids_of_guests")
    places = [{"guest": "m" * 64}, {"guest": "k" * 64, "epoch": 2}, {"guest": ""}]
    places += [{"guest": "e" * 64, "devices": ["d" * 64]}]
    owners = dict(revision.prefixes(json.dumps({"places": places})))
    assert revision.renewed_id(step, owners) == renewed
    assert dict(revision.prefixes("{")) == {}


async def rewrite(server: Running, statement: Any) -> None:
    """Change rows behind the server's back."""
    await server.services.store.database.transact(lambda connection: connection.execute(statement))


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
    monkeypatch.setattr(hints, "GATHER_S", 3600.0)
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
