"""What a table and its sockets keep in memory, and what is let go of."""

import asyncio
import gc
import types
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from websockets.asyncio.client import connect
from websockets.typing import Origin

from chabudai.core import Rng
from chabudai.server import wire
from chabudai.server.entrance import Entrance
from chabudai.server.live.fan_out import FanOut
from chabudai.server.live.live_table import KEPT_STEPS, Follower, LiveTable
from chabudai.server.sockets.channel import Writable
from chabudai.server.sources import Sources
from chabudai.server.table import Call, Change, Entry, Place, Sitting, Table
from chabudai.server.table.commands import carry_out
from tests.every_room import ROOMS, Room
from tests.server.support import Running, channel_of, guest

AWAY = 1
"""The seat that somebody leaves."""
LEFT_AT = (0, 7, 20, 33)
"""After how many moves of the game, counted from its beginning."""
SHARED = 30
"""So many attributes of an object are kept without a table of their own."""


def begun(room: Room) -> Change:
    """A game of people at every seat of the greatest table."""
    game, seats = room.game, max(room.game.seats)
    places = tuple(Place("guest", f"N{seat}", f"g{seat}") for seat in range(seats))
    options = Raw(msgspec.json.encode(game.options()))
    sitting = Sitting(game.name, game.rules, "lobby", options, places, 0, "")
    call = Call(0, "b", 1, Sources(dice=partial(Rng, 1)))
    return carry_out(Table("t", 1, sitting, None, (), None), call, wire.Begin("b", None))


def moved(room: Room, table: Table, seat: int, rng: Rng) -> Change:
    """A move at random."""
    action: Any = room.game.sample(room.game.view(table.state, seat), seat, rng)
    act = wire.Act(f"m{table.head}", table.head, Raw(msgspec.json.encode(action)))
    return carry_out(table, Call(seat, act.id, 1, Sources(dice=partial(Rng, table.head))), act)


def play_without(room: Room, live: LiveTable, away: set[int], moves: int, rng: Rng) -> None:
    """So many moves at random, or fewer, if nobody owes one any more but who is away."""
    for _ in range(moves):
        owing = set(room.game.to_act(live.table.state)) - away
        if not owing:
            return
        change = moved(room, live.table, min(owing), rng)
        live.advance(change.table, change.entries)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_a_table_waits_for_who_is_away_before_their_steps_leave_memory(room: Room) -> None:
    missed = list[int]()
    for left_at in LEFT_AT:
        live, rng = LiveTable(begun(room).table, 0.0), Rng(left_at)
        play_without(room, live, set(), left_at, rng)
        left = live.table.head
        play_without(room, live, {AWAY}, 1000, rng)
        assert live.steps_after(left) is not None
        missed.append(live.table.head - left)
    assert max(missed) > 0


def table_at(head: int) -> Table:
    """A table that waits to begin, after so many steps."""
    room = ROOMS[0]
    options = Raw(msgspec.json.encode(room.game.options()))
    places = (Place("guest", "N", "g0"), Place())
    sitting = Sitting(room.game.name, room.game.rules, "lobby", options, places, 0, "")
    return Table("t", head, sitting, None, (), None)


def steps(first: int, last: int) -> tuple[Entry, ...]:
    """The steps from one to another."""
    return tuple(Entry(n, f"c{n}", 0, "lobby", b"{}", (), 1) for n in range(first, last + 1))


def test_steps_that_come_together_are_all_held_and_of_others_the_latest() -> None:
    live = LiveTable(table_at(1), 0.0)
    for head in range(2, 2 + 2 * KEPT_STEPS):
        live.advance(table_at(head), steps(head, head))
    head = live.table.head
    assert live.recent == steps(head - KEPT_STEPS + 1, head)
    assert live.steps_after(head) == ()
    assert live.steps_after(head - 1) == steps(head, head)
    assert live.steps_after(head - KEPT_STEPS - 1) is None
    live.advance(table_at(head + 50), steps(head + 1, head + 50))
    assert live.steps_after(head) == steps(head + 1, head + 50)
    live.advance(table_at(head + 51), steps(head + 51, head + 51))
    assert live.recent == steps(head + 52 - KEPT_STEPS, head + 51)
    # Where some in between were not read, none of those before are of use.
    live.advance(table_at(head + 54), steps(head + 54, head + 54))
    assert live.recent == steps(head + 54, head + 54)


