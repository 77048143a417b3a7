"""How long a table has waited for a present guest, by the server's clock."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from chabudai.core import events_for
from chabudai.core.transcript import loads, replay_steps
from tests.server.clock import Clock, Shifts
from tests.server.support import BRISK, Guest, Line, Running, Serve, guest
from tests.support.game_cases import CASES, Case

MINUTE = 60_000


def idle_ms(line: Line) -> dict[int, int]:
    """Map each seat that owes a move to the time it had been silent when Hello was sent."""
    hello, update = line.last("hello") or {}, line.last("update") or {}
    times = zip(update["to_act"], update["since"], strict=True)
    return {seat: hello["now"] - since for seat, since in times}


@contextlib.asynccontextmanager
async def looks(each: Guest, table: str) -> AsyncIterator[Line]:
    """A socket that has received the table."""
    async with each.line(table) as line:
        await line.first("update")
        yield line


async def test_all_are_sent_since_when_a_seat_owes_its_move_also_after_a_restart(
    shifts: Shifts,
) -> None:
    clock = shifts.clock
    async with shifts.server() as (server, mika), guest(server.base) as ken:
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
    async with shifts.server() as (_, mika), looks(mika, table) as line:
        assert idle_ms(line) == {0: 6 * MINUTE}
        await line.say(type="act", head=(line.last("update") or {})["seq"], action={"type": "pass"})
        clock.ahead += 2 * MINUTE
        async with looks(mika, table) as again:
            assert idle_ms(again) == {1: 2 * MINUTE}


async def test_silent_game_does_not_reveal_since_when_a_seat_owes_its_move(site: Running) -> None:
    line, _ = await site.seat(2, game="kakapo")
    assert line.update["to_act"]
    assert line.update["since"] == []


async def test_a_secret_vote_changes_only_the_seats_that_owe_one(serve: Serve) -> None:
    clock = Clock()
    lines = await (await serve(sources=replace(BRISK, now=clock.now))).seat(3, game="word-porters")
    before = await until_all_owe(lines)
    clock.ahead += MINUTE
    seat = before["to_act"][0]
    seq = await lines[seat].move((await lines[seat].at(before["seq"]))["legal"][0])
    after = await lines[(seat + 1) % 3].at(seq)
    assert after["to_act"] == before["to_act"][1:]
    assert after["since"] == before["since"][1:]


async def until_all_owe(lines: Sequence[Line]) -> dict[str, Any]:
    """Play until all seats owe a move simultaneously, and return that update."""
    update = await lines[0].first("update")
    for _ in range(20):
        if len(update["to_act"]) == len(lines):
            return update
        (seat,) = update["to_act"]
        own = await lines[seat].at(update["seq"])
        update = await lines[0].at(await lines[seat].move(own["legal"][0]))
    raise AssertionError("not all seats owe a move")


@pytest.mark.parametrize("room", CASES, ids=str)
def test_seat_that_moves_unheard_owes_no_further_move_among_others(room: Case) -> None:
    """Otherwise `since` would reveal which of them has moved."""
    game = room.game
    for file in sorted((room.folder / "golden").glob("*.jsonl")):
        played = loads(file.read_bytes())
        steps = pairwise(replay_steps(game, played))
        for entry, (before, after) in zip(played.entries, steps, strict=True):
            owing, still = game.to_act(before.state), game.to_act(after.state)
            if len(owing) > 1 and entry.seat in owing and entry.seat in still and not game.silent:
                assert events_for(after.news, None), (file.name, entry)
