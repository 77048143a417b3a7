"""Ways back to a seat, which removed guests do not have. Only seats get the code."""

import asyncio
import contextlib
import json
from typing import Any

import httpx
import msgspec
import pytest

from chabudai.server.credentials import digest
from chabudai.server.http.invitations import PASS_MS
from chabudai.server.refusal import PRIVATE
from chabudai.server.tables.clocks import CODE_KEPT_MS
from chabudai.server.tables.decide.lobby import MOST_DEVICES, add_device
from tests.server.clock import Shifts
from tests.server.support import PATIENCE_S, Guest, Line, Running, guest
from tests.server.tables import call, open_new
from tests.server.test_authority import MESSAGES, everything


async def tables_of(each: Guest) -> list[dict[str, Any]]:
    answer = await each.http.get("/api/tables")
    assert answer.status_code == 200
    return list(answer.json())


async def pass_of(each: Guest, table: str) -> httpx.Response:
    return await each.http.post(f"/api/tables/{table}/pass", json={})


async def secret_of_pass(each: Guest, table: str) -> str:
    return str((await pass_of(each, table)).json()["secret"])


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
    assert last["players"] == [
        {"kind": "guest", "name": "Mika"},
        *[{"kind": "open", "name": ""}] * 2,
    ]


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
    first = await secret_of_pass(mika, table)
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
    secret = await secret_of_pass(first.who, first.table)
    assert (await (await site.guest()).join(table=first.table, secret=secret)).json()["seat"] == 0
    await first.at(head + 1)
    assert await second.refuse(type="again") == "not-now"
    assert [json.loads(frame)["type"] for frame in second.frames[heard:]] == ["refused"]


async def lobby(line: Line, **wanted: Any) -> dict[str, Any]:
    """Wait for a Lobby message with these fields, and return it."""
    return dict(await line.until(lambda: line.lobby | wanted == line.lobby and line.lobby))


async def fill(host: Line, first: int, seats: int) -> None:
    """Fill a lobby's other seats with bots, so that guests find no free seat."""
    for seat in range(first, seats):
        await host.accept(type="seat-bot", seat=seat, level="easy")


async def refused(each: Guest, **wish: Any) -> str:
    answer = await each.join(**wish)
    assert answer.status_code in (403, 404), answer.text
    return str(answer.json()["code"])


@pytest.mark.parametrize("begin", [False, True])
async def test_removed_guest_gets_no_seat_by_any_way_until_readmitted(
    shifts: Shifts, begin: bool
) -> None:
    async with contextlib.AsyncExitStack() as stack, contextlib.AsyncExitStack() as first:
        site, mika = await first.enter_async_context(shifts.server())
        others = [await stack.enter_async_context(guest(site.base)) for _ in range(4)]
        ken, phone, ami, late = others
        made = await mika.open(seats=4)
        table, old_link = made["table"], {"table": made["table"], "secret": made["invite"]}
        await ken.join(**old_link)
        await ami.join(**old_link, name="Ami")
        await phone.join(table=table, secret=await secret_of_pass(ken, table))
        left_behind = await secret_of_pass(ken, table)
        async with mika.line(table) as host, ken.line(table) as tab, ken.line(table) as other_tab:
            old_code = (await host.first("lobby"))["code"]
            if begin:
                await host.say(type="begin", fill="easy")
                await host.say(type="vacate", seat=3)
            await host.say(type="vacate", seat=1)
            new_link = {"table": table, "secret": (await host.first("invitation"))["secret"]}
            new_code = (await lobby(host, removed=["Ken"]))["code"]
            assert (old_code != new_code) or old_code is None
            for line in (tab, other_tab):
                seen = await lobby(line, seatless="removed")
                assert (seen["code"], seen["removed"]) == (None, [])
                for command in (
                    {"type": "rename", "name": "Nobu"},
                    {"type": "readmit", "name": "Ken"},
                ):
                    assert await line.refuse(**command) == "not-your-seat"
        assert (await ken.join(**old_link)).json()["text"].endswith("Ask the host for a new one.")
        assert (await ken.http.get("/api/tables")).json() == []

        async def is_barred(base: str) -> None:
            for each in (ken, phone):
                each.go_to(base)
                assert await refused(each, **old_link) == "wrong-secret"
                assert await refused(each, table=table) == "wrong-secret"
                assert await refused(each, code=old_code) == "unknown-table"
                assert await refused(each, **new_link) == "removed"
                assert await refused(each, code=new_code) == "removed"
                by_friend = {"table": table, "secret": await secret_of_pass(ami, table)}
                assert await refused(each, **by_friend) == "removed"
                async with each.line(table) as again:
                    assert (await again.first("hello"))["seat"] is None
                    assert (await again.first("lobby"))["seatless"] == "removed"
            assert await refused(late, table=table, secret=left_behind) == "wrong-secret"
            assert await refused(late, **old_link) == "wrong-secret"

        await is_barred(site.base)
        await first.aclose()
        async with shifts.server() as (restarted, mika):
            for each in (ami, late):
                each.go_to(restarted.base)
            await is_barred(restarted.base)
            async with mika.line(table) as host, ken.line(table) as tab:
                await host.say(type="readmit", name="Ken")
                await lobby(tab, seatless="waiting")
                assert (await lobby(host, removed=[]))["door"] == ["Ken"]
            assert (await ken.join(table=table)).json()["seat"] in (1, 3)