def test_all_who_watch_are_sent_the_same_bytes_and_nothing_is_kept_of_those_who_play() -> None:
    room = ROOMS[0]
    change = begun(room)
    live = LiveTable(change.table, 0.0)
    nobody: Any = None
    fan_out, sent = FanOut(nobody, lambda: 1, nobody), dict[str, list[bytes]]()
    watchers = [(f"w{n}", None) for n in range(3)]
    for name, seat in (("g0", 0), ("g1", 1), *watchers):
        head = live.table.head
        follower = Follower(name, seat, seat == 0, head, print, "", first=False)

        def tell(name: str = name, follower: Follower = follower) -> None:
            sent[name] = fan_out.frames_at_once(live, follower) or []

        follower.tell = tell
        live.follow(follower)
    owing = room.game.to_act(live.table.state)[0]
    after = moved(room, live.table, owing, Rng(1))
    live.advance(after.table, after.entries)
    frames = [sent[name][-1] for name, _ in watchers]
    assert frames[1] is frames[0]
    assert frames[2] is frames[0]
    assert live.shown.watched == frames[0]


def reachable(*roots: object) -> list[object]:
    """What can be reached from some objects without going through a module, a type or a loop."""
    ends = (type, types.ModuleType, types.FunctionType, types.CodeType, asyncio.AbstractEventLoop)
    seen: dict[int, object] = {}
    ahead = list(roots)
    while ahead:
        each = ahead.pop()
        if id(each) in seen or isinstance(each, ends):
            continue
        seen[id(each)] = each
        ahead.extend(gc.get_referents(each))
    return list(seen.values())


async def test_an_open_socket_keeps_nothing_of_how_it_was_opened(site: Running) -> None:
    async with guest(site.base) as mika:
        made = await mika.open()
        url = f"{site.base.replace('http', 'ws', 1)}/ws/{made['table']}"
        # Nobody else has this text: it is made here, and only a copy of it is sent.
        headers = {"X-Told": "once" * 20}
        async with connect(url, additional_headers=headers, origin=Origin(site.base)) as ws:
            await ws.recv()
            held = reachable(channel_of(site), *site.host.server_state.tasks)
            assert any(isinstance(each, LiveTable) for each in held)
            texts = [each for each in held if isinstance(each, str | bytes | bytearray)]
            told = ["once" in (t if isinstance(t, str) else t.decode("latin1")) for t in texts]
            assert not any(told)


async def test_a_sockets_attributes_need_no_table_of_their_own(site: Running) -> None:
    async with guest(site.base) as mika:
        made = await mika.open()
        async with mika.line(made["table"]) as line:
            await line.first("lobby")
            forgotten = ("request", "response", "scope")
            assert len({*vars(channel_of(site)), *forgotten}) <= SHARED


async def test_what_read_the_request_for_a_socket_is_gone_without_being_looked_for(
    site: Running,
) -> None:
    async with guest(site.base) as mika:
        made = await mika.open()
        gc.disable()
        try:
            async with mika.line(made["table"]) as line:
                await line.first("lobby")
                connections = site.host.server_state.connections
                left = [each for each in gc.get_objects() if type(each) is Entrance]
                assert [each for each in left if each not in connections] == []
        finally:
            gc.enable()


async def test_all_who_wait_for_room_go_on_and_one_who_gives_up_takes_none_with_him() -> None:
    writable = Writable()
    assert writable.is_set()
    assert await writable.wait()
    writable.set()
    writable.clear()
    writable.clear()
    assert not writable.is_set()
    waiting = [asyncio.create_task(writable.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert [each.done() for each in waiting] == [True, False, False]
    writable.set()
    assert await asyncio.gather(*waiting[1:]) == [True, True]
    assert writable.is_set()
