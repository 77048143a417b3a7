"""Guests without a seat see only what the host's choice and one agreeing seat allow."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from chabudai.core import Rng
from chabudai.server import protocol
from chabudai.server.protocol import LetWatch, ShowHand
from chabudai.server.refusal import NOT_YET, PRIVATE
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Table
from chabudai.server.tables.live import LiveTable
from tests.server.support import Running, play_on
from tests.server.tables import change, do, frames_of, friends, in_memory, refusal
from tests.server.test_authority import everything
from tests.server.test_removal import lobby

SEATS = ("mika", "ken", "ami")


@pytest.mark.parametrize(("who", "code"), [("nobody", PRIVATE), ("after", NOT_YET)])
async def test_strangers_are_cut_off_until_the_table_is_open_to_them(
    quick_site: Running, who: str, code: int
) -> None:
    host, ken = await quick_site.seat(2, options={"first_player": 0})
    stranger, table = await quick_site.guest(), host.table
    watching = await stranger.connect(table)
    await watching.first("update")
    await host.accept(type="let-watch", who=who)
    assert await watching.closing() == code
    again = await stranger.connect(table, since=0)
    assert (await again.closing(), again.frames) == (code, [])
    prober = await quick_site.guest()
    await prober.open()
    for seat in (1, 9):  # a player's, and one that does not exist
        claim = await prober.http.post(f"/api/tables/{table}/claim", json={"seat": seat})
        assert claim.json()["code"] == "not-your-seat"
    for (_, path), answer in (await everything(stranger, table)).items():
        if path in ("/t/{table}", "/j/{table}"):
            assert "Mika" not in answer.text
        else:
            assert answer.status_code in (403, 409), path
            assert answer.json().keys() == {"code", "text", "table", "why"}
    await asyncio.gather(*(play_on(line, seat, Rng(7)) for seat, line in enumerate((host, ken))))
    assert len(watching.of("update")) == 1
    after = await stranger.connect(table)
    steps = [await each.http.get(f"/api/tables/{table}/steps") for each in (ken.who, stranger)]
    if who == "after":
        assert (await after.first("update"))["to_act"] == []
        assert [answer.status_code for answer in steps] == [200, 200]
    else:
        assert await after.closing() == code
        assert [answer.status_code for answer in steps] == [200, 403]


async def test_guest_at_the_door_is_sent_only_the_seats_of_a_private_game(site: Running) -> None:
    host, _ = await site.seat(2, seats=2)
    await host.accept(type="let-watch", who="nobody")
    late = await site.guest()
    await late.join(table=host.table, secret=host.invite, name="Late")
    waiting = await late.connect(host.table, since=0)
    await lobby(waiting, seatless="waiting", options={}, refused={}, parting=None)
    await host.accept(type="vacate", seat=1)
    await waiting.until(lambda: waiting.lobby["chairs"][1]["kind"] == "open")
    assert {message["type"] for message in waiting.messages} == {"hello", "lobby"}
    assert (await late.join(table=host.table)).json()["seat"] == 1
    await waiting.first("update")
    assert waiting.hello["seat"] == 1


async def test_watchers_are_counted_and_named_to_players_only(site: Running) -> None:
    host, ken = await site.seat(2)
    # The second name looks like Ken's; the third and the fourth are invalid.
    names = ("Dan", "Ke\u0578", "Host", "x" * 241, None)
    lines = [
        await each.connect(host.table, name=name)
        for each, name in zip(await site.guests(5), names, strict=True)
    ]
    watch = {
        "who": "public",
        "open": True,
        "seat": None,
        "names": ["Dan", "Ke\u0578 2"],
        "count": 5,
    }
    for line in (host, ken):
        await lobby(line, watch=watch)
    for line in lines:
        assert (await lobby(line))["watch"]["count"] == 0
    await lines[0].ws.close()
    await lobby(host, watch={**watch, "names": ["Ke\u0578 2"], "count": 4})


async def lacking(live: LiveTable, follower: Follower) -> list[dict[str, Any]]:
    """The messages that a follower lacks. All steps are in memory."""
    return [json.loads(frame) for frame in await frames_of(live, follower)]


async def follower_of(live: LiveTable, guest: str | None, cursor: int = 0) -> Follower:
    follower = Follower(guest, live.table.seat_of(guest), False, live.table.head, print, "")
    await lacking(live, follower)
    follower.cursor = cursor or live.table.head
    return follower


def advance(live: LiveTable, seat: int, command: protocol.Command) -> None:
    step = change(live.table, seat, command)
    live.advance(step.table, step.entries)


def view(table: Table, seat: int | None) -> Any:
    return json.loads(msgspec.json.encode(table.game.view(table.state, seat)))


def move(live: LiveTable, seat: int, action: Any) -> None:
    raw = Raw(msgspec.json.encode(action))
    advance(live, seat, protocol.Act("a", live.table.head, raw))


def draw_and_discard(live: LiveTable, seat: int) -> None:
    """Make a turn of Quiddler that keeps the hand."""
    move(live, seat, {"type": "draw", "source": "pile"})
    move(live, seat, {"type": "discard", "card": live.table.state.phase.card})


async def test_watchers_see_what_the_one_seat_that_agrees_sees_from_then_on() -> None:
    live = in_memory(friends(2, "quiddler"))
    started, mine = live.table.head, live.snapshot.to_act()[0]
    early, other = await follower_of(live, None), 1 - mine
    assert "not chosen" in refusal(live.table, mine, ShowHand("s", show=True))
    advance(live, 0, LetWatch("w", "seat"))
    draw_and_discard(live, mine)
    public = (await lacking(live, early))[-1]["view"]
    assert public == view(live.table, None) != view(live.table, mine)
    advance(live, mine, ShowHand("s", show=True))
    assert "already shows their cards" in refusal(live.table, other, ShowHand("t", show=True))
    draw_and_discard(live, other)
    draw_and_discard(live, mine)
    late = await follower_of(live, None, started)
    late.first = True
    *_, late_update = await lacking(live, late)
    *_, update = await lacking(live, early)
    for each in (update, late_update):
        assert (each["view"], each["legal"]) == (view(live.table, mine), [])
    events = [event for told in late_update["news"] for event in told["events"]]
    assert [e for e in events if e["type"] == "hand-shown"] == [
        {"type": "hand-shown", "seat": mine, "show": True}
    ]
    drawn = [(e["seat"], e["card"] is not None) for e in events if e["type"] == "drew"]
    assert drawn == [(mine, False), (other, False), (mine, True)]
    advance(live, mine, ShowHand("u", show=False))
    *_, hidden = await lacking(live, early)
    assert hidden["view"] == view(live.table, None)


def test_agreement_to_show_a_hand_ends_with_the_seat_the_choice_and_the_game() -> None:
    shown = do(do(friends(2, "quiddler"), 0, LetWatch("w", "seat")), 1, ShowHand("s", show=True))
    other_choice = do(do(shown, 0, LetWatch("v", "public")), 0, LetWatch("x", "seat"))
    left = do(shown, 1, protocol.Leave("l"))
    vacated = do(shown, 0, protocol.Vacate("k", 1))
    over = do(shown, 0, protocol.End("e"))
    rematch = change(over, 1, protocol.Again("a")).also[0].table
    for table in (other_choice, left, vacated, rematch):
        assert [place.shown for place in table.sitting.places] == [0, 0]
    assert rematch.sitting.watching == "seat"
    live = in_memory(over)
    assert json.loads(live.lobby(None))["watch"]["seat"] is None
    for command in (LetWatch("v", "nobody"), ShowHand("t", show=True)):
        assert refusal(over, 0, command) == "The game is over."


async def test_player_can_stop_showing_a_silent_game_without_a_signal_to_others() -> None:
    table = friends(3, "kakapo", begin=False)
    table = do(do(table, 0, LetWatch("w", "seat")), 1, ShowHand("s", show=True))
    live = in_memory(do(table, 0, protocol.Begin("b")))
    readers = [await follower_of(live, guest) for guest in (*SEATS, None)]
    for command in (LetWatch("v", "nobody"), LetWatch("v", "public")):
        assert "silence" in refusal(live.table, 0, command)
    seen = [json.loads(reader.lobby)["watch"]["seat"] for reader in readers]
    assert seen == [None, 1, None, 1]
    advance(live, 1, ShowHand("t", show=False))
    sent = [await lacking(live, reader) for reader in readers]
    assert sent[0] == sent[2] == []
    assert [each["type"] for each in sent[1]] == ["lobby", "update"]
    assert sent[3][-1]["view"] == view(live.table, None)
    assert "silence" in refusal(live.table, 1, ShowHand("u", show=True))
