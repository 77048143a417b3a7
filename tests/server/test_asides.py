"""A wish to give up is its own seat's alone: nothing that is sent to anybody else tells of it."""

import asyncio
import contextlib
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server.settings import Settings
from chabudai.server.sources import ASIDE_MS, Sources
from chabudai.server.tables import notifications, watchdog
from tests.server.support import OFTEN, PATIENCE_S, Guest, Line, Running, entries, guest, running

GAME = GAMES["kakapo"]
WATCHING = 3
"""Three play, the seats 0 to 2, and somebody looks on."""
NOBODY: frozenset[int] = frozenset()
DEAL = Sources(dice=partial(Rng, 7), aside_ms=(0, 0))
"""The same cards whenever it is dealt."""
CODE = re.compile(rb'"code":"\d{4}"')
NOW = re.compile(rb'"now":\d+')
PROBES = (-1, 0, 1, 2, 1000)
"""How far off its own head a seat says that it made up its mind."""


@dataclass(slots=True)
class Mission:
    """A mission as it is played by a script that depends only on what the seats may know, but for
    the wishes. `kept` is everything that was sent, by whom it was sent to.
    """

    people: list[Guest]
    table: str
    wishing: frozenset[int]
    lines: list[Line] = field(default_factory=list[Line])
    kept: dict[int, list[bytes]] = field(default_factory=dict[int, list[bytes]])

    @contextlib.asynccontextmanager
    async def open_lines(self, since: Iterable[int | None]) -> AsyncIterator[None]:
        """Everybody's sockets; what came over them is kept when they close."""
        async with contextlib.AsyncExitStack() as stack:
            self.lines = [
                await stack.enter_async_context(each.line(self.table, since=seen))
                for each, seen in zip(self.people, since, strict=True)
            ]
            for line in self.lines:
                await line.first("update")
            yield
            for who, line in enumerate(self.lines):
                self.keep(who, line)

    def keep(self, who: int, line: Line) -> None:
        """Keep what came over a line, each kind of frame in its order: whether an answer comes
        before the update that goes with it is a matter of time.
        """
        frames = sorted(zip(line.messages, line.frames, strict=True), key=lambda f: f[0]["type"])
        self.kept.setdefault(who, []).extend(frame for _, frame in frames)

    def seen(self, who: int) -> int:
        """How far somebody has come, as they count."""
        return int((self.lines[who].last("update") or {})["seq"])

    async def say(self, who: int, name: str, action: dict[str, Any], off: int = 0) -> Any:
        head = self.seen(who) + off
        return await self.lines[who].say(type="act", id=name, head=head, action=action)

    async def wish(self, number: int) -> None:
        """Whoever wishes changes their mind; every third time back and forth."""
        for seat in sorted(self.wishing):
            for turn in range(1 if number % 3 else 3):
                before = self.lines[seat].last("update") or {}
                wish = not before["view"]["wish"]
                answer = await self.say(
                    seat, f"wish{number}-{turn}", {"type": "concede", "wish": wish}
                )
                assert answer["type"] == "accepted"
                assert answer["seq"] == before["seq"] + 1
                after = await self.lines[seat].at(answer["seq"])
                assert after["seq"] == answer["seq"]
                assert after["view"]["wish"] is wish

    async def probe(self, number: int) -> None:
        """Everybody tries what cannot be, decided on at steps that are there and that are not."""
        for who in range(len(self.lines)):
            codes = [
                (await self.say(who, f"odd{number}-{off}", SHUFFLE, off))["code"] for off in PROBES
            ]
            if who != WATCHING:
                assert codes[2:] == ["malformed"] * 3
                assert "malformed" not in codes[:2]

    async def move(self, number: int) -> None:
        """Who owes a move makes one, and all hear of it."""
        seat = (self.lines[WATCHING].last("update") or {})["to_act"][0]
        heard = [len(line.of("update")) for line in self.lines]
        view = msgspec.convert((self.lines[seat].last("update") or {})["view"], GAME.views)
        action = msgspec.to_builtins(GAME.sample(view, seat, Rng(number)))
        answer = await self.say(seat, f"move{number}", action)
        assert answer["type"] == "accepted", answer
        for line, before in zip(self.lines, heard, strict=True):
            await line.until(partial(has_heard, line, before + 1))
        assert self.seen(seat) == answer["seq"]

    async def play(self, numbers: range) -> None:
        for number in numbers:
            await self.wish(number)
            await self.probe(number)
            await self.move(number)
        await self.wish(100 + numbers.stop)

    async def come_back(self) -> None:
        """Everybody comes in once more, having seen this much or that."""
        for who, each in enumerate(self.people):
            seen = self.seen(who)
            for since in (None, 0, seen // 2, seen, seen + 1):
                async with each.line(self.table, since=since) as line:
                    await line.first("update")
                    await line.ws.send('{"type": "ping"}')
                    await line.first("pong")
                    self.keep(who, line)

    async def look(self) -> None:
        """Everybody asks for all that can be had of a table while it is played."""
        own = ("/api/tables/{}/transcript", "/api/tables/{}/review")
        paths = ("/t/{}", "/j/{}", "/api/tables", *own)
        for who, each in enumerate(self.people):
            for path in paths:
                headers = {"X-Forwarded-For": "192.0.2.7"}
                answer = await each.http.get(path.format(self.table), headers=headers)
                kept = [(n, v) for n, v in answer.headers.multi_items() if n != "date"]
                told = answer.content.replace(each.base.encode(), b"BASE")
                self.kept[who] += [json.dumps(sorted(kept)).encode(), told]

    def told(self, who: int) -> list[bytes]:
        """Everything that was sent to somebody, whatever the table's id and code are."""
        named = (part.replace(self.table.encode(), b"TABLE") for part in self.kept[who])
        return [NOW.sub(b"NOW", CODE.sub(b"CODE", part)) for part in named]


def has_heard(line: Line, updates: int) -> bool:
    """Whether so many updates have come over a line."""
    return len(line.of("update")) >= updates


SHUFFLE = {"type": "shuffle", "deck": [], "start": 0}
"""A move that only CHANCE may make."""


def move_to(each: Guest, base: str) -> None:
    """A browser goes on at another address."""
    each.base = base
    each.http.base_url = base
    each.http.headers["Origin"] = base


@contextlib.asynccontextmanager
async def mission(wishing: frozenset[int], *bases: str) -> AsyncIterator[Mission]:
    """A mission that has begun, with everybody at the server of this address."""
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(base)) for base in bases]
        made = await people[0].open(game="kakapo", seats=3)
        table = made["table"]
        for each in people[1:WATCHING]:
            await each.join(table=table, secret=made["invite"])
        async with people[0].line(table) as line:
            assert (await line.say(type="begin", fill=None))["type"] == "accepted"
        for each in people:
            async with each.line(table) as line:
                await line.first("update")
        yield Mission(people, table, wishing)


