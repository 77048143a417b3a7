"""Guests who are present but idle: nudges, and bots that make one move."""

from dataclasses import replace
from typing import Any

from msgspec import Raw

from chabudai.cli.seat_tools import standing
from chabudai.cli.table_client import Seated
from chabudai.server import protocol
from chabudai.server.protocol.nudges import NUDGE_AFTER_MS, NUDGE_AGAIN_MS
from chabudai.server.tables.decide import STAND_IN, Change, Table
from chabudai.server.tables.decide.play import idle
from chabudai.server.tables.decide.requests import settle
from tests.server.clock import Clock, Shifts
from tests.server.support import BRISK, Serve, eventually, guest
from tests.server.tables import (
    AT,
    act,
    call,
    change,
    do,
    friends,
    open_new,
    refusal,
    sample,
)

LATE = AT + NUDGE_AFTER_MS
"""The time when the guest to move has been idle long enough for a nudge."""
LATER = AT + protocol.IDLE_MS
"""The time when others may let a bot make the move."""


def nudge(seat: int) -> protocol.Nudge:
    return protocol.Nudge("n", seat)


def bot_for(seat: int) -> protocol.Request:
    return protocol.Request("r", "move", seat)


def agree(table: Table, seat: int, **how: Any) -> Table:
    (request,) = table.sitting.requests
    return do(table, seat, protocol.Agree("a", request.number), **how)


def bot_moves(table: Table, seat: int) -> Change:
    """The change made by the idle move of the bot that plays for a seat."""
    move = protocol.Act("x", table.head, Raw(idle(table, seat)))
    return change(table, seat, move, cmd=f"{STAND_IN}:{seat}:{table.head}", seed=5)


def bots(table: Table) -> list[str | None]:
    return [place.level for place in table.sitting.places]


def set_nudges(table: Table, *, nudges: bool) -> Table:
    return do(table, 0, protocol.Nudges("n", nudges=nudges))


def test_a_guest_may_be_nudged_after_an_idle_minute_and_again_after_half_a_minute() -> None:
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


def test_a_nudged_guest_answers_once_and_is_idle_from_then_on() -> None:
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


# --- a bot for one move


def test_a_bot_makes_one_move_of_a_guest_idle_for_three_minutes_if_all_others_agree() -> None:
    table = friends(3, first_player=1)
    assert "more time" in refusal(table, 0, bot_for(1), at=LATER - 1)
    assert refusal(table, 1, bot_for(1), at=LATER) == "That is your own move."
    assert refusal(table, 0, bot_for(1), at=LATER, away=(None, 5, None)) == "Ken is away."
    assert "silence" in refusal(friends(3, "kakapo"), 0, bot_for(1), at=LATER)
    asked = do(table, 0, bot_for(1), at=LATER)
    assert (bots(asked), asked.pending) == ([None] * 3, table.pending)
    agreed = agree(asked, 2, at=LATER)
    assert (bots(agreed), agreed.sitting.requests) == ([None, "normal", None], ())
    assert [move.kind for move in agreed.pending] == ["bot"]
    moved = bot_moves(agreed, 1)
    assert [entry.instead for entry in moved.entries] == ["bot"]
    assert (bots(moved.table), moved.table.game.to_act(moved.table.state)) == ([None] * 3, (2,))
    assert moved.table.sitting == table.sitting


def test_only_guests_who_are_present_are_asked_and_the_host_gets_a_bot_too() -> None:
    table = friends(3, first_player=0)
    alone = do(table, 1, bot_for(0), at=LATER, away=(None, None, protocol.AWAY_MS))
    assert (bots(alone), alone.sitting.host) == (["normal", None, None], 0)
    assert bots(do(friends(2, first_player=0), 1, bot_for(0), at=LATER))[0] == "normal"


def test_guests_who_are_idle_too_need_not_agree_to_a_bots_move() -> None:
    table = friends(4, "word-porters", seed=5)
    while len(owing := table.game.to_act(table.state)) < 4:
        table = act(table, owing[0], sample(table, owing[0]), away=(None,) * 4)
    asker, idle_one, other, late = owing
    here: dict[str, Any] = {"away": (None,) * 4, "at": LATER}
    told = do(table, late, protocol.Rename("r", "Late"), **{**here, "at": LATER - 1})
    asked = do(told, asker, bot_for(idle_one), **here)
    number = asked.sitting.requests[0].number
    no = do(asked, other, protocol.Decline("d", number), **here)
    assert no.sitting.requests[0].declined, "an idle guest may answer"
    assert [bots(each)[idle_one] for each in (asked, agree(asked, late, **here))] == [
        None,
        "normal",
    ]
    # The other idle guest is back before the request, and is asked like all others.
    back = do(told, other, protocol.Rename("r", "Back"), **{**here, "at": LATER - 1})
    halfway = agree(do(back, asker, bot_for(idle_one), **here), late, **here)
    assert bots(halfway)[idle_one] is None
    assert bots(agree(halfway, other, **here))[idle_one] == "normal"
    # A guest who becomes idle while the request is open is no longer asked.
    later = call(**{**here, "at": LATER - 1 + protocol.IDLE_MS})
    assert bots(settle(halfway, later).table)[idle_one] == "normal"


