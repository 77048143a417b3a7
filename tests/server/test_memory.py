"""Steps that a table keeps in memory, and frames shared by its spectators."""

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.sources import Sources
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Entry, Place, Table, TableSetup
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.live import KEPT_STEPS, LiveTable
from tests.server.tables import frames_of, in_memory
from tests.support.game_cases import CASES, Case

AWAY = 1
"""The seat that a guest leaves."""
LEFT_AT = (0, 7, 20, 33)
"""Numbers of moves after which the guest leaves."""


def begun(room: Case) -> Change:
    """A game of guests at every seat of the largest table."""
    game, seats = room.game, max(room.game.seats)
    places = tuple(Place("guest", f"N{seat}", f"g{seat}") for seat in range(seats))
    options = Raw(msgspec.json.encode(game.options()))
    sitting = TableSetup(game.name, game.rules, "lobby", options, places, 0, "")
    call = Call(0, "b", 1, Sources(dice=partial(Rng, 1)))
    return carry_out(Table("t", 1, sitting, None, (), None), call, protocol.Begin("b", None))


def moved(room: Case, table: Table, seat: int, rng: Rng) -> Change:
    action: Any = room.game.sample(room.game.view(table.state, seat), seat, rng)
    act = protocol.Act(f"m{table.head}", table.head, Raw(msgspec.json.encode(action)))
    return carry_out(table, Call(seat, act.id, 1, Sources(dice=partial(Rng, table.head))), act)


def play_without(room: Case, live: LiveTable, away: set[int], moves: int, rng: Rng) -> None:
    """Make up to `moves` random moves of seats that are not away."""
    for _ in range(moves):
        owing = set(room.game.to_act(live.table.state)) - away
        if not owing:
            return
        change = moved(room, live.table, min(owing), rng)
        live.advance(change.table, change.entries)


@pytest.mark.parametrize("room", CASES, ids=str)
def test_missed_steps_stay_in_memory_until_the_table_waits_for_the_absent_seat(room: Case) -> None:
    missed = list[int]()
    for left_at in LEFT_AT:
        live, rng = in_memory(begun(room).table), Rng(left_at)
        play_without(room, live, set(), left_at, rng)
        left = live.table.head
        play_without(room, live, {AWAY}, 1000, rng)
        assert live.steps_after(left) is not None
        missed.append(live.table.head - left)
    assert max(missed) > 0


def table_at(head: int) -> Table:
    """A table in the lobby after `head` steps."""
    room = CASES[0]
    options = Raw(msgspec.json.encode(room.game.options()))
    places = (Place("guest", "N", "g0"), Place())
    sitting = TableSetup(room.game.name, room.game.rules, "lobby", options, places, 0, "")
    return Table("t", head, sitting, None, (), None)


def steps(first: int, last: int) -> tuple[Entry, ...]:
    return tuple(Entry(n, f"c{n}", 0, "lobby", b"{}", (), 1) for n in range(first, last + 1))


def test_steps_of_one_batch_are_all_kept_in_memory_and_the_latest_of_others() -> None:
    live = in_memory(table_at(1))
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
    # If some steps in between were not read, all earlier ones are dropped.
    live.advance(table_at(head + 54), steps(head + 54, head + 54))
    assert live.recent == steps(head + 54, head + 54)


async def test_all_spectators_are_sent_the_same_bytes() -> None:
    room = CASES[0]
    live = in_memory(begun(room).table)
    followers = [
        Follower(guest, seat, seat == 0, live.table.head, print, "", first=False)
        for guest, seat in (("g0", 0), ("g1", 1), ("w0", None), ("w1", None), ("w2", None))
    ]
    after = moved(room, live.table, room.game.to_act(live.table.state)[0], Rng(1))
    live.advance(after.table, after.entries)
    frames = [(await frames_of(live, follower))[-1] for follower in followers]
    assert frames[2] is frames[3] is frames[4]
    assert frames[0] != frames[2]
