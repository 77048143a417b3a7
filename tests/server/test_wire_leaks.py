"""Two worlds that differ in the order of the pile alone cannot be told apart by any byte sent."""

import asyncio
import contextlib
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec import Raw

from chabudai.core import Rng
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from tests.server.support import Guest, Line, Running, guest, running, sampled

T = TypeVar("T")
RING = 7


class Stacked(Rng):
    """Dice that lay the same circle and stack the rest as `world` says, a Q at the bottom."""

    def __init__(self, world: int) -> None:
        super().__init__(77)
        self.world = world

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        deck = list(super().shuffled(items))
        rare = next(i for i, safe in enumerate(deck) if getattr(safe, "letter", "") == "Q")
        bottom = deck.pop(rare)
        pile = Rng(self.world).shuffled(deck[RING:])
        return (*deck[:RING], *pile, bottom)


def sources(world: int) -> Sources:
    """Time that stands still, secrets that repeat, one pause for all, and a pile of `world`'s own.

    What a bot draws must not depend on who comes back just before it.
    """
    numbers: Iterator[int] = count(1)

    def token(size: int) -> str:
        text = hashlib.sha256(f"secret {next(numbers)}".encode()).hexdigest()
        return text[:43] if size == 32 else text[:size]

    return Sources(
        now=lambda: 1_700_000_000_000,
        dice=lambda: Stacked(world),
        pauses=lambda: Rng(11),
        token=token,
    )


@dataclass(slots=True)
class World:
    """Everything that left the server, by who got it, and whether the pile was touched. `reasons`
    are what the spectator was told of why bots moved so, by step.
    """

    sent: dict[str, list[bytes]] = field(default_factory=dict[str, list[bytes]])
    frames: dict[str, list[bytes]] = field(default_factory=dict[str, list[bytes]])
    reasons: dict[int, bytes] = field(default_factory=dict[int, bytes])
    refilled: bool = False

    def note(self, who: str, *parts: bytes) -> None:
        self.sent.setdefault(who, []).extend(parts)


def plain(headers: Any) -> bytes:
    """An answer's headers without the time and the port."""
    kept = [(n, v) for n, v in headers.multi_items() if n != "date"]
    return json.dumps(sorted(kept)).encode()


async def look(world: World, who: str, each: Guest, table: str, base: str) -> None:
    """Everything that can be had over HTTP."""
    paths = ("/", f"/t/{table}", f"/j/{table}", "/api/games", "/api/tables")
    for path in (*paths, f"/api/tables/{table}/transcript"):
        answer = await each.http.get(path)
        world.note(who, plain(answer.headers), answer.content.replace(base.encode(), b""))


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


async def play_world(world_seed: int, folder: Path, static: Path, refills: int) -> World:
    """A game by a script that depends on views alone, up to so many refills."""
    world = World()
    settings = Settings(
        db=f"{folder}/world{world_seed}.db",
        static=static,
        bot_workers=1,
        sources=sources(world_seed),
        metrics=("127.0.0.1", 0),
    )
    async with running(settings) as server, contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(server.base)) for _ in range(3)]
        made = await people[0].open(options={"first_player": 0}, seats=3, bots=["easy"])
        await people[1].join(table=made["table"], secret=made["invite"])
        table = made["table"]
        lines: dict[str, Line] = {}
        for who, each in zip(("host", "friend", "spectator"), people, strict=True):
            lines[who] = await stack.enter_async_context(each.line(table))
            for line in lines.values():
                await line.first("lobby")
        await lines["host"].say(type="hasten", id="fast", hasten=True)
        await lines["host"].say(type="begin", id="begin", fill=None)
        again = partial(back_again, world, stack, people[1], table, lines)
        await change_seats(server, people[1], made, lines, again)
        why = partial(ask_why, world, people[2], f"/api/tables/{table}/why?seq=")
        await follow(world, lines, refills, again, why)
        for who, each in zip(lines, people, strict=True):
            world.frames[who] = list(lines[who].frames)
            await look(world, who, each, table, server.base)
            async with each.line(table, since=0) as line:
                await line.first("update")
                world.frames[f"{who}, back again"] = list(line.frames)
        metrics = (await people[2].http.get(f"{server.metrics}/metrics")).text
        # What is counted may differ in seconds only, so the names and labels are compared.
        names = sorted({re.sub(r" \S+$", "", each) for each in metrics.splitlines()})
        world.note("metrics", "\n".join(names).encode())
    return world


