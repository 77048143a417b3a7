"""Ways back to a seat: a guest's list of tables, codes during games, and passes for browsers."""

import asyncio
import json
from typing import Any

import httpx
import msgspec

from chabudai.server.credentials import digest
from chabudai.server.http.invitations import PASS_MS
from chabudai.server.tables.clocks import CODE_KEPT_MS
from chabudai.server.tables.decide.lobby import MOST_DEVICES, add_device
from tests.server.support import PATIENCE_S, Guest, Running
from tests.server.tables import call, open_new

OPEN = {"kind": "open", "name": ""}


async def tables_of(each: Guest) -> list[dict[str, Any]]:
    answer = await each.http.get("/api/tables")
    assert answer.status_code == 200
    tables: list[dict[str, Any]] = answer.json()
    return tables


async def pass_of(each: Guest, table: str) -> httpx.Response:
    return await each.http.post(f"/api/tables/{table}/pass", json={})


async def test_own_tables_are_listed_starting_with_those_that_await_a_move(server: Running) -> None:
    mine, his = await server.seat(2, options={"first_player": 1})
    mika, ken = mine.who, his.who
    lobby = (await mika.open())["table"]
    theirs = await mika.open(bots=["easy", "easy"], begin=True, options={"first_player": 0})
    line = await mika.connect(theirs["table"])
    await line.first("update")
    await line.move({"type": "pass"})
    assert await tables_of(await server.guest()) == []
    assert await tables_of(ken) == [
        {
            "table": mine.table,
            "game": "word-bank",
            "status": "playing",
            "seat": 1,
            "players": [{"kind": "guest", "name": "Mika"}, {"kind": "guest", "name": "Ken"}],
            "to_act": [1],
            "party": mine.table,
        }
    ]
    *playing, last = await tables_of(mika)
    assert {each["table"] for each in playing} == {theirs["table"], mine.table}
    assert (last["table"], last["to_act"]) == (lobby, [])
    assert last["players"] == [{"kind": "guest", "name": "Mika"}, OPEN, OPEN]


async def test_a_code_leads_its_owner_back_and_others_to_watch_even_when_the_game_is_over(
    server: Running,
) -> None:
    (line,) = await server.seat(1, seats=2, begin=False, options={"first_player": 0})
    ken, stranger = await server.guests(2)
    code = (await line.first("lobby"))["code"]
    assert len(code) == 4
    assert (await ken.join(code=code)).json()["seat"] == 1
    await line.accept(type="begin")
    assert (await ken.join(code=code)).json()["seat"] == 1
    assert (await stranger.join(code=code)).json()["seat"] is None
    await line.accept(type="end")
    await line.until(lambda: line.lobby["status"] == "over" and line.lobby["code"] == code)
    assert (await ken.join(code=code)).json()["seat"] == 1
    assert (await stranger.join(code=code)).json()["seat"] is None


async def test_an_idle_table_loses_its_code_until_a_seat_is_freed(site: Running) -> None:
    (line,) = await site.seat(1, seats=2, bots=["easy"], options={"first_player": 0})
    host, clocks, now = line.who, site.services.clocks, site.services.settings.sources.now()
    for later in (-60_000, 60_000):  # the guest is connected
        await clocks.sweep(now + CODE_KEPT_MS + later)
        assert len(await site.services.store.codes()) == 1
    await line.ws.close()
    async with asyncio.timeout(PATIENCE_S):
        while await site.services.store.codes():
            await clocks.sweep(now + 2 * CODE_KEPT_MS + 120_000)
    line = await host.connect(line.table)
    assert (await line.first("lobby"))["code"] is None
    await line.accept(type="rename", name="Nami")
    assert await site.services.store.codes() == set()
    await line.accept(type="vacate", seat=1)
    code = await line.until(lambda: line.lobby["code"])
    assert (await (await site.guest()).join(code=code)).json()["seat"] == 1


async def test_a_pass_gives_one_other_browser_the_seat_once_and_is_limited_to_its_table_and_time(
    server: Running,
) -> None:
    mika, ken, thief = await server.guests(3)
    table, other = [(await mika.open())["table"] for _ in range(2)]
    first = (await pass_of(mika, table)).json()["secret"]
    issued = (await pass_of(mika, table)).json()
    secret, maker = issued["secret"], server.services.store.pass_maker
    assert issued["left_ms"] == PASS_MS
    for wrong in ({"table": other, "secret": secret}, {"table": table, "secret": first}):
        assert (await ken.join(**wrong)).json()["code"] == "wrong-secret"
    late = server.services.settings.sources.now() + PASS_MS
    assert await maker("x", table, late) is None
    assert await maker(digest(secret), table, late) is None
    assert await maker(digest(secret), table, late - 60_000) is not None
    claimed = (await ken.join(table=table, secret=secret)).json()
    assert (claimed["seat"], claimed["invite"]) == (0, None)
    assert (await thief.join(table=table, secret=secret)).json()["code"] == "wrong-secret"
    assert (await pass_of(thief, table)).json()["code"] == "not-your-seat"
    line = await ken.connect(table)
    hello = await line.first("hello")
    assert (hello["seat"], hello["host"]) == (0, True)
    await line.accept(type="rename", name="Nami")
    # The new browser lists the table, and can pass the seat on.
    assert (await tables_of(ken))[0]["table"] == table
    assert (await pass_of(ken, table)).status_code == 200
    stored = msgspec.json.encode((await server.stored(table)).sitting).decode()
    assert secret not in stored


def test_a_seat_keeps_its_first_browser_and_the_latest_others() -> None:
    table = open_new().table
    for number in range(MOST_DEVICES + 2):
        table = add_device(table, call(), f"phone {number}").table
    kept = [f"phone {number}" for number in range(2, MOST_DEVICES + 2)]
    assert table.sitting.places[0].guests == ("mika", *kept)
    assert table.seat_of("phone 0") is None


async def test_a_further_browser_is_hidden_from_others_in_a_silent_game(site: Running) -> None:
    first, second = await site.seat(2, game="kakapo")
    heard, head = len(second.frames), first.update["seq"]
    secret = (await pass_of(first.who, first.table)).json()["secret"]
    assert (await (await site.guest()).join(table=first.table, secret=secret)).json()["seat"] == 0
    await first.at(head + 1)
    assert await second.refuse(type="again") == "not-now"
    assert [json.loads(frame)["type"] for frame in second.frames[heard:]] == ["refused"]
