"""A server is killed in mid-game, again and again: what was acknowledged is there, once."""

import asyncio
import contextlib
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import WebSocketException

from chabudai.core import Rng, play
from chabudai.core.transcript import Entry, Header, Transcript, replay
from chabudai.server.database import open_database
from chabudai.server.store import Store
from tests.server.support import GAME, Guest, Line, guest, sampled

pytestmark = pytest.mark.slow

KILLS = 20
FLEEING = (OSError, TimeoutError, WebSocketException)


@contextlib.asynccontextmanager
async def process(port: int, db: str, static: Path) -> AsyncIterator[tuple[Process, str]]:
    """A server process, and its address."""
    command = ("-m", "tests.server.host", str(port), db, str(static))
    started = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE)
    assert started.stdout is not None
    try:
        line = await asyncio.wait_for(started.stdout.readline(), 20)
        assert line, "the server did not start"
        yield started, line.decode().strip()
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


@dataclass(slots=True)
class Player:
    """Somebody who goes on after every loss, and keeps what was acknowledged."""

    who: Guest
    table: str
    seat: int
    rng: Rng
    seen: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict[str, int])
    unanswered: dict[str, Any] | None = None
    told: list[int] = field(default_factory=list[int])
    made: int = 0
    over: bool = False

    async def live_through(self) -> None:
        """Play until the line is lost or the game is over."""
        with contextlib.suppress(*FLEEING):
            async with self.who.line(self.table, since=self.seen) as line:
                try:
                    await self.play(line)
                finally:
                    self.note(line)

    async def play(self, line: Line) -> None:
        if self.unanswered is not None:
            await self.finish(line, self.unanswered)
        while update := await line.turn(self.seat):
            self.made += 1
            action = sampled(update, self.seat, self.rng)
            name = f"move-{self.made}"
            command = {"type": "act", "id": name, "head": update["seq"], "action": action}
            self.unanswered = command
            await self.finish(line, command)
        self.over = True

    async def finish(self, line: Line, command: dict[str, Any]) -> None:
        """Send a command, perhaps again, until it is answered."""
        answer = await line.say(**command)
        self.unanswered = None
        if answer["type"] == "accepted":
            self.acknowledged[command["id"]] = answer["seq"]
            await line.at(answer["seq"])

    def note(self, line: Line) -> None:
        """Keep what was told on this line."""
        for update in line.of("update"):
            self.told += [told["seq"] for told in update["news"]]
            self.seen = update["seq"]


async def read_log(db: str, table_id: str) -> tuple[Any, tuple[Any, ...]]:
    store = Store(await open_database(db), lambda _: None)
    try:
        table = await store.load(table_id)
        assert table is not None
        return table, await store.entries(table, 0, table.head)
    finally:
        await store.close()


async def test_every_acknowledged_move_survives_kills_and_none_is_there_twice(
    tmp_path: Path, static: Path
) -> None:
    db = f"sqlite:///{tmp_path}/tables.db"
    dice = random.Random(20261121)
    kills, games, port = 0, 0, 0
    while kills < KILLS:
        games += 1
        players: list[Player] = []
        async with contextlib.AsyncExitStack() as people:
            while not (players and all(player.over for player in players)):
                async with process(port, db, static) as (server, base):
                    port = int(base.rpartition(":")[2])
                    if not players:
                        players = await sit_down(people, base, games)
                    playing = asyncio.gather(*(player.live_through() for player in players))
                    delay = dice.uniform(0.02, 0.25)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(asyncio.shield(playing), delay)
                    if not playing.done() and kills < KILLS:
                        server.send_signal(signal.SIGKILL)
                        kills += 1
                    await asyncio.wait_for(playing, 60)
        await check(db, players)
    assert kills == KILLS


async def sit_down(people: contextlib.AsyncExitStack, base: str, game: int) -> list[Player]:
    """Two people and a bot begin a game."""
    mika = await people.enter_async_context(guest(base))
    ken = await people.enter_async_context(guest(base))
    made = await mika.open(bots=["easy"])
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as line:
        await line.say(type="hasten", hasten=True)
        await line.say(type="begin", fill=None)
    table = made["table"]
    return [Player(mika, table, 0, Rng(2 * game)), Player(ken, table, 2, Rng(2 * game + 1))]