async def play_through(folder: Path, static: Path, wishing: frozenset[int]) -> Mission:
    """A mission with everybody coming back in between, and the server being started anew."""
    db = f"{folder}/wishes{len(wishing)}{min(wishing, default='')}.db"
    settings = Settings(db=db, static=static, bot_workers=1, sources=DEAL, limits=OFTEN)
    async with contextlib.AsyncExitStack() as stack:
        async with running(settings) as server:
            playing = await stack.enter_async_context(mission(wishing, *([server.base] * 4)))
            async with playing.open_lines([None] * 4):
                await playing.play(range(6))
                await playing.come_back()
                seen = [playing.seen(who) for who in range(4)]
            await playing.look()
        async with running(settings) as server:
            for each in playing.people:
                move_to(each, server.base)
            async with playing.open_lines(seen):
                for line, number in zip(playing.lines, seen, strict=True):
                    assert (await line.first("update"))["seq"] == number
                await playing.play(range(6, 9))
                await playing.come_back()
            table, log = await entries(server, playing.table)
            wishes = [entry for entry in log if b'"concede"' in entry.action]
            assert {entry.seat for entry in wishes} == wishing
            assert len(table.sitting.asides) == len(wishes)
    return playing


async def test_kk_a21_no_byte_tells_another_seat_or_a_spectator_of_a_wish(
    tmp_path: Path, static: Path
) -> None:
    plain = await play_through(tmp_path, static, NOBODY)
    one = await play_through(tmp_path, static, frozenset({0}))
    both = await play_through(tmp_path, static, frozenset({0, 1}))
    for who in (2, WATCHING):
        assert len(plain.told(who)) > 60
        assert one.told(who) == both.told(who) == plain.told(who)
    assert one.told(1) == plain.told(1)
    assert both.told(0) == one.told(0)
    assert one.told(0) != plain.told(0)
    assert both.told(1) != one.told(1)


async def test_kk_a21_no_byte_tells_of_a_wish_that_was_made_at_another_server(
    shared: str, static: Path
) -> None:
    settings = Settings(db=shared, static=static, bot_workers=1, sources=DEAL, limits=OFTEN)
    told: list[list[list[bytes]]] = []
    async with running(settings) as here, running(settings) as there:
        for wishing in (NOBODY, frozenset({0})):
            where = (here.base, there.base, there.base, there.base)
            async with mission(wishing, *where) as playing:
                async with playing.open_lines([None] * 4):
                    await playing.play(range(5))
                    await playing.come_back()
                    for each in playing.people:
                        move_to(each, here.base)
                    await playing.come_back()
                told.append([playing.told(who) for who in range(4)])
    plain, wished = told
    assert wished[1:] == plain[1:]
    assert wished[0] != plain[0]


@contextlib.asynccontextmanager
async def two_friends(site: Running) -> AsyncIterator[tuple[Guest, Guest, str]]:
    """Two people, and the mission has begun."""
    async with guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open(game="kakapo", seats=2)
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as line:
            await line.say(type="begin", fill=None)
        yield mika, ken, made["table"]


