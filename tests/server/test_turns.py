"""Callers with many requests delay only themselves."""

import asyncio
from collections.abc import Iterable

import pytest

from chabudai.server.sources import Sources
from chabudai.server.workers.bot import BotRequest
from chabudai.server.workers.fair_limiter import FairLimiter
from chabudai.server.workers.pool import BotPool
from tests.server.support import Serve


class Workshop:
    """Work that ends on demand, and a list of starts in order."""

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
        """Start work, each item named by an address (letter) and a table (digit)."""
        self.tasks += [asyncio.create_task(self._work(wish[0], wish[1:])) for wish in wishes]
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self, which: Iterable[int]) -> None:
        """End the work with these numbers, one after another."""
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
async def test_a_caller_that_leaves_delays_no_other(begun: bool) -> None:
    shop = Workshop(1, 1)
    await shop.ask("a1", "b1", "c1")
    shop.tasks[0 if begun else 1].cancel()
    await shop.settle()
    await shop.end(range(len(shop.begun)))
    await shop.end(range(len(shop.begun)))
    assert shop.begun == (["a1", "b1", "c1"] if begun else ["a1", "c1"])


async def test_a_cancelled_turn_goes_to_the_next_caller() -> None:
    shop = Workshop(1, 1)
    await shop.ask("a1", "b1", "c1")
    shop.ends[0].set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    shop.tasks[1].cancel()
    await shop.settle()
    await shop.end(range(len(shop.begun)))
    assert shop.begun[-1] == "c1"


async def test_many_tables_with_expert_bots_do_not_delay_another_tables_bot(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, int] = {}
    answered: list[str] = []
    honest = BotPool.action

    async def action(pool: BotPool, request: BotRequest, address: str, table: str) -> bytes:
        asked.setdefault(table, len(answered))
        action = await honest(pool, request, address, table)
        answered.append(table)
        return action

    monkeypatch.setattr(BotPool, "action", action)
    site = await serve(sources=Sources(pause_ms=(0, 0)))
    one, two = [await site.guest(f"127.0.0.{number}") for number in (2, 3)]
    order = {"seats": 2, "begin": True, "options": {"first_player": 1}}
    tables = [(await one.open(**order, bots=["expert"]))["table"] for _ in range(60)]
    mine = (await two.open(**order, bots=["easy"]))["table"]
    lines = [await one.connect(table) for table in tables]
    await (await two.connect(mine)).turn(0)
    # At most the move that was already being decided comes before the easy bot's.
    assert answered.index(mine) - asked[mine] <= 1
    assert any(0 not in line.update["to_act"] for line in lines)
