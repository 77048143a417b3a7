"""Leak check: count a server's objects. Departed guests and closed tables must leave none."""

import asyncio
import functools
import gc
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import active_count
from typing import Any

import pytest

from chabudai.core import AnyGame, Rng
from chabudai.games import GAMES
from chabudai.server.limits import FEW_BUCKETS, Buckets, Rate
from chabudai.server.settings import Settings
from chabudai.server.tables.attendance import Attendance, Follower
from chabudai.server.workers.fair_limiter import MOST_KNOWN, FairLimiter
from tests.server.client import built_client
from tests.server.support import BRISK, Guest, Running, guest, play_on, running

MOVES = 5
"""Number of moves in a game before it is ended."""
WITHOUT_END: tuple[Any, ...] = (type, types.ModuleType, types.BuiltinFunctionType, types.CodeType)
"""Types of the program's own objects, which are not followed."""
BOUNDED = (Buckets, FairLimiter)
"""Classes that limit their own size, which other tests check."""
OF_THE_LOOP = ("_asyncio.", "_contextvars.", "asyncio.", "coroutine", "weakref.", "uvloop.")
"""Prefixes of the types of objects that a finished timer or driver may keep for a moment."""


def kept(*parts: object) -> Counter[str]:
    """Count the objects of each type, except numbers, that are reachable from parts of a server."""
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
    """Yield the caches of chabudai's functions, with their maximum sizes or None if unlimited."""
    gc.unfreeze()  # include objects that existed before the first test
    for each in gc.get_objects():
        ours = issubclass(type(each), functools._lru_cache_wrapper)
        if ours and (each.__module__ or "").startswith("chabudai."):
            yield f"{each.__module__}.{each.__qualname__}", each.cache_info().maxsize


async def come_and_go(server: Running, game: AnyGame, seed: int) -> None:
    """Two guests and a stranger meet at a table. Its game is ended and played again."""
    async with guest(server.base) as mika, guest(server.base) as ken, guest(server.base) as emi:
        made = await mika.open(game=game.name, seats=2)
        table = made["table"]
        await ken.join(table=table, secret=made["invite"])
        assert (await emi.join(table=table, secret="wrong")).status_code == 403
        for _ in range(2):
            table = await sitting(game, table, (mika, ken), emi, seed)
        for path in ("transcript", "review"):
            await emi.http.get(f"/api/tables/{made['table']}/{path}")
    registry = server.services.registry
    while registry.all() or server.services.addresses:
        registry.forget_idle(float("inf"))
        await asyncio.sleep(0)


async def sitting(
    game: AnyGame, table: str, people: tuple[Guest, Guest], emi: Guest, seed: int
) -> str:
    """Begin and end a game while a stranger watches. Returns the table of the rematch."""
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
        return str(await host.until(lambda: host.lobby.get("next")))


PLAYED = ("word-bank", "kakapo")
"""An open game and a silent one."""
TABLES = 2 * len(PLAYED)
"""Number of tables opened and closed. If fewer objects of a type are left, no table leaks one."""


async def kept_after_play(server: Running) -> Counter[str]:
    for seed, game in enumerate(PLAYED):
        await come_and_go(server, GAMES[game], seed)
    found = kept(server.services, server.host)
    files = sum(1 for _ in Path("/dev/fd").iterdir())  # noqa: ASYNC240 - reads no disk
    return found + Counter({"files": files, "threads": active_count()})


async def test_closed_tables_and_departed_guests_leave_no_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(
        db=f"{tmp_path}/x.db", static=built_client(tmp_path), bot_workers=1, sources=BRISK
    )
    ever_here: list[str] = []
    honest = Attendance.unfollow

    def remember(guests: Attendance, follower: Follower, at: int) -> None:
        ever_here.append(f"{id(guests)} {at}")
        honest(guests, follower, at)

    async with running(settings) as server:
        # The first play compiles rarely used statements.
        await kept_after_play(server)
        once = await kept_after_play(server)
        twice = await kept_after_play(server)
        if max((twice - once).values(), default=0) >= TABLES:
            # On a busy machine, the second play compiles some. A leak would grow with every play.
            once, twice = twice, await kept_after_play(server)
        assert max((twice - once).values(), default=0) < TABLES
        # Verify the count itself: it finds a planted list of all guests who were ever here.
        monkeypatch.setattr(Attendance, "unfollow", remember)
        monkeypatch.setattr(server.services.registry, "ever_here", ever_here, raising=False)
        thrice = await kept_after_play(server)
        assert (thrice - twice)["builtins.str"] >= TABLES


def test_only_buckets_of_recent_callers_are_kept() -> None:
    now = [0.0]
    buckets = Buckets(Rate(2, 10.0), lambda: now[0])
    sizes: list[int] = []
    for number in range(8 * FEW_BUCKETS):
        now[0] += 10.0  # the previous caller has its tokens back
        assert buckets.take((f"{number}",))
        sizes.append(len(buckets.by_network))
    assert max(sizes) == FEW_BUCKETS
    for number in range(1000):  # simultaneously, so none has its tokens back
        assert buckets.take((f"at once {number}",))
    assert len(buckets.by_network) >= 1000
    assert buckets.room <= 4 * 1000


async def test_only_the_latest_turns_are_remembered() -> None:
    turns = FairLimiter(1, 1)
    for number in range(2 * MOST_KNOWN):
        async with turns.turn(f"{number}", "table"):
            pass
    assert len(turns._last) == MOST_KNOWN
    assert (f"{2 * MOST_KNOWN - 1}",) in turns._last
    assert ("0",) not in turns._last


def test_no_cache_keeps_more_than_a_few_games_could_ask_for() -> None:
    asked_for_by_people = {name: most for name, most in caches() if most is not None}
    assert asked_for_by_people
    too_large = {name: most for name, most in asked_for_by_people.items() if most > 1 << 12}
    assert too_large == {}
