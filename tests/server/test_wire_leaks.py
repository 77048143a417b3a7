"""Two worlds that differ only in the order of the pile send the same bytes until it is touched."""

import contextlib
import hashlib
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.protocol.nudges import NUDGE_AFTER_MS
from chabudai.server.refusal import PRIVATE
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from tests.server.clock import Clock
from tests.server.support import Guest, Line, running, sampled

T = TypeVar("T")
RING = 7
PLAIN = {"accept-encoding": "identity"}
"""Asks for uncompressed content: compression hides equal parts, and its length varies."""
VARYING = ("date", "etag")
"""Headers that differ between identical servers. The tag is a digest that includes the address."""
SEATS = {0: "host", 2: "friend"}
"""The guests. A bot has seat 1."""


class Stacked(Rng):
    """Deals every world the same ring. The order of the pile depends on `world`, with a Q last."""

    def __init__(self, world: int) -> None:
        super().__init__(77)
        self.world = world

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        deck = list(super().shuffled(items))
        rare = next(i for i, safe in enumerate(deck) if getattr(safe, "letter", "") == "Q")
        bottom = deck.pop(rare)
        pile = Rng(self.world).shuffled(deck[RING:])
        return (*deck[:RING], *pile, bottom)


def sources(world: int, clock: Clock) -> Sources:
    """A stopped clock, repeatable secrets, one delay for all bots, and the pile of `world`."""
    numbers = count(1)

    def token(size: int) -> str:
        text = hashlib.sha256(f"secret {next(numbers)}".encode()).hexdigest()
        return text[:43] if size == 32 else text[:size]

    dice, rest = partial(Stacked, world), partial(Rng, 11)
    return Sources(now=clock.now, dice=dice, delays=rest, picks=rest, token=token)


ODD: tuple[dict[str, Any], ...] = (
    {"type": "act", "id": "odd1", "head": 0, "action": {"type": "pass"}},
    {"type": "act", "id": "odd2", "head": 99, "action": {"type": "pass"}},
    {
        "type": "act",
        "id": "odd3",
        "head": 9,
        "action": {"type": "shuffle", "safes": [], "first": 0},
    },
    {"type": "act", "id": "odd4", "head": 9, "action": {"type": "look"}},
    {"type": "ask", "id": "odd5", "question": {"type": "inputs", "word": "SERIES"}},
    {"type": "ask", "id": "odd6", "question": {"type": "inputs", "word": "?"}},
    {"type": "begin", "id": "odd7", "fill": "easy"},
    {"type": "again", "id": "odd8"},
    {"type": "nothing", "id": "odd9"},
)


