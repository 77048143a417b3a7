"""In a silent game, wishes to give up and stand-ins do not change the bytes sent to others."""

import contextlib
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import pytest

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.sources import ASIDE_MS, Sources
from chabudai.server.tables import notifications, watchdog
from chabudai.server.tables.live import LiveTable
from tests.server.clock import Clock
from tests.server.support import OFTEN, Guest, Line, Running, Serve, entries, eventually, sampled

GAME = GAMES["kakapo"]
WATCHING = 3
"""Index of the spectator among the readers. Seats 0 to 2 play."""
DEAL = Sources(dice=partial(Rng, 7), aside_ms=(0, 0))
"""Sources that deal the same cards in every game."""
CODE = re.compile(rb'"code":"\d{4}"')
NOW = re.compile(rb'"now":\d+')
PLAIN = {"accept-encoding": "identity", "X-Forwarded-For": "192.0.2.7"}
"""Asks for uncompressed content: compression hides equal parts, and its length varies."""
SHUFFLE = {"type": "shuffle", "deck": [], "start": 0}


def wish(*, wish: bool) -> dict[str, Any]:
    return {"type": "concede", "wish": wish}


def sorted_frames(line: Line) -> list[bytes]:
    """Return a line's frames sorted by type, because answers and updates come in any order."""
    frames = sorted(zip(line.messages, line.frames, strict=True), key=lambda f: f[0]["type"])
    return [frame for _, frame in frames]


