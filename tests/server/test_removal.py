"""Removed guests stay removed, guests who wait get free seats, and only seats get the code."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from chabudai.server.settings import Settings
from tests.server.support import Guest, Line, Running, guest, running
from tests.server.test_address import everything
from tests.server.test_authority import MESSAGES


@contextlib.asynccontextmanager
async def guests(site: Running, number: int) -> AsyncIterator[list[Guest]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(guest(site.base)) for _ in range(number)]


async def lobby(line: Line, **wanted: Any) -> dict[str, Any]:
    """The first Lobby message whose fields are as wanted."""

    def fits() -> dict[str, Any] | None:
        found = line.last("lobby") or {}
        return found if all(found[name] == value for name, value in wanted.items()) else None

    found: dict[str, Any] = await line.until(fits)
    return found


async def pass_of(each: Guest, table: str) -> str:
    answer = await each.http.post(f"/api/tables/{table}/pass", json={})
    secret: str = answer.json()["secret"]
    return secret


async def refused(each: Guest, **wish: Any) -> str:
    answer = await each.join(**wish)
    assert answer.status_code in (403, 404), answer.text
    code: str = answer.json()["code"]
    return code


@pytest.mark.parametrize("begin", [False, True])
async def test_removed_guest_gets_no_seat_by_any_way_until_readmitted(
    tmp_path: Path, static: Path, begin: bool
) -> None:
    settings = Settings(db=f"{tmp_path}/tables.db", static=static, bot_workers=1)
    async with contextlib.AsyncExitStack() as stack, contextlib.AsyncExitStack() as first:
        site = await first.enter_async_context(running(settings))
        mika, ken, phone, ami, late = await stack.enter_async_context(guests(site, 5))
        made = await mika.open(seats=4)
        table, old_link = made["table"], {"table": made["table"], "secret": made["invite"]}
        await ken.join(**old_link)
        await ami.join(**old_link, name="Ami")
        await phone.join(table=table, secret=await pass_of(ken, table))
        left_behind = await pass_of(ken, table)
        async with mika.line(table) as host, ken.line(table) as tab, ken.line(table) as other_tab:
            old_code = (await host.first("lobby"))["code"]
            if begin:
                await host.say(type="begin", fill="easy")
                await host.say(type="vacate", seat=3)
            await host.say(type="vacate", seat=1)
            invitation = await host.first("invitation")
            new_link = {"table": table, "secret": invitation["secret"]}
            new_code = (await lobby(host, removed=["Ken"]))["code"]
            assert (old_code != new_code) or old_code is None
            for line in (tab, other_tab):
                assert (await lobby(line, seatless="removed"))["code"] is None
                assert (await line.say(type="rename", name="Nobu"))["code"] == "not-your-seat"
                assert (await line.say(type="readmit", name="Ken"))["code"] == "not-your-seat"
        answer = await ken.join(**old_link)
        assert answer.json()["text"].endswith("Ask the host for the new link.")

        async def is_barred(base: str) -> None:
            for each in (ken, phone):
                each.go_to(base)
                assert await refused(each, **old_link) == "wrong-secret"
                assert await refused(each, table=table) == "wrong-secret"
                assert await refused(each, code=old_code) == "unknown-table"
                assert await refused(each, **new_link) == "removed"
                assert await refused(each, code=new_code) == "removed"
                by_friend = {"table": table, "secret": await pass_of(ami, table)}
                assert await refused(each, **by_friend) == "removed"
                async with each.line(table) as again:
                    assert (await again.first("hello"))["seat"] is None
                    assert (await again.first("lobby"))["seatless"] == "removed"
            assert await refused(late, table=table, secret=left_behind) == "wrong-secret"

        await is_barred(site.base)
        await first.aclose()
        async with running(settings) as restarted:
            for each in (mika, ami, late):
                each.go_to(restarted.base)
            await is_barred(restarted.base)
            async with mika.line(table) as host, ken.line(table) as tab:
                await host.say(type="readmit", name="Ken")
                await lobby(tab, seatless="waiting")
                assert (await lobby(host, removed=[]))["door"] == ["Ken"]
            seated = (await ken.join(table=table)).json()
            assert seated["seat"] in (1, 3)


async def test_removed_guest_stays_removed_in_the_rematch(site: Running) -> None:
    async with guests(site, 2) as (mika, ken):
        made = await mika.open(bots=["easy"])
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as host, ken.line(made["table"]) as tab:
            await host.say(type="begin")
            await host.say(type="vacate", seat=2)
            await host.say(type="end")
            await host.say(type="again")
            rematch = (await tab.until(lambda: (tab.last("lobby") or {})["next"] and tab)).last(
                "lobby"
            )["next"]
        async with mika.line(rematch) as host:
            code = (await lobby(host, removed=["Ken"]))["code"]
        assert await refused(ken, code=code) == "removed"


async def test_removed_guests_of_one_name_are_readmitted_one_by_one(site: Running) -> None:
    async with guests(site, 3) as (mika, *kens):
        made = await mika.open(seats=2)
        async with mika.line(made["table"]) as host:
            for ken in kens:
                code = (await lobby(host))["code"]
                assert (await ken.join(code=code)).json()["seat"] == 1
                await host.say(type="vacate", seat=1)
            names = (await lobby(host, invitation=2))["removed"]
            assert names == ["Ken", "Ken 2"]
            assert (await host.say(type="readmit", name="Nobody"))["type"] == "accepted"
            await host.say(type="readmit", name="Ken 2")
            await lobby(host, removed=["Ken"])
        assert (await kens[1].join(table=made["table"])).json()["seat"] == 1
        assert await refused(kens[0], table=made["table"]) == "wrong-secret"


async def test_only_the_host_readmits(site: Running) -> None:
    async with guests(site, 4) as (mika, ken, ami, stranger):
        made = await mika.open()
        for each in (ken, ami):
            await each.join(table=made["table"], secret=made["invite"])
        async with contextlib.AsyncExitStack() as stack:
            host, tab, seat, watcher = [
                await stack.enter_async_context(each.line(made["table"]))
                for each in (mika, ken, ami, stranger)
            ]
            await host.say(type="vacate", seat=1)
            await lobby(tab, seatless="removed")
            for line, code in (
                (seat, "not-host"),
                (tab, "not-your-seat"),
                (watcher, "not-your-seat"),
            ):
                assert (await line.say(type="readmit", name="Ken"))["code"] == code
            assert (await lobby(seat))["removed"] == ["Ken"]
            for line in (tab, watcher):
                assert (await lobby(line))["removed"] == []
            assert (await host.say(type="readmit", name="Ken"))["type"] == "accepted"


async def test_waiting_guests_are_offered_a_free_seat_and_leave_the_list_with_their_page(
    site: Running,
) -> None:
    async with guests(site, 4) as (mika, ken, ami, nobu):
        made = await mika.open(seats=2)
        table, link = made["table"], {"table": made["table"], "secret": made["invite"]}
        await ken.join(**link)
        for each, name in ((ami, "Ami"), (nobu, "Nobu")):
            full = await each.join(**link, name=name)
            assert (full.json()["code"], full.json()["table"]) == ("no-seat", table)
        async with mika.line(table) as host, ami.line(table) as waiting:
            await lobby(host, door=["Ami"])
            async with nobu.line(table):
                await lobby(host, door=["Ami", "Nobu"])
            await lobby(host, door=["Ami"])
            assert (await lobby(waiting, seatless="waiting"))["door"] == []
            await host.say(type="begin")
            await host.say(type="vacate", seat=1)  # ends the link and the code that Ami knows
            await lobby(waiting, chairs=(await lobby(host, removed=["Ken"]))["chairs"])
            assert (await ami.join(table=table, name="Ami")).json()["seat"] == 1
            assert (await lobby(host, door=[]))["chairs"][1]["name"] == "Ami"
            assert await refused(ken, table=table) == "wrong-secret"


async def test_guest_invited_during_the_game_waits_for_a_seat(site: Running) -> None:
    async with guests(site, 2) as (mika, ken):
        made = await mika.open(seats=2, bots=["easy"], begin=True)
        table = made["table"]
        assert (await ken.join(table=table, secret=made["invite"])).json()["seat"] is None
        async with mika.line(table) as host, ken.line(table) as waiting:
            assert (await lobby(host, door=["Ken"]))["removed"] == []
            await host.say(type="vacate", seat=1)
            found = await waiting.until(
                lambda: (waiting.last("lobby") or {})["chairs"][1]["kind"] == "open" and waiting
            )
            assert found.last("lobby")["seatless"] == "waiting"
            assert (await ken.join(table=table)).json()["seat"] == 1


async def test_nobody_is_listed_as_waiting_in_a_silent_game(site: Running) -> None:
    async with guests(site, 3) as (mika, ken, late):
        made = await mika.open(game="kakapo", seats=2)
        link = {"table": made["table"], "secret": made["invite"]}
        await ken.join(**link)
        await late.join(**link)
        async with mika.line(made["table"]) as host, late.line(made["table"]):
            await lobby(host, door=["Ken 2"])
            await host.say(type="begin")
            await lobby(host, status="playing", door=[])
            async with guest(site.base) as later:
                head = (await host.first("update"))["seq"]
                assert (await later.join(**link)).json()["seat"] is None
                assert (await host.say(type="hasten", hasten=True))["seq"] == head + 1


async def everything_sent(each: Guest, table: str) -> list[bytes]:
    """The body of every endpoint about a table, but for one that opens another table."""
    found = await everything(each, table)
    return [answer.content for (_, path), answer in found.items() if not path.endswith("/play-on")]


async def test_no_message_or_answer_gives_link_or_code_to_readers_without_a_seat(
    site: Running,
) -> None:
    async with guests(site, 5) as (mika, ken, ami, late, stranger):
        made = await mika.open(seats=3)
        table, link = made["table"], {"table": made["table"], "secret": made["invite"]}
        secrets = {made["invite"]}
        sent: list[bytes] = []
        await ken.join(**link)
        await ami.join(**link, name="Ami")
        await late.join(**link, name="Late")
        await stranger.open()
        seatless = (ken, late, stranger)
        async with contextlib.AsyncExitStack() as stack:
            host = await stack.enter_async_context(mika.line(table))
            code = (await lobby(host))["code"]
            lines = [await stack.enter_async_context(each.line(table)) for each in seatless]
            await host.say(type="vacate", seat=1)
            await lobby(lines[0], seatless="removed")
            removed_at = len(lines[0].frames)
            last = ("leave", "end", "again", "begin")
            plan = [kind for kind in MESSAGES if kind not in last]
            for kind in (*plan, "begin", *plan, "end", "again"):
                for line in (host, *lines):
                    await line.say(type=kind, **MESSAGES[kind])
                if kind == "vacate":
                    for each in seatless:
                        sent += await everything_sent(each, table)
                    sent.append((await stranger.join(table=table)).content)
            for message in host.of("invitation"):
                secrets.add(message["secret"])
            codes = {message["code"] for message in host.of("lobby")} - {None, code}
            sent += await everything_sent(stranger, table)
            rematch = (host.last("lobby") or {})["next"]
            for each in seatless:
                line = await stack.enter_async_context(each.line(rematch))
                await line.first("lobby")
                sent += line.frames
            sent += await everything_sent(stranger, rematch)
            first = await stack.enter_async_context(mika.line(rematch))
            codes.add((await lobby(first))["code"])
        sent += [*lines[0].frames[removed_at:], *lines[1].frames, *lines[2].frames]
        assert len(secrets) >= 2
        assert len(codes) >= 2
        for body in sent:
            assert not any(secret.encode() in body for secret in secrets)
            assert not any(f'"{each}"'.encode() in body for each in codes | {code})
            assert not any(f"/j/{each}".encode() in body for each in codes | {code})
