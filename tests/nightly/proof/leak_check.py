"""Count the objects that a server keeps: guests and tables that are gone must leave none."""

import asyncio
import functools
import gc
import types
from collections import Counter
from collections.abc import Iterator
from typing import Any

from chabudai.core import AnyGame, Rng
from chabudai.server.limits import Buckets
from chabudai.server.workers.fair_limiter import FairLimiter
from tests.server.support import Guest, Line, Running, guest, play_on

MOVES = 5
"""So many moves are made in a game before it is ended."""
WITHOUT_END: tuple[Any, ...] = (type, types.ModuleType, types.BuiltinFunctionType, types.CodeType)
"""What belongs to the program: nothing is kept there but what a module keeps."""
BOUNDED = (Buckets, FairLimiter)
"""What has a bound of its own, that is tested apart."""
OF_THE_LOOP = ("_asyncio.", "_contextvars.", "asyncio.", "coroutine", "weakref.", "uvloop.")
"""What a timer or a driver that is done with may keep for a moment."""


def kept(*parts: object) -> Counter[str]:
    """Count the objects reachable from parts of a server by type. Numbers do not count."""
    gc.collect()
    seen: dict[int, object] = {}
    found: Counter[str] = Counter()
    ahead = list(parts)
    while ahead:
        each = ahead.pop()
        if id(each) in seen or isinstance(each, WITHOUT_END):
            continue
        seen[id(each)] = each
        if isinstance(each, types.FunctionType):
            ahead.extend(each.__closure__ or ())
            continue
        name = f"{type(each).__module__}.{type(each).__qualname__}"
        if name.startswith(OF_THE_LOOP):
            continue
        found[name] += not isinstance(each, int | float)
        if not isinstance(each, BOUNDED):
            ahead.extend(gc.get_referents(each))
    return found


def caches() -> Iterator[tuple[str, int | None]]:
    """The caches of chabudai's functions, with their maximum sizes, or None if unlimited."""
    gc.unfreeze()  # what was there before the first test is looked at, too
    for each in gc.get_objects():
        ours = issubclass(type(each), functools._lru_cache_wrapper)
        if ours and (each.__module__ or "").startswith("chabudai."):
            yield f"{each.__module__}.{each.__qualname__}", each.cache_info().maxsize


async def come_and_go(server: Running, game: AnyGame, seed: int) -> None:
    """Two guests and a stranger meet at a table, whose game is ended and played again."""
    async with guest(server.base) as mika, guest(server.base) as ken, guest(server.base) as emi:
        made = await mika.open(game=game.name, seats=2)
        table = made["table"]
        await ken.join(table=table, secret=made["invite"])
        assert (await emi.join(table=table, secret="wrong")).status_code == 403
        for _ in range(2):
            table = await sitting(game, table, (mika, ken), emi, seed)
        for path in ("transcript", "review"):
            await emi.http.get(f"/api/tables/{made['table']}/{path}")
    await forgotten(server)


async def sitting(
    game: AnyGame, table: str, people: tuple[Guest, Guest], emi: Guest, seed: int
) -> str:
    """Begin and end a game that a stranger watches. Returns the table of the next."""
    async with people[0].line(table) as one, people[1].line(table) as two, emi.line(table) as other:
        hellos = [(line, await line.first("hello")) for line in (one, two)]
        lines = {hello["seat"]: line for line, hello in hellos}
        host = next(line for line, hello in hellos if hello["host"])
        await host.say(type="begin", fill=None)
        update = await host.first("update")
        for number in range(MOVES):
            seat = update["to_act"][0]
            await play_on(lines[seat], seat, Rng(seed + number), 1, game)
            update = await lines[seat].first("update")
        assert (await other.say(type="rename", name="X"))["type"] == "refused"
        await host.say(type="end")
        await host.say(type="again")
        return str(await host.until(lambda: next_of(host)))


def next_of(line: Line) -> Any:
    return (line.last("lobby") or {}).get("next")


async def forgotten(server: Running) -> None:
    """Wait until no guest is at a table and no table is in memory."""
    registry = server.services.registry
    while registry.all() or server.services.addresses:
        registry.forget_idle(float("inf"))
        await asyncio.sleep(0)
