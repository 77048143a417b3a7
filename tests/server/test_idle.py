"""Guests who are present but silent: nudges."""

from chabudai.cli.seat_tools import standing
from chabudai.cli.table_client import Seated
from chabudai.server import protocol
from chabudai.server.protocol.nudges import NUDGE_AFTER_MS, NUDGE_AGAIN_MS
from chabudai.server.tables.decide import Table
from tests.server.clock import Shifts
from tests.server.support import guest
from tests.server.tables import AT, change, do, friends, open_new, refusal

LATE = AT + NUDGE_AFTER_MS
"""The time at which the guest to move has been silent long enough for a nudge."""


def nudge(seat: int) -> protocol.Nudge:
    return protocol.Nudge("n", seat)


def set_nudges(table: Table, *, nudges: bool) -> Table:
    return do(table, 0, protocol.Nudges("n", nudges=nudges))


def test_a_guest_may_be_nudged_after_a_minute_of_silence_and_again_after_half_a_minute() -> None:
    table = friends(3, first_player=1)
    assert refusal(table, 0, nudge(1), at=LATE - 1) == "Ken has a little more time."
    once = do(table, 0, nudge(1), at=LATE)
    assert once.sitting.places[1].nudged == protocol.Nudged(0, LATE)
    assert once.pending == table.pending
    again = LATE + NUDGE_AGAIN_MS
    assert refusal(once, 2, nudge(1), at=again - 1) == "Ken was nudged a moment ago."
    assert do(once, 2, nudge(1), at=again).sitting.places[1].nudged == protocol.Nudged(2, again)
    renamed = do(once, 1, protocol.Rename("r", "Kenta"), at=again)
    assert "more time" in refusal(renamed, 2, nudge(1), at=again + NUDGE_AFTER_MS - 1)


def test_only_a_guest_who_is_present_and_owes_a_move_may_be_nudged() -> None:
    table = friends(3, first_player=1)
    assert refusal(table, 1, nudge(1), at=LATE) == "That is your own seat."
    assert refusal(table, 0, nudge(2), at=LATE) == "Ami has a little more time."
    assert refusal(table, 0, nudge(7), at=LATE) == "There is no such seat."
    assert refusal(table, 0, nudge(1), at=LATE, away=(None, 5, None)) == "Ken is away."
    left = do(table, 1, protocol.Leave("l"))
    assert refusal(left, 0, nudge(1), at=LATE) == "A bot plays there."
    bot = open_new(bots=("easy",), begin=True, options={"first_player": 1}).table
    assert refusal(bot, 0, nudge(1), at=LATE) == "A bot plays there."
    assert "No game" in refusal(friends(3, begin=False), 0, nudge(1), at=LATE)


def test_the_host_turns_nudges_off_before_and_during_the_game_but_not_in_silence() -> None:
    lobby = set_nudges(friends(3, begin=False, first_player=1), nudges=False)
    table = do(lobby, 0, protocol.Begin("b"))
    assert refusal(table, 0, nudge(1), at=LATE) == "The host has turned nudges off."
    (rematch,) = change(do(table, 0, protocol.End("e")), 0, protocol.Again("a")).also
    assert rematch.table.sitting.nudges is False
    nudged = do(set_nudges(table, nudges=True), 0, nudge(1), at=LATE)
    assert nudged.sitting.places[1].nudged
    for quiet in (friends(3, "kakapo"), friends(3, "kakapo", begin=False)):
        for command in (nudge(1), protocol.Nudges("n", nudges=True)):
            assert "silence" in refusal(quiet, 0, command, at=LATE)


def test_a_nudged_guest_answers_once_and_is_silent_from_then_on() -> None:
    table = friends(3, first_player=1)
    here = protocol.Return("r")
    assert change(table, 1, here, at=LATE).entries == ()
    nudged = do(table, 0, nudge(1), at=LATE)
    answered = change(nudged, 1, here, at=LATE + 5)
    assert [entry.seat for entry in answered.entries] == [1]
    assert [move.at for move in answered.table.pending] == [LATE + 5]
    assert change(answered.table, 1, here, at=LATE + 9).entries == ()
    again = LATE + 5 + NUDGE_AFTER_MS
    assert "more time" in refusal(answered.table, 0, nudge(1), at=again - 1)
    assert do(answered.table, 0, nudge(1), at=again).sitting.places[1].nudged


async def test_a_nudge_reaches_the_guest_and_survives_a_restart(shifts: Shifts) -> None:
    clock = shifts.clock
    async with shifts.server() as (server, mika), guest(server.base) as ken:
        made = await mika.open(seats=2, options={"first_player": 0})
        table = made["table"]
        await ken.join(table=table, secret=made["invite"])
        async with mika.line(table) as line, ken.line(table) as other:
            await line.accept(type="begin")
            clock.ahead += NUDGE_AFTER_MS
            seq = await other.accept(type="nudge", seat=0)
            await line.until(lambda: line.lobby["chairs"][0]["nudged"])
            secret = mika.http.cookies["guest"]
            seated = Seated(base=server.base, table=table, secret=secret, lang="en")
            await seated.connected()
            assert "Ken asks: are you there?" in standing(seated)
            await seated.close()
            jar = dict(ken.http.cookies)
            assert (await other.say(type="nudge", seat=0))["code"] == "not-now"
            later = (await other.at(seq))["since"]
    async with shifts.server() as (server, mika), guest(server.base) as ken:
        ken.http.cookies.update(jar)
        async with ken.line(table) as other:
            clock.ahead += NUDGE_AGAIN_MS
            assert (await other.say(type="nudge", seat=0))["text"] == "{name} is away."
            async with mika.line(table) as line:
                await line.first("update")
                nudged = line.lobby["chairs"][0]["nudged"]
                assert nudged == {"by": 1, "at": clock.now() - NUDGE_AGAIN_MS}
                assert line.update["since"] == later == [nudged["at"] - NUDGE_AFTER_MS]
                await other.until(lambda: other.presence["away_ms"][0] is None)
                await other.accept(type="nudge", seat=0)
