"""The ways back to a seat: one's tables, codes in play, passes for further browsers."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.credentials import digest
from chabudai.server.http.invitations import PASS_MS
from chabudai.server.limits import Limits
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from chabudai.server.tables.clocks import CODE_KEPT_MS
from chabudai.server.tables.decide import Call
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import MOST_DEVICES, add_device, open_table, sit
from tests.server.support import PATIENCE_S, Guest, Line, Running, guest, play_on, running


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


async def test_an_idle_table_loses_its_code_while_the_server_runs_and_it_is_not_written_again(
    site: Running,
) -> None:
    async with guest(site.base) as host:
        made = await host.open(seats=2, bots=["easy"], options={"first_player": 0})
        clocks, now = site.services.clocks, site.services.settings.sources.now()
        async with host.line(made["table"]) as line:
            await line.say(type="begin")
            await line.turn(0)
            await clocks.sweep(now + CODE_KEPT_MS - 60_000)
            assert len(await site.services.store.codes()) == 1
            await clocks.sweep(now + CODE_KEPT_MS + 60_000)
            assert len(await site.services.store.codes()) == 1  # somebody is there
        async with asyncio.timeout(PATIENCE_S):
            while await site.services.store.codes():
                await clocks.sweep(now + 2 * CODE_KEPT_MS + 120_000)
        async with host.line(made["table"]) as line:
            assert (await line.first("lobby"))["code"] is None
            assert (await line.say(type="rename", name="Nami"))["type"] == "accepted"
        assert await site.services.store.codes() == set()


async def test_whoever_lost_their_seat_does_not_come_back_by_the_old_link_or_code(
    server: Running, mika: Guest, ken: Guest
) -> None:
    made = await mika.open(bots=["easy"])
    table, link = made["table"], {"table": made["table"], "secret": made["invite"]}
    async with mika.line(table) as line:
        old = (await line.first("lobby"))["code"]
        await line.say(type="vacate", seat=1)  # a bot's, so nobody is sent away
        assert (line.last("lobby") or {})["code"] == old
        assert (await ken.join(**link)).json()["seat"] == 1
        assert (await line.say(type="vacate", seat=1))["type"] == "accepted"
        new = (
            await line.until(lambda: (told := line.last("lobby")) and told["code"] != old and told)
        )["code"]
        assert (await ken.join(**link)).json()["code"] == "wrong-secret"
        async with guest(server.base) as same:  # whoever forgets the cookie is no better off
            assert (await same.join(**link)).json()["code"] == "wrong-secret"
            assert (await same.join(code=old)).json()["code"] == "unknown-table"
        assert (await ken.join(code=old)).json()["code"] == "unknown-table"
        assert (await mika.join(**link)).json()["seat"] == 0
        assert (await ken.join(code=new)).json()["code"] == "removed"
        async with guest(server.base) as friend:
            assert (await friend.join(code=new)).json()["seat"] == 1


async def test_a_table_without_a_code_has_one_once_a_seat_is_freed(site: Running) -> None:
    async with guest(site.base) as host, guest(site.base) as other:
        made = await host.open(seats=2, bots=["easy"], begin=True)
        await site.services.store.drop_codes(10**15, (), 0)
        site.services.registry._tables.clear()
        async with host.line(made["table"]) as line:
            assert (await line.first("lobby"))["code"] is None
            await line.say(type="vacate", seat=1)
            lobby = await line.until(lambda: (told := line.last("lobby")) and told["code"] and told)
        assert (await other.join(code=lobby["code"])).json()["seat"] == 1


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


async def test_a_pass_is_used_and_its_seat_given_together_or_neither(
    db: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(db=db, static=static, bot_workers=1, limits=replace(Limits(), queue=1))
    async with running(settings) as server, guest(server.base) as host, guest(server.base) as phone:
        made = await host.open()
        secret = (await pass_of(host, made["table"])).json()["secret"]
        live = await server.services.registry.get(made["table"])
        assert live is not None
        async with host.line(made["table"]) as line, live.lock:
            await line.ws.send('{"type":"rename","id":"waits","name":"Nami"}')
            async with asyncio.timeout(PATIENCE_S):
                while not live.waiting:  # noqa: ASYNC110 - a number has no event
                    await asyncio.sleep(0.01)
            busy = await phone.join(table=made["table"], secret=secret)
            assert (busy.status_code, busy.json()["code"]) == (503, "busy")
        with monkeypatch.context() as broken:
            broken.setattr("chabudai.server.store.commit.log_row", fails)
            failed = await phone.join(table=made["table"], secret=secret)
            assert failed.status_code == 503
        assert await yours(phone) == []
        assert (await phone.join(table=made["table"], secret=secret)).json()["seat"] == 0
        assert (await yours(phone))[0]["seat"] == 0


def fails(*_: object) -> None:
    raise OperationalError("", {}, OSError("the disk is full"))


async def test_a_pass_is_for_its_table_its_time_and_until_the_next(
    server: Running, mika: Guest, ken: Guest
) -> None:
    one, two = [(await mika.open())["table"] for _ in range(2)]
    first = (await pass_of(mika, one)).json()["secret"]
    assert (await ken.join(table=two, secret=first)).json()["code"] == "wrong-secret"
    second = (await pass_of(mika, one)).json()["secret"]
    assert (await ken.join(table=one, secret=first)).json()["code"] == "wrong-secret"
    late = server.services.settings.sources.now() + PASS_MS
    maker = server.services.store.pass_maker
    assert await maker("x", one, late) is None
    assert await maker(digest(second), one, late) is None
    assert await maker(digest(second), one, late - 60_000) is not None
    assert (await ken.join(table=one, secret=second)).json()["seat"] == 0


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
    order = protocol.NewTable("word-bank", "Mika", 2)
    table = open_table(Call(0, "opened", 0, sources), order, "mika", "i").table
    for number in range(MOST_DEVICES + 2):
        table = add_device(table, Call(0, f"d{number}", 0, sources), f"phone {number}").table
    kept = [f"phone {number}" for number in range(2, MOST_DEVICES + 2)]
    assert table.sitting.places[0].guests == ("mika", *kept)
    assert table.seat_of("phone 0") is None
    vacated = carry_out(
        sit(table, Call(0, "s", 0, sources), "ken", "Ken").table,
        Call(0, "v", 0, sources),
        protocol.Vacate("v", 1),
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
        async with late.line(made["table"]):
            lobby = await line.until(lambda: (told := line.last("lobby")) and told["door"] and told)
            assert lobby["door"] == ["Ken"]
            await line.say(type="resize", seats=3)
            assert (await late.join(code=lobby["code"])).json()["seat"] == 2
            lobby = await line.until(
                lambda: (told := line.last("lobby")) and not told["door"] and told
            )
        assert [chair["name"] for chair in lobby["chairs"]][2] == "Ken"


@contextlib.asynccontextmanager
async def host_line(host: Guest) -> AsyncIterator[tuple[dict[str, Any], Line]]:
    made = await host.open(seats=2, bots=["easy"])
    async with host.line(made["table"]) as line:
        await line.first("lobby")
        yield made, line
