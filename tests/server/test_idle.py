"""Since when the table has waited for a guest who is here, by the server's clock."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from chabudai.core import events_for
from chabudai.core.transcript import loads, replay_steps
from tests.server.support import Clock, Guest, Line, Running, guest, timed
from tests.support.every_room import ROOMS, Room

MINUTE = 60_000


def idle_ms(line: Line) -> dict[int, int]:
    """For each seat that owes a move, for how long it has been silent when Hello was sent."""
    hello, update = line.last("hello") or {}, line.last("update") or {}
    times = zip(update["to_act"], update["since"], strict=True)
    return {seat: hello["now"] - since for seat, since in times}


@contextlib.asynccontextmanager
async def looks(each: Guest, table: str) -> AsyncIterator[Line]:
    """A socket that has been sent the table."""
    async with each.line(table) as line:
        await line.first("update")
        yield line


async def test_everybody_is_told_since_when_a_seat_owes_its_move_also_after_a_restart(
    db: str, static: Path
) -> None:
    clock, jar = Clock(), dict[str, str]()
    async with timed(db, static, clock, jar) as (server, mika), guest(server.base) as ken:
        made = await mika.open(seats=2, options={"first_player": 0})
        table = made["table"]
        await ken.join(table=table, secret=made["invite"])
        async with mika.line(table) as line, ken.line(table) as other:
            await line.say(type="begin")
            await other.first("update")
            clock.ahead += 3 * MINUTE
            async with guest(server.base) as stranger:
                for each in (mika, ken, stranger):
                    async with looks(each, table) as again:
                        assert idle_ms(again) == {0: 3 * MINUTE}
            await other.say(type="rename", name="Nobu")  # the table still waits for Mika
            async with looks(ken, table) as again:
                assert idle_ms(again) == {0: 3 * MINUTE}
            await line.say(type="rename", name="Nami")
            clock.ahead += MINUTE
            async with looks(ken, table) as again:
                assert idle_ms(again) == {0: MINUTE}
    clock.ahead += 5 * MINUTE
    async with timed(db, static, clock, jar) as (_, mika), looks(mika, table) as line:
        assert idle_ms(line) == {0: 6 * MINUTE}
        update = line.last("update") or {}
        await line.say(type="act", head=update["seq"], action={"type": "pass"})
        clock.ahead += 2 * MINUTE
        async with looks(mika, table) as again:
            assert idle_ms(again) == {1: 2 * MINUTE}


async def test_silent_game_does_not_tell_since_when_a_seat_owes_its_move(site: Running) -> None:
    async with guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open(game="kakapo", seats=2)
        await ken.join(table=made["table"], secret=made["invite"])
        async with mika.line(made["table"]) as line:
            await line.say(type="begin")
            update = await line.first("update")
            assert update["to_act"]
            assert update["since"] == []


async def test_a_secret_vote_changes_nothing_but_who_owes_one(tmp_path: Path, static: Path) -> None:
    clock = Clock()
    async with (
        timed(f"{tmp_path}/x.db", static, clock, {}) as (server, mika),
        guest(server.base) as ken,
        guest(server.base) as ami,
    ):
        made = await mika.open(game="word-porters", seats=3)
        table = made["table"]
        for each in (ken, ami):
            await each.join(table=table, secret=made["invite"])
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(each.line(table)) for each in (mika, ken, ami)]
            await lines[0].say(type="begin")
            before = await until_all_owe(lines)
            clock.ahead += MINUTE
            seat = before["to_act"][0]
            own = await lines[seat].at(before["seq"])
            voted = await lines[seat].say(type="act", head=own["seq"], action=own["legal"][0])
            after = await lines[(seat + 1) % 3].at(voted["seq"])
            assert after["to_act"] == before["to_act"][1:]
            assert after["since"] == before["since"][1:]


async def until_all_owe(lines: Sequence[Line]) -> dict[str, Any]:
    """Play until all seats owe a move at once; the update that says so."""
    update = await lines[0].first("update")
    for _ in range(20):
        if len(update["to_act"]) == len(lines):
            return update
        (seat,) = update["to_act"]
        own = await lines[seat].at(update["seq"])
        made = await lines[seat].say(type="act", head=own["seq"], action=own["legal"][0])
        update = await lines[0].at(made["seq"])
    raise AssertionError("not all seats owe a move")


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_seat_that_moves_unheard_owes_no_further_move_among_others(room: Room) -> None:
    """Otherwise `since` would tell which of them has moved."""
    game = room.game
    for file in sorted((room.folder / "golden").glob("*.jsonl")):
        played = loads(file.read_bytes())
        steps = pairwise(replay_steps(game, played))
        for entry, (before, after) in zip(played.entries, steps, strict=True):
            owing, still = game.to_act(before.state), game.to_act(after.state)
            if len(owing) > 1 and entry.seat in owing and entry.seat in still and not game.silent:
                assert events_for(after.news, None), (file.name, entry)
