"""A socket's pings, and tables at which the watchdog has nothing to see to."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from chabudai.server.sockets.channel import AHEAD, SHORT, Channel
from tests.server.support import PATIENCE_S, Line, Running, channel_of, guest, stored_id


@asynccontextmanager
async def seated(site: Running) -> AsyncIterator[tuple[Line, Channel]]:
    """Somebody's socket at a table of their own, and the server's side of it."""
    async with guest(site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            await line.first("lobby")
            yield line, channel_of(site)


async def test_who_has_said_something_is_not_asked_whether_they_are_there(site: Running) -> None:
    async with seated(site) as (line, channel):
        channel._heard_at = -1e9
        await line.ws.send(json.dumps({"type": "ping"}))
        await line.first("pong")
        assert channel._heard_at > 0
        channel.stop_keepalive()
        channel.send_keepalive_ping()
        assert channel.pending_ping_payload is None
        # It looks again once nothing has been heard for as long as others are left alone.
        assert channel.ping_timer is not None
        assert channel.ping_interval is not None
        assert channel.ping_timer.when() == channel._heard_at + channel.ping_interval


async def test_who_has_said_nothing_is_asked_and_an_answer_will_do(site: Running) -> None:
    async with seated(site) as (line, channel):
        channel.stop_keepalive()
        channel._heard_at = -1e9
        channel.send_keepalive_ping()
        asked = channel.pending_ping_payload
        assert asked is not None
        assert channel.pong_timer is not None
        # The client answers before it reads what comes next, and then says something again.
        await line.say(type="rename", name="Nami")
        await line.say(type="rename", name="Mika")
        assert channel.pending_ping_payload is None
        assert channel.pong_timer is None


async def true(check: Callable[[], object]) -> None:
    """Wait until something is true of the server, which tells nobody of it."""
    async with asyncio.timeout(PATIENCE_S):
        while not check():  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.01)


PING = json.dumps({"type": "ping"})
RENAME = json.dumps({"type": "rename", "id": "waits", "name": "Nami"})


async def test_who_leaves_while_a_command_waits_is_heard_and_the_command_is_done_once(
    site: Running,
) -> None:
    async with guest(site.base) as mika:
        table = (await mika.open())["table"]
        live = await site.services.registry.get(table)
        assert live is not None
        before = live.table.head
        async with mika.line(table) as line:
            await line.first("lobby")
            async with live.lock:
                await line.ws.send(RENAME)
                await true(lambda: live.waiting)
                for _ in range(AHEAD):
                    await line.ws.send(PING)
                    await true(lambda: not channel_of(site).queue.empty())
                await line.ws.close()
                assert line.ws.close_code == 1000
                assert live.table.sitting.places[0].name == "Mika"
        async with mika.line(table) as line:
            await line.ws.send(RENAME)
            assert (await line.first("accepted"))["seq"] == live.table.head
        assert live.table.sitting.places[0].name == "Nami"
        _, step = await site.services.store.done(table, stored_id(mika, "waits"))
        assert step == live.table.head == before + 1


@pytest.mark.parametrize(
    "frames",
    [(PING,) * (AHEAD + 1), (json.dumps({"type": "rename", "id": "", "name": "N" * SHORT}),)],
)
async def test_what_waits_to_be_read_is_bounded(site: Running, frames: tuple[str, ...]) -> None:
    async with seated(site) as (line, channel):
        (live,) = site.services.registry._tables.values()
        async with live.lock:
            await line.ws.send(RENAME)
            for frame in frames:
                assert not channel.read_paused
                await line.ws.send(frame)
            await true(lambda: channel.read_paused)
        await line.first("pong" if PING in frames else "refused")
        assert not channel.read_paused


async def test_a_table_has_a_task_of_its_own_only_where_there_may_be_something_to_do(
    site: Running,
) -> None:
    async with guest(site.base) as mika:
        made = await mika.open(bots=["easy", "easy"], begin=True)
        live = await site.services.registry.get(made["table"])
        assert live is not None
        arrivals = site.services.arrivals
        async with mika.line(made["table"]) as line:
            await line.first("update")
            assert live.awake
            assert not arrivals.look(live, 0.0)
            live.awake = False  # as where somebody sat down while they watched
            assert arrivals.look(live, 0.0)
            await arrivals.check(live)
            assert live.awake
            assert not arrivals.look(live, 0.0)
        await line.closing()
        while live.followers:
            await site.services.watchdog.check(0.0)
        assert arrivals.look(live, 0.0)  # the host is away
