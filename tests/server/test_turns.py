"""Whoever asks for a lot waits for it; nobody else does."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from chabudai.games.kakapo.components.missions import mission_named
from chabudai.server import run
from chabudai.server.sources import Sources
from chabudai.server.workers.bot import BotRequest
from chabudai.server.workers.fair_limiter import FairLimiter
from chabudai.server.workers.pool import BotPool
from tests.server.support import PATIENCE_S, Running, Serve

MISSION: dict[str, Any] = msgspec.to_builtins(mission_named("buddy/3"))


class Workshop:
    """Work that ends when it is told to, and the order in which it was begun."""

    def __init__(self, places: int, each: int) -> None:
        self.turns = FairLimiter(places, each)
        self.begun: list[str] = []
        self.ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def _work(self, address: str, table: str) -> None:
        async with self.turns.turn(address, table):
            self.begun.append(address + table)
            self.ends.append(end := asyncio.Event())
            await end.wait()

    async def ask(self, *wishes: str) -> None:
        """Ask for work, each time for an address of a letter and a table of a figure."""
        self.tasks += [asyncio.create_task(self._work(wish[0], wish[1:])) for wish in wishes]
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self, which: Iterable[int]) -> None:
        """End the work that was begun as number so and so, one after the other."""
        for number in which:
            self.ends[number].set()
            await self.settle()


async def test_addresses_take_turns_and_so_do_the_tables_of_one() -> None:
    shop = Workshop(1, 1)
    await shop.ask("a1", "a1", "a1", "a2", "b1", "b1", "c1")
    await shop.end(range(7))
    assert shop.begun == ["a1", "b1", "c1", "a2", "b1", "a1", "a1"]


async def test_one_address_never_has_all_places_where_one_is_kept() -> None:
    shop = Workshop(2, 1)
    await shop.ask(*["a1"] * 20)
    assert shop.begun == ["a1"]
    await shop.ask("b1")
    assert shop.begun == ["a1", "b1"]
    await shop.end([1, 0])
    assert shop.begun == ["a1", "b1", "a1"]


@pytest.mark.parametrize("begun", [False, True])
async def test_who_goes_away_keeps_nobody_waiting(begun: bool) -> None:
    shop = Workshop(1, 1)
    await shop.ask("a1", "b1", "c1")
    shop.tasks[0 if begun else 1].cancel()
    await shop.settle()
    await shop.end(range(len(shop.begun)))
    await shop.end(range(len(shop.begun)))
    assert shop.begun == (["a1", "b1", "c1"] if begun else ["a1", "c1"])


async def test_a_turn_given_and_given_up_in_one_breath_is_the_nexts() -> None:
    shop = Workshop(1, 1)
    await shop.ask("a1", "b1", "c1")
    shop.ends[0].set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    shop.tasks[1].cancel()
    await shop.settle()
    await shop.end(range(len(shop.begun)))
    assert shop.begun[-1] == "c1"


async def test_twenty_boards_of_one_do_not_keep_another_waiting_for_an_easy_one(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "GRACE_S", 0)
    answered: list[str] = []

    async def draw(browser: httpx.AsyncClient, name: str) -> None:
        answer = await browser.post("/api/studio/kakapo", json=MISSION)
        assert answer.status_code == 200
        answered.append(name)

    site = await serve()
    async with browser(site, "127.0.0.2") as one:
        async with browser(site, "127.0.0.3") as two:
            boards = [asyncio.create_task(draw(one, "one")) for _ in range(20)]
            await asyncio.wait(boards, return_when=asyncio.FIRST_COMPLETED)
            before = len(answered)
            await draw(two, "two")
        # There is a place that one address alone cannot have; what it has ends beside it.
        assert len(answered) - before <= 4
        assert answered[-1] == "two"
        for board in boards:
            board.cancel()
        await asyncio.gather(*boards, return_exceptions=True)


async def test_sixty_tables_of_experts_do_not_keep_another_tables_bot_waiting(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = seen_thinking(monkeypatch)
    moved: list[str] = []
    order = {"game": "word-bank", "seats": 2, "begin": True, "options": {"first_player": 1}}
    site = await serve(sources=Sources(pause_ms=(0, 0)))
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(browser(site, "127.0.0.2"))
        two = await stack.enter_async_context(browser(site, "127.0.0.3"))
        tables = [await opened(one, {**order, "bots": ["expert"]}) for _ in range(60)]
        mine = await opened(two, {**order, "bots": ["easy"]})
        for table in tables:
            await stack.enter_async_context(told(site, one, table, "127.0.0.2", moved))
        async with told(site, two, mine, "127.0.0.3", moved) as hears:
            await asyncio.wait_for(hears.wait(), PATIENCE_S)
        # Beside the easy bot's own move, only the one that was being thought out then.
        assert answered.index(mine) - asked[mine] <= 1
        assert len(moved) < 60


def seen_thinking(monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, int], list[str]]:
    """Of each table, how many moves had been thought out when its bot was first asked for one; and
    the tables in the order in which bots answered.
    """
    asked: dict[str, int] = {}
    answered: list[str] = []
    think = BotPool.action

    async def action(pool: BotPool, request: BotRequest, address: str, table: str) -> bytes:
        asked.setdefault(table, len(answered))
        action = await think(pool, request, address, table)
        answered.append(table)
        return action

    monkeypatch.setattr(BotPool, "action", action)
    return asked, answered


@contextlib.asynccontextmanager
async def browser(site: Running, address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at an address of this machine."""
    limits = httpx.Limits(max_connections=None)
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False, limits=limits)
    headers = {"Origin": site.base}
    async with httpx.AsyncClient(
        base_url=site.base, transport=transport, headers=headers, timeout=PATIENCE_S
    ) as http:
        yield http


async def opened(http: httpx.AsyncClient, order: dict[str, Any]) -> str:
    """The id of a new table."""
    answer = await http.post("/api/tables", json={"name": "Mika", **order})
    table: str = answer.json()["table"]
    return table


@contextlib.asynccontextmanager
async def told(
    site: Running, http: httpx.AsyncClient, table: str, address: str, moved: list[str]
) -> AsyncIterator[asyncio.Event]:
    """A socket at a table whose bot begins; `moved` hears of its first move, and so does what is
    given.
    """
    url = f"{site.base.replace('http', 'ws', 1)}/ws/{table}"
    cookie = f"guest={http.cookies['guest']}"
    hears = asyncio.Event()

    async def read(ws: ClientConnection) -> None:
        async for frame in ws:
            message = json.loads(frame)
            if message["type"] == "update" and 0 in message["to_act"] and not hears.is_set():
                moved.append(table)
                hears.set()

    async with connect(
        url, additional_headers={"Cookie": cookie, "Origin": site.base}, local_addr=(address, 0)
    ) as ws:
        reading = asyncio.create_task(read(ws))
        try:
            yield hears
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