def test_a_command_of_the_guest_ends_the_request_and_a_return_the_bots_move() -> None:
    asked = do(friends(3, first_player=1), 0, bot_for(1), at=LATER)
    assert settle(asked, call(at=LATER + 9)).entries == ()
    gone = settle(asked, call(at=LATER + 9, away=(protocol.AWAY_MS, None, protocol.AWAY_MS))).table
    assert (bots(gone), gone.sitting.requests) == ([None] * 3, ())
    here = change(asked, 1, protocol.Return("r"), at=LATER + 5)
    assert len(here.entries) == 1
    for back in (here.table, do(asked, 1, protocol.Rename("r", "Kenta"), at=LATER + 5)):
        assert settle(back, call(at=LATER + 9)).table.sitting.requests == ()
    agreed = agree(asked, 2, at=LATER)
    back = do(agreed, 1, protocol.Return("r"), at=LATER + 5)
    assert (bots(back), back.sitting.places[1].once) == ([None] * 3, False)
    assert [(move.kind, move.at) for move in back.pending] == [("guest", LATER + 5)]
    gone = do(agreed, 0, protocol.Substitute("s", 1, "easy"), away=(None, protocol.AWAY_MS, None))
    assert bots(bot_moves(gone, 1).table) == [None, "easy", None]


def test_a_bot_that_makes_one_move_finishes_the_turn_but_not_the_next() -> None:
    turns = set[tuple[bool, bool]]()
    for game, seats, steps in (("quiddler", 2, 9), ("word-porters", 3, 1000)):
        table = friends(seats, game, seed=5)
        while table.sitting.status == "playing" and table.head < steps:
            (seat, *_) = table.game.to_act(table.state)
            if not table.sitting.places[seat].once:
                asker = (seat + 1) % seats
                away = tuple(None if each in (seat, asker) else LATER for each in range(seats))
                (since,) = (move.at for move in table.pending if move.seat == seat)
                at = since + protocol.IDLE_MS
                table = do(table, asker, bot_for(seat), at=at, away=away)
            moved = bot_moves(table, seat)
            table = moved.table
            owes, dealt = seat in table.game.to_act(table.state), len(moved.entries) > 1
            assert table.sitting.places[seat].once == (owes and not dealt)
            turns.add((owes, dealt))
    assert turns == {(True, False), (False, False), (True, True), (False, True)}


async def test_a_nudge_and_a_request_for_a_move_reach_guests_at_another_server(
    shared: str, serve: Serve
) -> None:
    clock = Clock()
    here, there = [await serve(db=shared, sources=replace(BRISK, now=clock.now)) for _ in range(2)]
    mika, ken, ami = await here.seat(3, options={"first_player": 0})
    await ken.ws.close()
    ken.who.go_to(there.base)
    ken = await ken.who.connect(mika.table)
    await mika.until(lambda: mika.presence["away_ms"] == [None] * 3)
    await ken.until(lambda: ken.presence["away_ms"] == [None] * 3)
    clock.ahead += NUDGE_AFTER_MS
    await ken.accept(type="nudge", seat=0)
    nudged = await mika.until(lambda: mika.lobby["chairs"][0]["nudged"])
    assert nudged == {"by": 1, "at": clock.now()}
    await mika.accept(type="return")
    await ken.until(lambda: ken.update["since"] == [clock.now()])
    assert await ken.refuse(type="request", kind="move", seat=0) == "not-now"
    clock.ahead += protocol.IDLE_MS
    await ken.accept(type="request", kind="move", seat=0)
    (request,) = await ami.until(lambda: ami.lobby["requests"])
    assert (request["asked"], request["by"], request["seat"]) == ([2], 1, 0)
    await ami.accept(type="agree", number=request["number"])

    def has_moved() -> bool:
        clock.ahead += 1000
        return bool(ken.update["to_act"] == [1])

    await eventually(has_moved)
    assert [step["instead"] for step in ken.news if step["events"]][-1] == "bot"


async def test_a_bot_plays_until_the_guest_returns_or_the_move_is_made(serve: Serve) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    mika, ken = await site.seat(2, options={"first_player": 0})
    live = await site.live(mika.table)
    clock.ahead += protocol.IDLE_MS
    await ken.accept(type="request", kind="move", seat=0)
    await site.services.presence.check(live)
    assert bots(live.table)[0] == "normal"
    await mika.accept(type="return")
    assert bots(live.table)[0] is None
    assert (await ken.say(type="request", kind="move", seat=0))["code"] == "not-now"
    clock.ahead += protocol.IDLE_MS
    await ken.accept(type="request", kind="move", seat=0)
    await mika.move({"type": "pass"})
    assert bots(live.table) == [None, None]
    clock.ahead += protocol.IDLE_MS
    await mika.accept(type="request", kind="move", seat=1)

    def has_moved() -> bool:
        clock.ahead += 1000
        return bool(ken.update["to_act"] == [0])

    await eventually(has_moved)
    assert [step["instead"] for step in ken.news if step["events"]][-2:] == [None, "bot"]
    await ken.until(lambda: ken.lobby["chairs"][1]["level"] is None)