@dataclass(slots=True)
class Mission:
    """A mission whose moves depend only on public facts and seat 0's wishes. `kept` has each
    reader's frames.
    """

    people: list[Guest]
    table: str
    wishes: bool
    lines: list[Line] = field(default_factory=list[Line])
    kept: dict[int, list[bytes]] = field(default_factory=dict[int, list[bytes]])

    @contextlib.asynccontextmanager
    async def open_lines(self, since: Iterable[int | None]) -> AsyncIterator[None]:
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
        self.kept.setdefault(who, []).extend(sorted_frames(line))

    async def wish(self, number: int) -> None:
        """Toggle seat 0's wish: three times in every third call, otherwise once."""
        line = self.lines[0]
        for turn in range((1 if number % 3 else 3) if self.wishes else 0):
            before = line.update
            wanted = not before["view"]["wish"]
            answer = await line.act(wish(wish=wanted), id=f"wish{number}-{turn}")
            assert (answer["type"], answer["seq"]) == ("accepted", before["seq"] + 1)
            after = await line.at(answer["seq"])
            assert (after["seq"], after["view"]["wish"]) == (answer["seq"], wanted)

    async def probe(self, number: int) -> None:
        """Send moves that are refused, from all readers, at existing and nonexistent steps."""
        for who, line in enumerate(self.lines):
            heads = [(off, line.update["seq"] + off) for off in (-1, 0, 1, 2, 1000)]
            codes = [
                (await line.act(SHUFFLE, id=f"odd{number}-{off}", head=head))["code"]
                for off, head in heads
            ]
            if who != WATCHING:
                assert codes[2:] == ["malformed"] * 3
                assert "malformed" not in codes[:2]

    async def move(self, number: int) -> None:
        line = self.lines[self.lines[WATCHING].update["to_act"][0]]
        heard = [len(each.of("update")) for each in self.lines]
        action = sampled(line.update, self.lines.index(line), Rng(number), GAME)
        seq = await line.move(action, id=f"move{number}")
        for each, before in zip(self.lines, heard, strict=True):
            await each.until(partial(each.of_at_least, "update", before + 1))
        assert line.update["seq"] == seq

    async def play(self, numbers: range) -> None:
        for number in numbers:
            await self.wish(number)
            await self.probe(number)
            await self.move(number)
        await self.wish(100 + numbers.stop)

    async def come_back(self) -> None:
        for who, each in enumerate(self.people):
            seen = self.lines[who].update["seq"]
            for since in (None, 0, seen // 2, seen, seen + 1):
                async with each.line(self.table, since=since) as line:
                    await line.first("update")
                    await line.ws.send('{"type": "ping"}')
                    await line.first("pong")
                    self.keep(who, line)

    async def request(self) -> None:
        paths = ("/t/{}", "/j/{}", "/api/tables")
        for who, each in enumerate(self.people):
            for path in (*paths, "/api/tables/{}/transcript", "/api/tables/{}/review"):
                answer = await each.http.get(path.format(self.table), headers=PLAIN)
                headers = answer.headers.multi_items()
                # The tag is a digest that includes the server's address.
                kept = [each for each in headers if each[0] not in ("date", "etag")]
                body = answer.content.replace(each.base.encode(), b"BASE")
                self.kept[who] += [json.dumps(sorted(kept)).encode(), body]

    def sent(self) -> list[list[bytes]]:
        """Return everything sent to each reader, without the table's id, codes and times."""
        return [
            [
                NOW.sub(b"NOW", CODE.sub(b"CODE", part.replace(self.table.encode(), b"TABLE")))
                for part in self.kept[who]
            ]
            for who in range(len(self.people))
        ]


async def mission(wishes: bool, *servers: Running) -> Mission:
    """A mission that has begun, whose readers use these servers."""
    people = [await server.guest() for server in servers]
    made = await people[0].open(game="kakapo", seats=3)
    for each in people[1:WATCHING]:
        await each.join(table=made["table"], secret=made["invite"])
    await (await people[0].connect(made["table"])).accept(type="begin")
    for each in people:
        await (await each.connect(made["table"])).first("update")
        await each.stack.aclose()
    return Mission(people, made["table"], wishes)


async def test_kk_a21_a_wish_changes_no_byte_sent_to_other_readers_at_any_server(
    shared: str, serve: Serve
) -> None:
    here, there = [await serve(db=shared, sources=DEAL, limits=OFTEN) for _ in range(2)]
    servers = [here, here, there, there]
    sent: list[list[list[bytes]]] = []
    for wishes in (False, True):
        playing = await mission(wishes, *servers)
        async with playing.open_lines([None] * 4):
            await playing.play(range(6))
            await playing.come_back()
            for each, server in zip(playing.people, reversed(servers), strict=True):
                each.go_to(server.base)
            await playing.come_back()
        await playing.request()
        table, log = await entries(there, playing.table)
        stored = [entry for entry in log if b'"concede"' in entry.action]
        assert len(table.sitting.asides) == len(stored)
        assert bool(stored) is wishes
        sent.append(playing.sent())
    plain, wished = sent
    assert all(len(each) > 60 for each in plain)
    assert wished[1:] == plain[1:]
    assert wished[0] != plain[0]


async def test_a_server_that_lags_answers_a_resent_command_with_the_same_number(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "POLL_S", 3600.0)
    monkeypatch.setattr(notifications, "GATHER_S", 3600.0)
    here, there = [await serve(db=shared) for _ in range(2)]
    one, two = await here.seat(2, game="kakapo")
    one.who.go_to(there.base)
    late = await one.who.connect(one.table)
    head = (await late.first("update"))["seq"]

    def command(name: str, at: int, *, wanted: bool) -> dict[str, Any]:
        return {"type": "act", "id": name, "head": head + at, "action": wish(wish=wanted)}

    for number in range(2):
        assert await two.accept(**command(f"k{number}", number, wanted=not number)) == (
            head + number + 1
        )
    assert await one.accept(**command("m1", 0, wanted=True)) == head + 1
    back = command("m2", 1, wanted=False)
    assert await one.accept(**back) == head + 2
    # The other server does not have the step on which this command was based …
    assert await late.accept(**back) == head + 2
    assert (await late.at(head + 2))["seq"] == head + 2
    await two.accept(**command("k2", 2, wanted=True))
    await two.accept(**command("k3", 3, wanted=False))
    again = command("m3", 2, wanted=True)
    assert await one.accept(**again) == head + 3
    # … and now has it, but does not know that the command has been carried out.
    assert await late.accept(**again) == head + 3


async def test_kk_a21_a_wish_delays_no_answer_and_is_made_at_a_random_time(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the delay of answers would reveal the wish."""
    drawn: list[tuple[int, int]] = []

    def draw(sources: Sources, range_ms: tuple[int, int]) -> int:
        drawn.append(range_ms)
        return 0

    monkeypatch.setattr(Sources, "drawn", draw)
    site = await serve(sources=Sources())
    lines = await site.seat(2, game="kakapo")
    head, (seat,) = lines[0].update["seq"], lines[0].update["to_act"]
    mover, other = lines[seat], lines[1 - seat]
    live = await site.live(mover.table)
    with contextlib.closing(sqlite3.connect(site.services.settings.db, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")  # no wish can be stored
        act = {"type": "act", "id": "w", "head": head, "action": wish(wish=True)}
        await other.ws.send(json.dumps(act))
        await eventually(lambda: ASIDE_MS in drawn)
        assert await mover.refuse(type="act", head=head, action=SHUFFLE) == "illegal"
        assert await mover.refuse(type="rename", name="Nami") == "not-now"
        question = {"type": "consider"}
        assert (await mover.say(type="ask", question=question))["type"] == "answered"
        await mover.ws.send('{"type": "ping"}')
        await mover.first("pong")
        again = await mover.who.connect(mover.table)
        assert (await again.first("update"))["seq"] == head
        assert live.lock.locked()
    assert (await other.answer("w"))["type"] == "accepted"
    assert drawn.count(ASIDE_MS) == 1


# --- bots that stand in

DRAWN = partial(Rng, 9)
"""Generator of every delay, bot and id, so that a guest can play like the bot."""
TURNS = 8


def choose_like_bot(update: dict[str, Any]) -> Any:
    """Return the move that the bot standing in for Ken would make."""
    bot = GAME.bots["normal"](DRAWN().below(1 << 31))
    view = msgspec.convert(update["view"], GAME.views)
    return msgspec.to_builtins(bot(view, 1, Rng(DRAWN().bits() >> 1)))


async def bot_has_decided(site: Running, live: LiveTable) -> None:
    """Wait until only the stand-in bot's pause remains."""
    made = sum(entry.instead == "bot" for entry in (await entries(site, live.table.id))[1])
    registry = site.services.metrics.registry
    await eventually(lambda: registry.get_sample_value("bot_think_seconds_count") != made)


async def take_turns(
    site: Running, clock: Clock, lines: list[Line], names: range, ken: Line | None = None
) -> None:
    """Mika moves at random, and Ken, if present, as the bot would. Each turn takes ten seconds."""
    mika = lines[0]
    live = await site.live(mika.table)
    for number in names:
        update = mika.update
        if update["to_act"] == [1] and ken is None:
            await bot_has_decided(site, live)
        clock.ahead += 10_000
        site.services.bots.check(live)
        if update["to_act"] == [0]:
            await mika.move(sampled(update, 0, Rng(number), GAME), id=f"m{number}")
        elif ken is not None:
            seen = await ken.turn(1)
            assert seen is not None
            await ken.move(choose_like_bot(seen), id=f"k{number}")
        for line in lines:
            await line.at(update["seq"] + 1)


async def play_with_ken(
    serve: Serve, db: str, *, away: bool
) -> tuple[list[list[bytes]], list[Any]]:
    """Return the bytes sent to Mika and a spectator, and the news sent to Ken when he returns."""
    clock = Clock()
    clock.started = 1_700_000_000_000
    sources = Sources(now=clock.now, dice=DEAL.dice, delays=DRAWN, picks=DRAWN, aside_ms=(0, 0))
    site = await serve(db=db, sources=sources)
    one, two, three = await site.guests(3)
    made = await one.open(game="kakapo", seats=2, options={"turn_clock": 60})
    table = made["table"]
    await two.join(table=table, secret=made["invite"])
    async with one.line(table) as line:
        await line.accept(type="begin", id="b")
    lines = [await each.connect(table, since=0) for each in (one, three)]
    for line in lines:
        await line.first("update")
    live = await site.live(table)
    async with contextlib.AsyncExitStack() as present:
        ken = None if away else await present.enter_async_context(two.line(table))
        clock.ahead += protocol.AWAY_MS
        await site.services.presence.check(live)
        await take_turns(site, clock, lines, range(TURNS), ken)
    ken = await two.connect(table, since=0)
    await ken.first("update")
    news = ken.news
    await take_turns(site, clock, lines, range(TURNS, TURNS + 3), ken)
    _, log = await entries(site, table)
    assert any(entry.instead == "bot" for entry in log) is away
    return [sorted_frames(line) for line in lines], news


async def test_a_bot_that_stands_in_changes_no_byte_sent_to_other_readers(
    serve: Serve, tmp_path: Any
) -> None:
    here, news_here = await play_with_ken(serve, f"{tmp_path}/here.db", away=False)
    gone, news_gone = await play_with_ken(serve, f"{tmp_path}/away.db", away=True)
    assert all(len(frames) > TURNS for frames in here)
    assert here == gone
    assert {step["instead"] for step in news_here} == {None}
    assert {step["instead"] for step in news_gone} == {None, "bot"}
    assert [s["events"] for s in news_gone if s["events"]] == [
        s["events"] for s in news_here if s["events"]
    ]
    assert b'"level":"normal"' not in b"".join(b"".join(frames) for frames in gone)