async def check(db: str, players: list[Player]) -> None:
    """The log is dense, replays, and holds every acknowledged move exactly once."""
    table, entries = await read_log(db, players[0].table)
    assert [entry.seq for entry in entries] == list(range(1, table.head + 1))
    commands = [entry.cmd for entry in entries]
    assert len(set(commands)) == len(commands)
    for player in players:
        for name, seq in player.acknowledged.items():
            assert entries[seq - 1].cmd == f"{player.seat}:{name}"
            assert entries[seq - 1].seat == player.seat
        assert player.told == sorted(set(player.told))
        assert player.told[-1] == table.head
        assert player.told == list(range(player.told[0], table.head + 1))
    moves = tuple(Entry(e.seat, msgspec.Raw(e.action)) for e in entries if e.part == "play")
    header = Header(GAME.name, GAME.rules, len(table.sitting.places), table.sitting.options)
    *_, last = replay(GAME, Transcript(header, moves))
    assert last == table.state
    assert GAME.outcome(last) is not None
    state = GAME.setup(msgspec.json.decode(table.sitting.options, type=GAME.options), 3)
    for entry in entries:
        if entry.part == "play":
            step = play(
                GAME, state, entry.seat, msgspec.json.decode(entry.action, type=GAME.actions)
            )
            assert msgspec.json.encode(step.news) == msgspec.json.encode(entry.news)
            state = step.state


async def test_who_sits_where_has_one_outcome_though_the_server_is_killed_in_between(
    tmp_path: Path, static: Path
) -> None:
    """A bot asked for, a seat taken back twice at once, handed on, left by all; a name of marks."""
    db = f"sqlite:///{tmp_path}/tables.db"
    async with contextlib.AsyncExitStack() as people:
        async with process(0, db, static) as (server, base):
            port = int(base.rpartition(":")[2])
            mika, ken, ami, nami = [await people.enter_async_context(guest(base)) for _ in range(4)]
            made = await mika.open(options={"first_player": 1})
            table, wish = made["table"], {"table": made["table"], "secret": made["invite"]}
            marks = await ken.join(**wish, name="\u0301" * 9)
            assert (marks.status_code, marks.json()["code"]) == (400, "malformed")
            await ken.join(**wish, name="Ken")
            await ami.join(**wish, name="Ami")
            async with mika.line(table) as line:
                await line.say(type="begin", fill=None)
                bot = {"type": "substitute", "id": "bot", "seat": 1, "level": "easy"}
                assert (await line.say(**bot))["type"] == "accepted"
                server.kill()
        async with process(port, db, static) as (server, _), mika.line(table) as host:
            assert (await host.say(**bot))["type"] == "accepted"  # it is the one of before
            assert (await host.first("lobby"))["chairs"][1]["level"] == "easy"
            async with ken.line(table) as one, ken.line(table) as two:
                for line in (one, two, host):
                    await line.until(partial(plays, line, 1))
                late = await host.say(type="substitute", seat=1, level="easy")
                assert (late["code"], late["text"]) == ("not-now", "{name} is here.")
                assert (await host.say(type="vacate", seat=1))["type"] == "accepted"
                for line in (one, two):
                    assert (await line.say(type="leave"))["code"] == "not-your-seat"
                server.kill()
        async with process(port, db, static) as (server, _), mika.line(table) as host:
            assert (await nami.join(**wish, name="Nami")).json()["seat"] == 1
            assert (await ken.join(**wish)).json()["seat"] is None
            async with ken.line(table) as old, ami.line(table) as heir, nami.line(table) as new:
                assert (await old.first("hello"))["seat"] is None
                assert (await new.first("hello"))["seat"] == 1
                assert (await old.say(type="return"))["code"] == "not-your-seat"
                await heir.first("lobby")
                assert (await host.say(type="leave", level="easy"))["type"] == "accepted"
                first, second = await asyncio.gather(
                    host.say(type="vacate", seat=2), heir.say(type="vacate", seat=1)
                )
                codes = {first.get("code"), second.get("code")}
                assert codes <= {"not-host", "not-now", None}
                assert "not-host" in codes
                for line in (new, heir):
                    await line.say(type="leave", level="easy")
                server.kill()
        stored, log = await read_log(db, table)
        returns = [entry for entry in log if b'"type":"return"' in entry.action]
        assert [entry.seat for entry in returns] == [1]
        assert len({entry.cmd for entry in log}) == len(log) == stored.head
        async with process(port, db, static) as (_, base), mika.line(table) as line:
            await line.until(partial(plays, line, 0))
            assert (await line.first("lobby"))["status"] == "playing"


def plays(line: Line, seat: int) -> bool:
    """Whether a line was told that no bot plays in a seat."""
    lobby = line.last("lobby")
    return lobby is not None and lobby["chairs"][seat]["level"] is None