async def change_seats(
    server: Running,
    friend: Guest,
    made: dict[str, Any],
    lines: dict[str, Line],
    again: Callable[[], Awaitable[None]],
) -> None:
    """In the host's turn the friend leaves and returns, is removed and let back in, and goes away
    while a bot plays.
    """
    live = await server.services.registry.get(made["table"])
    assert live is not None
    await accept(lines["friend"], type="leave", id="leave", level="easy")
    await accept(lines["friend"], type="return", id="return")
    await accept(lines["host"], type="vacate", id="vacate", seat=2)
    await accept(lines["host"], type="readmit", id="readmit", name="Ken")
    joined = await friend.join(table=made["table"])
    assert joined.json()["seat"] == 2
    for line in lines.values():
        await line.at(live.table.head)
    await gone(lines)
    await accept(lines["host"], type="substitute", id="bot", seat=2, level="easy")
    await again()
    for line in lines.values():
        await line.at(live.table.head)


async def accept(line: Line, **command: Any) -> None:
    """Give a command that is accepted, and wait until its step is told."""
    answer = await line.say(**command)
    assert answer["type"] == "accepted", answer
    await line.at(answer["seq"])


async def gone(lines: dict[str, Line]) -> None:
    """The friend goes away, and the host is told."""
    await lines["friend"].ws.close()
    await lines["host"].until(lambda: (lines["host"].last("presence") or {})["away_ms"][2] == 0)


async def back_again(
    world: World,
    stack: contextlib.AsyncExitStack,
    friend: Guest,
    table: str,
    lines: dict[str, Line],
) -> None:
    """The friend comes back, and what was sent to them before is kept."""
    world.frames[f"friend, before {len(world.frames)}"] = list(lines["friend"].frames)
    lines["friend"] = await stack.enter_async_context(friend.line(table))
    await lines["friend"].first("update")


async def ask_why(world: World, spectator: Guest, path: str, upto: int) -> None:
    """Ask of the latest steps, one of which may be a bot's, why it moved so."""
    for seq in range(upto - 2, upto + 1):
        answer = await spectator.http.get(f"{path}{seq}")
        world.reasons[seq] = answer.content


async def follow(
    world: World,
    lines: dict[str, Line],
    refills: int,
    again: Callable[[], Awaitable[None]],
    why: Callable[[int], Awaitable[None]],
) -> None:
    """People move in turn, and try what they may not, until the pile has been touched."""
    seats = {0: "host", 2: "friend"}
    rng = Rng(5)
    for number in range(60):
        update = await lines["host"].until(lambda: acting(lines["host"], (0, 2)))
        for line in lines.values():
            await line.at(update["seq"])
        done = [e for m in lines["host"].of("update") for told in m["news"] for e in told["events"]]
        if sum(event["type"] == "refilled" for event in done) >= refills:
            world.refilled = True
            return
        seat = update["to_act"][0] if update["to_act"] else None
        if seat is None:
            return
        if number < 4:
            await why(update["seq"])
        if number < 2:
            for who, line in lines.items():
                for odd in ODD:
                    await line.say(**{**odd, "id": f"{odd['id']}-{number}-{who}"})
        if number == 1:  # the friend's turn
            await gone(lines)
            await accept(lines["host"], type="skip", id="skip", seat=2, head=update["seq"])
            await again()
            continue
        action = sampled(update, seat, rng)
        line = lines[seats[seat]]
        move = {"type": "act", "id": f"move{number}", "head": update["seq"], "action": action}
        answer = await line.say(**move)
        assert answer["type"] == "accepted"
        await lines["host"].at(answer["seq"])


def acting(line: Line, seats: tuple[int, ...]) -> dict[str, Any] | None:
    """The latest update, if one of `seats` is to act or nobody is."""
    update = line.last("update")
    if update is None or (update["to_act"] and update["to_act"][0] not in seats):
        return None
    return update


def content(frames: list[bytes]) -> dict[str, bytes]:
    """What frames say. How many steps share an update is a matter of time and says nothing."""
    said: dict[str, bytes] = {}
    for frame in frames:
        message = msgspec.json.decode(frame, type=dict[str, Raw])
        match json.loads(bytes(message["type"])):
            case "update":
                for told in msgspec.json.decode(message.pop("news"), type=list[Raw]):
                    seq = msgspec.json.decode(told, type=dict[str, Raw])["seq"]
                    said[f"step {bytes(seq).decode()}"] = bytes(told)
                after = bytes(message["seq"]).decode()
                said[f"table after step {after}"] = msgspec.json.encode(message)
            case "lobby":
                said["lobby"] = frame
            case kind:
                said[f"{kind} {bytes(message.get('id', Raw(b''))).decode()}"] = frame
    return said


