"""The ways back to a seat: one's tables, codes in play, passes for further browsers."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import httpx
import msgspec
from sqlalchemy import Connection, text

from chabudai.core import Rng
from chabudai.server import wire
from chabudai.server.commands import carry_out
from chabudai.server.database import open_database
from chabudai.server.lobby import MOST_DEVICES, add_device, open_table, sit
from chabudai.server.seats import digest
from chabudai.server.sources import Sources
from chabudai.server.store import Store
from chabudai.server.table import Call
from chabudai.server.ways_back import PASS_MS
from tests.server.support import Guest, Line, Running, guest, play_on


async def yours(each: Guest) -> list[dict[str, Any]]:
    answer = await each.http.get("/api/tables")
    assert answer.status_code == 200
    tables: list[dict[str, Any]] = answer.json()
    return tables


async def pass_of(each: Guest, table: str) -> httpx.Response:
    return await each.http.post(f"/api/tables/{table}/pass", json={})


async def test_a_browser_finds_its_tables_those_that_wait_for_it_first(
    server: Running, mika: Guest, ken: Guest
) -> None:
    assert await yours(ken) == []
    lobby = await mika.open(name="Mika")
    theirs = await mika.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
    async with mika.line(theirs["table"]) as line:
        update = await line.first("update")
        await line.say(type="act", head=update["seq"], action={"type": "pass"})
    mine = await mika.open(seats=2, options={"first_player": 1})
    await ken.join(table=mine["table"], secret=mine["invite"])
    async with mika.line(mine["table"]) as line:
        await line.say(type="begin")
    tables = await yours(ken)
    assert [each["table"] for each in tables] == [mine["table"]]
    assert tables[0] == {
        "table": mine["table"],
        "game": "word-bank",
        "status": "playing",
        "seat": 1,
        "players": [{"kind": "guest", "name": "Mika"}, {"kind": "guest", "name": "Ken"}],
        "to_act": [1],
    }
    found = await yours(mika)
    assert {each["table"] for each in found[:-1]} == {theirs["table"], mine["table"]}
    assert found[-1]["table"] == lobby["table"]
    assert found[-1]["players"] == [{"kind": "guest", "name": "Mika"}, *[OPEN] * 2]
    assert found[-1]["to_act"] == []


OPEN = {"kind": "open", "name": ""}


async def test_a_seat_that_is_lost_is_no_way_back(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as other:
        made = await host.open()
        await other.join(table=made["table"], secret=made["invite"])
        assert len(await yours(other)) == 1
        async with host.line(made["table"]) as line:
            await line.say(type="vacate", seat=1)
        assert await yours(other) == []


async def test_tables_of_before_are_found_after_the_revision(db: str) -> None:
    sources = Sources()
    order = wire.NewTable("word-bank", "Mika", 3)
    opened = open_table(Call(0, "opened", 1000, sources), order, "mika", "i" * 64)
    seated = sit(opened.table, Call(0, "sit", 1000, sources), "ken", "Ken")
    store = Store(await open_database(db), lambda _: None)
    store.start()
    await store.append(opened)
    await store.append(seated)
    for undo in (
        "DROP TABLE seats",
        "DROP TABLE passes",
        "ALTER TABLE duty DROP COLUMN clock",
        "UPDATE alembic_version SET version_num = '0001'",
    ):
        await store.database.write(partial(Connection.execute, statement=text(undo)))
    await store.close()
    store = Store(await open_database(db), lambda _: None)
    try:
        for who in ("mika", "ken"):
            rows, owing = await store.tables_of(who, 9)
            assert [row.id for row in rows] == [opened.table.id]
            assert owing == {}
        assert await store.tables_of("", 9) == ([], {})
    finally:
        await store.database.close()


async def test_a_code_leads_its_owner_back_and_others_to_watch_until_the_game_is_over(
    server: Running, mika: Guest, ken: Guest
) -> None:
    made = await mika.open(seats=2, options={"first_player": 0})
    async with mika.line(made["table"]) as first:
        code = (await first.first("lobby"))["code"]
        await ken.join(code=code)
        await first.say(type="begin")
        assert (await ken.join(code=code)).json()["seat"] == 1
        async with guest(server.base) as stranger:
            assert (await stranger.join(code=code)).json()["seat"] is None
        async with ken.line(made["table"]) as second:
            rng = Rng(5)
            await asyncio.gather(play_on(first, 0, rng), play_on(second, 1, rng))
        assert (await first.until(partial(over, first)))["code"] is None
    assert (await ken.join(code=code)).json()["code"] == "unknown-table"
    assert await server.services.store.codes() == set()


def over(line: Line) -> dict[str, Any] | None:
    lobby = line.last("lobby")
    return lobby if lobby and lobby["status"] == "over" else None


async def test_a_freed_code_is_not_written_again(site: Running) -> None:
    async with guest(site.base) as host:
        made = await host.open()
        await site.services.store.drop_codes(10**15)
        async with host.line(made["table"]) as line:
            assert (await line.say(type="rename", name="Nami"))["type"] == "accepted"
        assert await site.services.store.codes() == set()


async def test_a_pass_gives_one_other_browser_the_seat_once(
    server: Running, mika: Guest, ken: Guest
) -> None:
    made = await mika.open()
    table = made["table"]
    issued = (await pass_of(mika, table)).json()
    assert issued["left_ms"] == PASS_MS
    claimed = await ken.join(table=table, secret=issued["secret"])
    assert (claimed.json()["seat"], claimed.json()["invite"]) == (0, None)
    async with guest(server.base) as thief:
        again = await thief.join(table=table, secret=issued["secret"])
        assert again.json()["code"] == "wrong-secret"
        assert (await pass_of(thief, table)).json()["code"] == "not-your-seat"
    async with ken.line(table) as line:
        hello = await line.first("hello")
        assert (hello["seat"], hello["host"]) == (0, True)
        assert (await line.say(type="rename", name="Nami"))["type"] == "accepted"
    # The new browser is the owner's in all: it finds the table, and can pass the seat on.
    assert (await yours(ken))[0]["seat"] == (await yours(mika))[0]["seat"] == 0
    assert (await pass_of(ken, table)).status_code == 200
    stored = await server.services.store.load(table)
    assert stored
    assert issued["secret"] not in msgspec.json.encode(stored.sitting).decode()


async def test_two_browsers_that_use_a_pass_at_once_get_one_seat(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as one, guest(site.base) as two:
        made = await host.open()
        secret = (await pass_of(host, made["table"])).json()["secret"]
        answers = await asyncio.gather(
            *(each.join(table=made["table"], secret=secret) for each in (one, two))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 403]


async def test_a_pass_is_for_its_table_its_time_and_until_the_next(
    server: Running, mika: Guest, ken: Guest
) -> None:
    one, two = [(await mika.open())["table"] for _ in range(2)]
    first = (await pass_of(mika, one)).json()["secret"]
    assert (await ken.join(table=two, secret=first)).json()["code"] == "wrong-secret"
    second = (await pass_of(mika, one)).json()["secret"]
    assert (await ken.join(table=one, secret=first)).json()["code"] == "wrong-secret"
    late = server.services.settings.sources.now() + PASS_MS
    assert await server.services.store.take_pass("x", one, late) is None
    assert await used(server, second, one, late) is None
    assert (await ken.join(table=one, secret=second)).json()["seat"] == 0


async def used(server: Running, secret: str, table: str, now: int) -> str | None:
    return await server.services.store.take_pass(digest(secret), table, now)


async def test_a_pass_opens_nothing_when_its_maker_has_lost_the_seat(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as other, guest(site.base) as phone:
        made = await host.open()
        table = made["table"]
        await other.join(table=table, secret=made["invite"])
        secret = (await pass_of(other, table)).json()["secret"]
        async with host.line(table) as line:
            await line.say(type="vacate", seat=1)
        assert (await phone.join(table=table, secret=secret)).json()["code"] == "wrong-secret"


def test_a_seat_has_few_further_browsers_and_keeps_its_first() -> None:
    sources = Sources()
    order = wire.NewTable("word-bank", "Mika", 2)
    table = open_table(Call(0, "opened", 0, sources), order, "mika", "i").table
    for number in range(MOST_DEVICES + 2):
        table = add_device(table, Call(0, f"d{number}", 0, sources), f"phone {number}").table
    kept = [f"phone {number}" for number in range(2, MOST_DEVICES + 2)]
    assert table.sitting.places[0].guests == ("mika", *kept)
    assert table.seat_of("phone 0") is None
    vacated = carry_out(
        sit(table, Call(0, "s", 0, sources), "ken", "Ken").table,
        Call(0, "v", 0, sources),
        wire.Vacate("v", 1),
    )
    assert vacated.table.seat_of("ken") is None


async def test_in_a_silent_game_nobody_learns_of_a_further_browser(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as other, guest(site.base) as phone:
        made = await host.open(game="kakapo", seats=2)
        table = made["table"]
        await other.join(table=table, secret=made["invite"])
        async with host.line(table) as first, other.line(table) as second:
            await first.say(type="begin")
            await second.first("update")
            heard = len(second.frames)
            told = (await first.first("update"))["seq"]
            secret = (await pass_of(host, table)).json()["secret"]
            assert (await phone.join(table=table, secret=secret)).json()["seat"] == 0
            await first.at(told + 1)
            assert (await second.say(type="again"))["code"] == "not-now"
            assert [json.loads(frame)["type"] for frame in second.frames[heard:]] == ["refused"]


async def test_whoever_finds_every_seat_taken_is_named_once_and_may_sit_when_one_is_free(
    site: Running,
) -> None:
    async with guest(site.base) as host, guest(site.base) as late, host_line(host) as (made, line):
        for _ in range(2):
            full = await late.join(table=made["table"], secret=made["invite"])
            assert (full.json()["code"], full.json()["table"]) == ("no-seat", made["table"])
        lobby = await line.until(lambda: (told := line.last("lobby")) and told["door"] and told)
        assert lobby["door"] == ["Ken"]
        await line.say(type="resize", seats=3)
        assert (await late.join(code=lobby["code"])).json()["seat"] == 2
        lobby = await line.until(lambda: (told := line.last("lobby")) and not told["door"] and told)
        assert [chair["name"] for chair in lobby["chairs"]][2] == "Ken"


@contextlib.asynccontextmanager
async def host_line(host: Guest) -> AsyncIterator[tuple[dict[str, Any], Line]]:
    made = await host.open(seats=2, bots=["easy"])
    async with host.line(made["table"]) as line:
        await line.first("lobby")
        yield made, line