async def test_removed_guest_stays_removed_in_the_rematch(site: Running) -> None:
    host, tab = await site.seat(2, seats=3, bots=["easy"])
    code = host.lobby["code"]
    await host.accept(type="vacate", seat=1)  # a bot's seat, so no guest is removed
    assert host.lobby["code"] == code
    await host.accept(type="vacate", seat=2)
    await host.accept(type="end")
    await host.accept(type="again")
    rematch = await tab.until(lambda: tab.lobby["next"])
    code = (await lobby(await host.who.connect(rematch), removed=["Ken"]))["code"]
    assert await refused(tab.who, code=code) == "removed"


async def test_removed_guests_of_one_name_are_readmitted_one_by_one(site: Running) -> None:
    mika, *kens = await site.guests(3)
    made = await mika.open(seats=2)
    host = await mika.connect(made["table"])
    for ken in kens:
        assert (await ken.join(code=(await lobby(host))["code"])).json()["seat"] == 1
        await host.say(type="vacate", seat=1)
    assert (await lobby(host, invitation=2))["removed"] == ["Ken", "Ken 2"]
    await host.accept(type="readmit", name="Nobody")
    await host.say(type="readmit", name="Ken 2")
    await lobby(host, removed=["Ken"])
    assert (await kens[1].join(table=made["table"])).json()["seat"] == 1
    assert await refused(kens[0], table=made["table"]) == "wrong-secret"


async def test_waiting_guests_are_offered_a_free_seat_and_leave_the_list_with_their_page(
    site: Running,
) -> None:
    host, ken = await site.seat(2, begin=False)
    await fill(host, 2, 5)
    table, link = host.table, {"table": host.table, "secret": host.invite}
    ami, nobu = await site.guests(2)
    for each, name in ((ami, "Ami"), (ami, "Ami"), (nobu, "Nobu")):
        full = await each.join(**link, name=name)
        assert (full.json()["code"], full.json()["table"]) == ("no-seat", table)
    waiting = await ami.connect(table)
    await lobby(host, door=["Ami"])
    async with nobu.line(table):
        await lobby(host, door=["Ami", "Nobu"])
    await lobby(host, door=["Ami"])
    assert (await lobby(waiting, seatless="waiting"))["door"] == []
    await host.say(type="begin")
    await host.say(type="vacate", seat=1)  # replaces the link and the code that Ami knows
    await lobby(waiting, chairs=(await lobby(host, removed=["Ken"]))["chairs"])
    assert (await ami.join(table=table, name="Ami")).json()["seat"] == 1
    assert (await lobby(host, door=[]))["chairs"][1]["name"] == "Ami"
    assert await refused(ken.who, table=table) == "wrong-secret"


async def test_no_guest_is_listed_as_waiting_in_a_silent_game(site: Running) -> None:
    host, _ = await site.seat(2, game="kakapo", begin=False)
    await fill(host, 2, 4)
    link = {"table": host.table, "secret": host.invite}
    late, later = await site.guests(2)
    await late.join(**link)
    await late.connect(host.table)
    await lobby(host, door=["Ken 2"])
    await host.accept(type="let-watch", who="nobody")
    await host.say(type="begin")
    await lobby(host, status="playing", door=[])
    head = (await host.first("update"))["seq"]
    assert (await later.join(**link)).json()["seat"] is None
    assert await (await later.connect(host.table)).closing() == PRIVATE
    assert await host.accept(type="hasten", hasten=True) == head + 1
    # After the game the guest asks again, and waits for the next one.
    await host.accept(type="end")
    assert (await later.join(**link, name="Later")).json()["seat"] is None
    await lobby(await later.connect(host.table), seatless="waiting")
    await lobby(host, door=["Ken 2", "Later"])


async def everything_sent(each: Guest, table: str) -> list[bytes]:
    """The request body of every endpoint about a table, except the one that opens another table."""
    found = await everything(each, table)
    return [answer.content for (_, path), answer in found.items() if not path.endswith("/play-on")]


async def test_readers_without_a_seat_are_sent_no_secret_or_code(site: Running) -> None:
    host, ken, _ = await site.seat(3, begin=False)
    await fill(host, 3, 5)
    table, secrets = host.table, {host.invite}
    late, stranger = await site.guests(2)
    own = [each.http.cookies["guest"] for each in (host.who, ken.who)]
    secrets |= {*own, *map(digest, [*own, host.invite])}
    await late.join(table=table, secret=host.invite, name="Late")
    await stranger.open()
    sent: list[bytes] = []
    code = (await lobby(host))["code"]
    lines = [ken, await late.connect(table), await stranger.connect(table)]
    await host.say(type="vacate", seat=1)
    await lobby(ken, seatless="removed")
    removed_at = len(ken.frames)
    plan = [kind for kind in MESSAGES if kind not in ("leave", "end", "again", "begin")]
    for kind in (*plan, "begin", *plan, "end", "again"):
        for line in (host, *lines):
            await line.say(type=kind, **MESSAGES[kind])
        if kind == "vacate":
            for line in lines:
                sent += await everything_sent(line.who, table)
            sent.append((await stranger.join(table=table)).content)
    secrets |= {message["secret"] for message in host.of("invitation")}
    codes = {message["code"] for message in host.of("lobby")} - {None, code}
    sent += await everything_sent(stranger, table)
    rematch = host.lobby["next"]
    later = await stranger.connect(rematch)  # those who waited have a seat there
    await later.first("lobby")
    sent += later.frames
    sent += await everything_sent(stranger, rematch)
    codes.add((await lobby(await host.who.connect(rematch)))["code"])
    sent += [*ken.frames[removed_at:], *lines[1].frames, *lines[2].frames]
    assert len(secrets) >= 7
    assert len(codes) >= 2
    for body in sent:
        assert not any(secret.encode() in body for secret in secrets)
        for each in codes | {code}:
            assert f'"{each}"'.encode() not in body
            assert f"/j/{each}".encode() not in body