@dataclass(slots=True)
class World:
    """A game whose script depends only on views, and everything that left its server.

    `sent` has the bytes sent over HTTP, and `frames` the bytes sent over sockets, by reader.
    `reasons` maps each step to the reason that was sent to the spectator.
    """

    people: dict[str, Guest]
    lines: dict[str, Line]
    table: str
    clock: Clock
    sent: dict[str, list[bytes]] = field(default_factory=dict[str, list[bytes]])
    frames: dict[str, list[bytes]] = field(default_factory=dict[str, list[bytes]])
    reasons: dict[int, bytes] = field(default_factory=dict[int, bytes])
    log: str = ""

    async def accept(self, who: str, /, **command: Any) -> None:
        """Send a command that must be accepted, and wait until all readers have its step."""
        answer = await self.lines[who].accept(**{"id": command["type"], **command})
        for line in self.lines.values():
            if line.closed is None:
                await line.at(answer)

    async def friend_leaves(self) -> None:
        await self.lines["friend"].ws.close()
        await self.lines["host"].until(lambda: self.lines["host"].presence["away_ms"][2] == 0)

    async def friend_returns(self) -> None:
        """Reconnect the friend, keeping the earlier frames."""
        self.frames[f"friend, before {len(self.frames)}"] = self.lines["friend"].frames
        self.lines["friend"] = await self.people["friend"].connect(self.table)
        await self.lines["friend"].first("update")

    async def change_watching(self) -> None:
        """Show the friend's hand for a while, and then bar the spectator from watching for a
        while.
        """
        await self.accept("host", type="let-watch", who="seat")
        await self.accept("friend", type="show-hand", show=True)
        await self.accept("friend", type="show-hand", id="hide-hand", show=False)
        await self.lines["host"].accept(type="let-watch", id="close", who="nobody")
        assert await self.lines["spectator"].closing() == PRIVATE
        self.frames["spectator, cut off"] = self.lines["spectator"].frames
        await self.lines["host"].accept(type="let-watch", id="open", who="public")
        spectator = await self.people["spectator"].connect(self.table, name="Dan")
        await spectator.first("update")
        self.lines["spectator"] = spectator

    async def change_seats(self) -> None:
        """On the host's turn, let the friend leave and return, be removed and readmitted, be away
        while a bot plays, and be the host for a while. Then let the host be nudged.
        """
        await self.accept("friend", type="leave", level="easy")
        await self.accept("friend", type="return")
        await self.accept("host", type="vacate", seat=2)
        await self.accept("host", type="readmit", name="Ken")
        joined = await self.people["friend"].join(table=self.table)
        assert joined.json()["seat"] == 2
        await self.friend_leaves()
        await self.accept("host", type="substitute", seat=2, level="easy")
        await self.friend_returns()
        await self.accept("host", type="make-host", seat=2)
        await self.lines["friend"].until(lambda: self.lines["friend"].hello["host"])
        await self.accept("friend", type="make-host", seat=0)
        self.clock.ahead += NUDGE_AFTER_MS
        await self.accept("friend", type="nudge", seat=0)

    async def play(self, refills: int) -> None:
        """Make moves, including forbidden ones, until the pile has been touched `refills` times."""
        host, rng = self.lines["host"], Rng(5)
        for number in range(60):
            update = await host.until(partial(update_for, host))
            for line in self.lines.values():
                await line.at(update["seq"])
            touched = sum(event["type"] == "refilled" for event in host.events)
            if touched >= refills or not update["to_act"]:
                return
            if number < 4:
                for seq in range(update["seq"] - 2, update["seq"] + 1):
                    path = f"/api/tables/{self.table}/why?seq={seq}"
                    answer = await self.people["spectator"].http.get(path)
                    self.reasons[seq] = answer.content
            for who, line in self.lines.items() if number < 2 else ():
                for odd in ODD:
                    await line.say(**{**odd, "id": f"{odd['id']}-{number}-{who}"})
            if number == 0:  # the host's turn
                self.clock.ahead += protocol.IDLE_MS
                await self.accept("friend", type="request", kind="move", seat=0)
                await host.until(lambda: 0 not in host.update["to_act"])
            elif number == 1:  # the friend's turn
                await self.friend_leaves()
                await self.accept("host", type="skip", seat=2, head=update["seq"])
                await self.friend_returns()
            else:
                seat = update["to_act"][0]
                line = self.lines[SEATS[seat]]
                action = sampled(update, seat, rng)
                await host.at(await line.move(action, id=f"move{number}", head=update["seq"]))

    async def request(self, base: str, metrics: str) -> None:
        """Request all pages and documents, and keep all frames."""
        paths = ("/", "/t/{}", "/j/{}", "/api/games", "/api/tables", "/api/tables/{}/transcript")
        for who, each in self.people.items():
            self.frames[who] = list(self.lines[who].frames)
            for path in paths:
                answer = await each.http.get(path.format(self.table), headers=PLAIN)
                headers = [each for each in answer.headers.multi_items() if each[0] not in VARYING]
                body = answer.content.replace(base.encode(), b"")
                self.sent.setdefault(who, []).extend([json.dumps(sorted(headers)).encode(), body])
            async with each.line(self.table, since=0) as line:
                await line.first("update")
                self.frames[f"{who}, back again"] = list(line.frames)
        text = (await self.people["host"].http.get(f"{metrics}/metrics")).text
        # Counts may change over time, so only names and labels are compared.
        names = sorted({re.sub(r" \S+$", "", each) for each in text.splitlines()})
        self.sent["metrics"] = ["\n".join(names).encode()]


def update_for(line: Line) -> dict[str, Any] | None:
    """The latest update if a guest owes a move or no seat does, and otherwise None."""
    update = line.update
    return update if update and set(update["to_act"][:1]) <= set(SEATS) else None


async def play_world(number: int, folder: Path, static: Path, refills: int) -> World:
    """Play until the pile has been touched `refills` times."""
    clock = Clock()
    clock.started = 1_700_000_000_000
    settings = Settings(
        db=f"{folder}/world{number}-{refills}.db",
        static=static,
        bot_workers=1,
        sources=sources(number, clock),
        metrics=("127.0.0.1", 0),
    )
    with contextlib.redirect_stderr(io.StringIO()) as log:
        async with running(settings) as server:
            host, friend, spectator = await server.guests(3)
            made = await host.open(options={"first_player": 0}, seats=3, bots=["easy"])
            await friend.join(table=made["table"], secret=made["invite"])
            people = {"host": host, "friend": friend, "spectator": spectator}
            world = World(people, {}, made["table"], clock)
            for who, each in people.items():
                world.lines[who] = await each.connect(made["table"])
                for line in world.lines.values():
                    await line.first("lobby")
            await world.lines["host"].accept(type="hasten", id="fast", hasten=True)
            await world.lines["host"].accept(type="begin", id="begin")
            await world.change_watching()
            await world.change_seats()
            await world.play(refills)
            await world.request(server.base, server.metrics)
    world.log = log.getvalue()
    return world