def wish(name: str, head: int, wish: bool) -> dict[str, Any]:
    action = {"type": "concede", "wish": wish}
    return {"type": "act", "id": name, "head": head, "action": action}


async def test_a_command_sent_again_to_a_server_that_lags_is_answered_with_the_same_number(
    shared: str, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    settings = Settings(db=shared, static=static, bot_workers=1)
    async with (
        running(settings) as here,
        running(settings) as there,
        two_friends(here) as (mika, ken, table),
        guest(there.base) as away,
    ):
        away.http.cookies.update(dict(mika.http.cookies))
        async with away.line(table) as late, mika.line(table) as one, ken.line(table) as two:
            head = (await late.first("update"))["seq"]
            await one.first("update")
            await two.first("update")
            for number in range(2):
                answer = await two.say(**wish(f"k{number}", head + number, number % 2 == 0))
                assert answer["seq"] == head + number + 1
            one_way, back = wish("m1", head, True), wish("m2", head + 1, False)
            assert (await one.say(**one_way))["seq"] == head + 1
            done = await one.say(**back)
            assert done["seq"] == head + 2
            # The other server has no step at which this could have been decided on …
            assert await late.say(**back) == done
            assert (await late.at(head + 2))["seq"] == head + 2
            # … and here it has one, and does not know that it was done.
            await two.say(**wish("k2", head + 2, True))
            await two.say(**wish("k3", head + 3, False))
            again = wish("m3", head + 2, True)
            done = await one.say(**again)
            assert done["seq"] == head + 3
            assert await late.say(**again) == done


async def test_the_one_who_wishes_goes_on_playing_and_so_do_the_others(site: Running) -> None:
    async with (
        two_friends(site) as (mika, ken, table),
        mika.line(table) as one,
        ken.line(table) as two,
    ):
        head = (await one.first("update"))["seq"]
        (seat,) = (await two.first("update"))["to_act"]
        mover, other = (one, two) if seat == 0 else (two, one)
        for turn in range(3):
            answer = await other.say(**wish(f"w{turn}", head + turn, turn % 2 == 0))
            assert answer["type"] == "accepted"
        update = await other.at(head + 3)
        assert update["view"]["wish"] is True
        told = [step for each in other.of("update")[1:] for step in each["news"]]
        assert [step["seq"] for step in told] == [head + 1, head + 2, head + 3]
        first = await reveal(mover, seat, head)
        assert first["seq"] == head + 1
        update = await other.at(head + 4)
        assert update["to_act"] == [1 - seat]
        answer = await reveal(other, 1 - seat, head + 4)
        assert (answer["type"], answer["seq"]) == ("accepted", head + 5)
        assert (await mover.at(head + 2))["seq"] == head + 2


async def reveal(line: Line, seat: int, head: int) -> dict[str, Any]:
    """A card of one's own, whichever."""
    view = msgspec.convert((line.last("update") or {})["view"], GAME.views)
    action = msgspec.to_builtins(GAME.sample(view, seat, Rng(1)))
    return await line.say(type="act", head=head, action=action)


@contextlib.contextmanager
def held(db: Path) -> Iterator[None]:
    """A disk on which nothing can be written for a while."""
    other = sqlite3.connect(db, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


async def test_kk_a21_nobody_waits_for_a_wish_and_it_is_made_at_a_time_drawn_by_lot(
    tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else how long an answer takes would tell that somebody wished just then."""
    drawn: list[tuple[int, int]] = []
    begun = asyncio.Event()

    def at_once(sources: Sources, range_ms: tuple[int, int]) -> int:
        drawn.append(range_ms)
        if range_ms == ASIDE_MS:
            begun.set()
        return 0

    monkeypatch.setattr(Sources, "drawn", at_once)
    settings = Settings(db=f"{tmp_path}/tables.db", static=static, bot_workers=1)
    async with (
        running(settings) as site,
        two_friends(site) as (mika, ken, table),
        mika.line(table) as one,
        ken.line(table) as two,
    ):
        head = (await one.first("update"))["seq"]
        (seat,) = (await two.first("update"))["to_act"]
        mover, other = (one, two) if seat == 0 else (two, one)
        live = await site.services.registry.get(table)
        assert live is not None
        with held(tmp_path / "tables.db"):
            await other.ws.send(json.dumps(wish("w", head, True)))
            await asyncio.wait_for(begun.wait(), PATIENCE_S)
            answers = [
                await mover.say(type="act", head=head, action=SHUFFLE),
                await mover.say(type="rename", name="Nami"),
                await mover.say(type="ask", question={"type": "consider"}),
            ]
            await mover.ws.send('{"type": "ping"}')
            await mover.first("pong")
            async with (ken if seat else mika).line(table) as again:
                assert (await again.first("update"))["seq"] == head
            assert [each["type"] for each in answers] == ["refused", "refused", "answered"]
            assert live.lock.locked()
        assert (await other.answer("w"))["type"] == "accepted"
    assert drawn.count(ASIDE_MS) == 1
