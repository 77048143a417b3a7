"""Servers killed between steps that belong together: the next one finds a consistent table."""

import asyncio
import contextlib
import signal
from functools import partial

import httpx
import pytest

from tests.nightly.proof.kills import read_tables
from tests.server.forked_servers import Servers
from tests.server.support import Line, guest

pytestmark = pytest.mark.slow


async def test_seats_keep_one_owner_though_the_server_is_killed_between_steps(
    forked: Servers,
) -> None:
    """A bot is requested, a seat is taken back twice at once, handed on, and left by everyone."""
    async with contextlib.AsyncExitStack() as people:
        base = await forked.start()
        mika, ken, ami, nami = [await people.enter_async_context(guest(base)) for _ in range(4)]
        made = await mika.open(options={"first_player": 1})
        table, wish = made["table"], {"table": made["table"], "secret": made["invite"]}
        await ken.join(**wish, name="Ken")
        await ami.join(**wish, name="Ami")
        async with mika.line(table) as line:
            await line.say(type="begin", fill=None)
            bot = {"type": "substitute", "id": "bot", "seat": 1, "level": "easy"}
            await line.accept(**bot)
            await forked.end()
        await forked.start()
        async with mika.line(table) as host:
            assert (await host.say(**bot))["type"] == "accepted"  # it is the one of before
            assert (await host.first("lobby"))["chairs"][1]["level"] == "easy"
            async with ken.line(table) as one, ken.line(table) as two:
                for line in (one, two, host):
                    await line.until(partial(plays, line, 1))
                late = await host.say(type="substitute", seat=1, level="easy")
                assert (late["code"], late["text"]) == ("not-now", "{name} is here.")
                old = (await host.first("lobby"))["code"]
                await host.accept(type="vacate", seat=1)
                for line in (one, two):
                    assert (await line.say(type="leave"))["code"] == "not-your-seat"
                await forked.end()
        await forked.start()
        async with mika.line(table) as host:
            for who, way in ((ken, wish), (nami, wish), (ken, {"code": old})):
                assert (await who.join(**way)).status_code in (403, 404)
            new = (await host.first("lobby"))["code"]
            assert (await nami.join(code=new, name="Nami")).json()["seat"] == 1
            assert (await ken.join(code=new)).json()["code"] == "removed"
            async with ken.line(table) as old, ami.line(table) as heir, nami.line(table) as new:
                assert (await old.first("hello"))["seat"] is None
                assert (await new.first("hello"))["seat"] == 1
                assert (await old.say(type="return"))["code"] == "not-your-seat"
                await heir.first("lobby")
                await host.accept(type="leave", level="easy")
                first, second = await asyncio.gather(
                    host.say(type="vacate", seat=2), heir.say(type="vacate", seat=1)
                )
                codes = {first.get("code"), second.get("code")}
                assert codes <= {"not-host", "not-now", None}
                assert "not-host" in codes
                for line in (new, heir):
                    await line.say(type="leave", level="easy")
                await forked.end()
        ((stored, log),) = await read_tables(forked.db, [table])
        returns = [entry for entry in log if b'"type":"return"' in entry.action]
        assert [entry.seat for entry in returns] == [1]
        assert len({entry.cmd for entry in log}) == len(log) == stored.head
        await forked.start()
        async with mika.line(table) as line:
            await line.until(partial(plays, line, 0))
            assert (await line.first("lobby"))["status"] == "playing"
            await line.until(lambda: line.hello.get("host"))


async def test_a_pass_stays_valid_if_the_server_is_killed_before_its_seat_is_given(
    forked: Servers,
) -> None:
    async with contextlib.AsyncExitStack() as people:
        base = await forked.start("dies")
        mika, phone, thief = [await people.enter_async_context(guest(base)) for _ in range(3)]
        table = (await mika.open())["table"]
        issued = (await mika.http.post(f"/api/tables/{table}/pass", json={})).json()
        with pytest.raises(httpx.TransportError):
            await phone.join(table=table, secret=issued["secret"])
        assert await forked.ended() == signal.SIGKILL
        await forked.start()
        for seat in (0, 0):  # the second time as whoever sits there already
            again = await phone.join(table=table, secret=issued["secret"])
            assert again.json()["seat"] == seat
        late = await thief.join(table=table, secret=issued["secret"])
        assert late.json()["code"] == "wrong-secret"


def plays(line: Line, seat: int) -> bool:
    """Whether no bot plays in a seat."""
    lobby = line.last("lobby")
    return lobby is not None and lobby["chairs"][seat]["level"] is None