def content(frames: list[bytes]) -> dict[str, bytes]:
    """The messages in frames, split by step: which steps share an update depends on timing only."""
    said: dict[str, bytes] = {}
    for frame in frames:
        message = msgspec.json.decode(frame, type=dict[str, Raw])
        match json.loads(bytes(message["type"])):
            case "update":
                for step in msgspec.json.decode(message.pop("news"), type=list[Raw]):
                    seq = msgspec.json.decode(step, type=dict[str, Raw])["seq"]
                    said[f"step {bytes(seq).decode()}"] = bytes(step)
                said[f"table {bytes(message['seq']).decode()}"] = msgspec.json.encode(message)
            case "lobby":
                said["lobby"] = frame
            case kind:
                said[f"{kind} {bytes(message.get('id', Raw(b''))).decode()}"] = frame
    return said


def step_of(key: str) -> int:
    """The step of a message, or -1 for answers and the lobby."""
    return int(key.rsplit(" ", 1)[1]) if key.startswith(("step", "table")) else -1


def compare(one: World, other: World, who: str, touched: int) -> int:
    """Assert that a reader was sent the same messages in both worlds before step `touched`. Returns
    their number.

    Updates may be merged, so sometimes only one world sends a table after a step.
    """
    here, there = content(one.frames[who]), content(other.frames[who])
    for key in here.keys() ^ there.keys():
        late = step_of(key) >= touched or key.startswith(("accepted", "lobby"))
        assert late or key.startswith("table"), key
    shared = [key for key in here.keys() & there.keys() if step_of(key) < touched]
    for key in shared:
        if key != "lobby":  # the last lobby message contains the outcome
            assert here[key] == there[key], key
    return len(shared)


def first_refill(world: World) -> int:
    """The first step that turned up a card of the pile."""
    said = content(world.frames["spectator"])
    return min(step_of(key) for key, step in said.items() if b'"refilled"' in step)


async def test_worlds_that_differ_in_the_pile_send_the_same_until_it_is_touched(
    tmp_path: Path, static: Path
) -> None:
    one, two = [await play_world(number, tmp_path, static, 1) for number in (1, 2)]
    touched = first_refill(one)
    assert touched == first_refill(two)
    assert one.frames.keys() == two.frames.keys()
    for who in one.frames:
        assert compare(one, two, who, touched) > 3
    step = f"step {touched}"
    assert content(one.frames["host"])[step] != content(two.frames["host"])[step]
    early = {seq: told for seq, told in one.reasons.items() if seq < touched}
    assert any(told.startswith(b'{"seat":1') for told in early.values())
    assert early == {seq: told for seq, told in two.reasons.items() if seq < touched}
    assert one.sent.keys() == two.sent.keys() == {*one.people, "metrics"}
    for who, sent in one.sent.items():
        assert sent == two.sent[who], who
    timeless = re.compile(r'"timestamp": "[^"]*"')
    assert timeless.sub("", one.log) == timeless.sub("", two.log)


async def test_the_bottom_of_the_pile_and_every_secret_stay_in_the_server(
    tmp_path: Path, static: Path
) -> None:
    world = await play_world(3, tmp_path, static, 4)
    kept = (*world.sent.values(), *world.frames.values(), [world.log.encode()])
    everything = b"\n".join(part for parts in kept for part in parts)
    assert b'"letter":"E"' in everything  # the form of a safe in messages
    for safe in (b'"letter":"Q"', b'"letter": "Q"', b"letter='Q'"):
        assert safe not in everything
    for number in range(1, 40):
        secret = hashlib.sha256(f"secret {number}".encode()).hexdigest()
        digest = hashlib.sha256(secret[:43].encode()).hexdigest()
        invite = hashlib.sha256(secret[:16].encode()).hexdigest()
        for private in (secret[:43], digest, invite):
            assert private.encode() not in everything
    assert "Mika" not in world.log
    assert "shuffle" not in world.log