def check_same(one: dict[str, bytes], two: dict[str, bytes], upto: int | None = None) -> int:
    """Whether two worlds said the same, up to a step; returns how much could be compared.

    A table is shown after some step or not, as updates happen to be joined; all else was said in
    both worlds.
    """
    shared = [key for key in one if key in two and (upto is None or number_of(key) < upto)]
    for key in one.keys() ^ two.keys():
        assert key.startswith("table") or (upto is not None and number_of(key) >= upto), key
    for key in shared:
        assert one[key] == two[key], key
    return len(shared)


def number_of(key: str) -> int:
    """The step that something was said of; answers and the lobby are said of none."""
    return int(key.rsplit(" ", 1)[1]) if key.startswith(("step", "table")) else -1


def first_refill(said: dict[str, bytes]) -> int:
    """The first step that turned a card of the pile."""
    return min(number_of(key) for key, step in said.items() if b'"refilled"' in step)


async def test_two_worlds_with_another_pile_send_the_same_bytes_until_it_is_touched(
    tmp_path: Path, static: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    one = await play_world(1, tmp_path, static, 0)
    log_one = capfd.readouterr().err
    two = await play_world(2, tmp_path, static, 0)
    log_two = capfd.readouterr().err
    assert one.sent.keys() == two.sent.keys() == {"host", "friend", "spectator", "metrics"}
    for who, sent in one.sent.items():
        assert sent == two.sent[who], who
    for who, frames in one.frames.items():
        assert check_same(content(frames), content(two.frames[who])) >= 4
    timeless = re.compile(r'"timestamp": "[^"]*"')
    assert timeless.sub("", log_one) == timeless.sub("", log_two)


async def test_until_the_first_refill_all_that_is_said_is_the_same(
    tmp_path: Path, static: Path
) -> None:
    one = await play_world(1, tmp_path, static, 1)
    two = await play_world(2, tmp_path, static, 1)
    assert one.refilled
    for who in ("host", "friend", "spectator"):
        said, also = content(one.frames[who]), content(two.frames[who])
        touched = first_refill(said)
        assert touched == first_refill(also)
        answers = {key for key in said.keys() ^ also.keys() if number_of(key) < 0}
        assert not {key for key in answers if "odd" in key}
        before = {key: step for key, step in said.items() if key not in answers}
        rest = {key: step for key, step in also.items() if key not in answers}
        compared = check_same(before, rest, touched)
        for earlier in (key for key in one.frames if key.startswith(f"{who}, before")):
            first, second = content(one.frames[earlier]), content(two.frames[earlier])
            compared += check_same(first, second, touched)
        assert compared > 5
        step = f"step {touched}"
        assert said[step] != also[step]  # and then the worlds do differ
        early = {seq: told for seq, told in one.reasons.items() if seq < touched}
        assert any(told.startswith(b'{"seat":1') for told in early.values())
        assert early == {seq: told for seq, told in two.reasons.items() if seq < touched}


async def test_the_bottom_of_the_pile_and_every_secret_stay_in_the_server(
    tmp_path: Path, static: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    world = await play_world(3, tmp_path, static, 4)
    said = capfd.readouterr()
    kept = (*world.sent.values(), *world.frames.values())
    everything = b"\n".join(part for parts in kept for part in parts)
    assert b'"letter":"E"' in everything  # this is how a safe would be written
    for safe in (b'"letter":"Q"', b'"letter": "Q"', b"letter='Q'"):
        assert safe not in everything
        assert safe.decode() not in said.err + said.out
    for number in range(1, 40):
        secret = hashlib.sha256(f"secret {number}".encode()).hexdigest()
        digest = hashlib.sha256(secret[:43].encode()).hexdigest()
        invite = hashlib.sha256(secret[:16].encode()).hexdigest()
        for private in (secret[:43], digest, invite):
            assert private.encode() not in everything
            assert private not in said.err + said.out
    assert "Mika" not in said.err
    assert "shuffle" not in said.err


async def test_the_test_sees_a_leak(tmp_path: Path, static: Path, monkeypatch: Any) -> None:
    from chabudai.server.tables import snapshot

    honest = snapshot.TableSnapshot.view_and_menu

    def leaking(self: Any, seat: int | None) -> Any:
        view, legal = honest(self, seat)
        pile = self.table.state.pile
        return view, (*legal, Raw(json.dumps(pile[0].letter + pile[1].letter).encode()))

    monkeypatch.setattr(snapshot.TableSnapshot, "view_and_menu", leaking)
    one = await asyncio.wait_for(play_world(1, tmp_path, static, 0), 30)
    two = await asyncio.wait_for(play_world(2, tmp_path, static, 0), 30)
    with pytest.raises(AssertionError):
        check_same(content(one.frames["host"]), content(two.frames["host"]))
