"""Servers killed between steps that belong together: the next one finds a consistent table."""

import contextlib
import signal

import httpx
import pytest

from tests.server.forked_servers import Servers
from tests.server.support import guest

pytestmark = pytest.mark.slow


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
        for seat in (0, 0):  # the second time, the guest already has that seat
            assert (await phone.join(table=table, secret=issued["secret"])).json()["seat"] == seat
        late = await thief.join(table=table, secret=issued["secret"])
        assert late.json()["code"] == "wrong-secret"
