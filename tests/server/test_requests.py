"""Requests that others must agree to, and guests who wait for a seat or the next game."""

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest

from chabudai.core import Outcome
from chabudai.server import protocol
from chabudai.server.http.parties import Played, party_of as party_page
from chabudai.server.refusal import Refused
from chabudai.server.tables.decide import Call, OpenRequest, Table, succession
from chabudai.server.tables.decide.lobby import add_device, knock, sit
from chabudai.server.tables.decide.requests import (
    AGAIN_MS,
    MOST_REQUESTS,
    OPEN_MS,
    claim,
    deciding,
    settle,
    withdraw,
)
from chabudai.server.tables.decide.succession import LONG_AWAY_MS, WAITING_MS
from tests.server.clock import Clock
from tests.server.support import BRISK, Guest, Line, Serve, eventually
from tests.server.tables import AT, call, change, do, friends, joined, open_new, refusal
from tests.server.test_parties import next_game
from tests.server.test_ways_back import lobby

LONG, SHORT = protocol.HOST_AWAY_MS, protocol.AWAY_MS
MIKA_AWAY, KEN_AWAY = (LONG, None, None), (None, SHORT, None)
HOST_WISH = protocol.Request("r", "host", 0)


def one(table: Table) -> OpenRequest:
    (request,) = table.sitting.requests
    return request


def answer(table: Table, seat: int, kind: type[Any], **how: Any) -> Table:
    return do(table, seat, kind("a", one(table).number), **how)


def claimed(table: Table, guest: str = "dan", seat: int = 1, **how: Any) -> Table:
    """A table where Dan, who waits for a seat, has asked for Ken's."""
    if table.seat_of(guest) is None:
        table = knock(table, call(), guest, guest.title()).table
    return claim(table, call(**{"away": KEN_AWAY, **how}), guest, seat).table


def settled(table: Table, **how: Any) -> Table:
    return settle(table, call(**how)).table


def test_the_host_makes_a_present_guest_the_host_except_in_a_silent_game() -> None:
    table, make = friends(3), protocol.MakeHost("m", 1)
    assert "Only the host" in refusal(table, 1, make)
    assert refusal(table, 0, make, away=KEN_AWAY) == "Ken is away."
    assert "cannot be the host" in refusal(table, 0, protocol.MakeHost("m", 0))
    assert "silence" in refusal(friends(3, "kakapo"), 0, make)
    assert do(table, 0, make).sitting.host == 1


def test_a_guest_becomes_host_once_all_others_present_agree() -> None:
    for away, why in (
        ((None,) * 3, "Mika is here."),
        ((LONG - 1, None, None), "Mika may be back in a moment."),
    ):
        assert refusal(friends(3), 1, HOST_WISH, away=away) == why
    assert "silence" in refusal(friends(3, "kakapo"), 1, HOST_WISH, away=MIKA_AWAY)
    asked = do(friends(4), 1, HOST_WISH, away=(LONG, None, None, SHORT - 1))
    assert (asked.sitting.host, one(asked).agreed) == (0, ())
    brief = (LONG, None, None, SHORT - 1)
    assert do(asked, 1, HOST_WISH, away=brief) == asked
    assert "Others decide" in refusal(asked, 1, protocol.Agree("a", one(asked).number), away=brief)
    half = answer(asked, 2, protocol.Agree, away=brief)
    assert (half.sitting.host, answer(half, 2, protocol.Agree, away=brief)) == (0, half)
    whole = answer(half, 3, protocol.Agree, away=(LONG, None, None, None))
    assert (whole.sitting.host, whole.sitting.requests) == (1, ())
    # The last guest who has not agreed goes away; the server then carries out the request.
    assert settled(half, away=brief) == half
    assert settled(half, away=(LONG, None, None, SHORT)).sitting.host == 1
    left = do(friends(3), 2, protocol.Leave("l"))
    assert do(left, 1, HOST_WISH, away=MIKA_AWAY).sitting.host == 1
    # A guest who is alone needs no agreement.
    alone = change(friends(3), 2, HOST_WISH, away=(LONG, SHORT, None))
    assert alone.table.sitting.host == 2
    assert alone.entries[0].action == b'{"type":"host","seat":2}'


def test_a_request_ends_with_a_no_a_return_or_a_withdrawal() -> None:
    asked = do(friends(3), 1, HOST_WISH, away=MIKA_AWAY)
    for away in ((None, None, None), (5, None, None)):
        over = settled(asked, away=away).sitting.requests == ()
        assert over == (away[0] is None)
    assert answer(asked, 1, protocol.Decline, away=MIKA_AWAY).sitting.requests == ()
    for ken, left in ((SHORT - 1, 1), (SHORT, 0)):
        assert len(settled(asked, away=(LONG, ken, None)).sitting.requests) == left
    assert settled(asked, away=MIKA_AWAY, at=AT + OPEN_MS).sitting.requests == ()
    no = answer(asked, 2, protocol.Decline, away=MIKA_AWAY)
    assert refusal(no, 2, protocol.Agree("a", one(no).number), away=MIKA_AWAY) == (
        "This request is over."
    )
    assert settled(no, away=MIKA_AWAY) == no
    early = {"away": MIKA_AWAY, "at": AT + AGAIN_MS - 1}
    assert "said no" in refusal(no, 1, HOST_WISH, **early)
    assert not one(do(no, 1, HOST_WISH, away=MIKA_AWAY, at=AT + AGAIN_MS)).declined
    stale = do(asked, 0, protocol.MakeHost("m", 2), away=(None, None, None))
    assert settled(stale, away=MIKA_AWAY).sitting.requests == ()


def test_the_host_or_all_others_give_an_absent_guests_seat_to_a_browser() -> None:
    table = claimed(friends(3))
    assert refusal(table, 2, protocol.Agree("a", one(table).number), away=KEN_AWAY) == (
        "Others decide this."
    )
    given = answer(table, 0, protocol.Agree, away=KEN_AWAY)
    place = given.sitting.places[1]
    assert (place.name, place.guest, place.devices) == ("Ken", "ken", ("dan",))
    assert (given.seat_of("dan"), given.sitting.door, given.sitting.requests) == (1, (), ())
    # Only a seat is given by the host alone.
    move = OpenRequest(1, "move", 1, "ken", "ami", AT)
    assert deciding(friends(4), call(away=(None,) * 4), move) == (0, 3)
    # The host is away too: the others decide, and at least one of them must.
    both = (SHORT, SHORT, None)
    assert answer(claimed(friends(3), away=both), 2, protocol.Agree, away=both).seat_of("dan") == 1
    nobody = claimed(friends(3), away=(SHORT,) * 3)
    assert settled(nobody, away=(SHORT,) * 3) == nobody
    assert nobody.seat_of("dan") is None
    # Ken has left, and two guests ask for the seat. One of them had asked for another seat.
    ken_left = claimed(do(friends(3), 1, protocol.Leave("l")), "eve", 2, away=(None, None, SHORT))
    two = claimed(claimed(ken_left, "eve"))
    assert [(each.guest, each.seat) for each in two.sitting.requests] == [("eve", 1), ("dan", 1)]
    given = do(two, 0, protocol.Agree("a", two.sitting.requests[0].number), away=KEN_AWAY)
    assert (given.seat_of("eve"), given.sitting.requests) == (1, ())
    assert not given.sitting.places[1].left


def test_a_seat_in_the_lobby_is_exchanged_for_the_claimed_one() -> None:
    table = do(friends(3, begin=False), 0, protocol.MakeHost("m", 2))
    away = (SHORT, None, None)
    asked = do(table, 2, protocol.Request("r", "seat", 0), away=away)
    assert settled(asked, away=(SHORT, None, SHORT)).sitting.requests == ()
    given = answer(asked, 1, protocol.Agree, away=away)
    assert (given.seat_of("ami"), given.seat_of("mika"), given.sitting.host) == (0, 0, 0)
    assert given.sitting.places[2].kind == "open"
    begun = friends(3)
    assert "seat already" in refusal(begun, 2, protocol.Request("r", "seat", 0), away=away)
    assert do(asked, 2, protocol.Begin("b"), away=away).sitting.requests == ()


def test_a_claim_needs_an_invited_guest_and_an_absent_owner() -> None:
    table = friends(3)
    there = knock(table, call(), "dan", "Dan").table
    removed = do(there, 0, protocol.Vacate("v", 2))
    cases: tuple[tuple[Table, str, tuple[int | None, ...], str], ...] = (
        (table, "dan", KEN_AWAY, "Open the link"),
        (there, "dan", (None, SHORT - 1, None), "may be back"),
        (there, "dan", (None, None, None), "Ken is here."),
        (removed, "ami", KEN_AWAY, "removed you"),
        (friends(3, "kakapo"), "ami", KEN_AWAY, "silence"),
    )
    for at, guest, away, why in cases:
        assert why in refused(at, call(away=away), guest)
    both = (None, SHORT, SHORT)
    no = claimed(answer(claimed(table), 0, protocol.Decline, away=both), seat=2, away=both)
    assert "said no" in refused(no, call(away=both), "dan")
    # Dan's claim ends when the host removes Ken, even if Ken is seated again.
    vacated = do(claimed(table), 0, protocol.Vacate("v", 1), away=KEN_AWAY)
    anew = joined(vacated, "Eve")
    assert settled(anew, away=KEN_AWAY).sitting.requests == ()
    assert withdraw(claimed(table), call(), "dan").table.sitting.requests == ()


def refused(table: Table, context: Call, guest: str) -> str:
    with pytest.raises(Refused) as why:
        claim(table, context, guest, 1)
    return str(why.value)


def test_stored_requests_are_limited() -> None:
    table = friends(3)
    for number in range(MOST_REQUESTS + 3):
        table = claimed(table, f"guest{number}")
    assert len(table.sitting.requests) == MOST_REQUESTS


# --- over sockets


async def ask_for(each: Guest, table: str, seat: int | None) -> httpx.Response:
    return await each.http.post(f"/api/tables/{table}/claim", json={"seat": seat})


async def test_first_accepted_of_two_claims_wins_at_any_server_unless_the_owner_returns(
    shared: str, serve: Serve
) -> None:
    clock = Clock()
    here, there = [await serve(db=shared, sources=replace(BRISK, now=clock.now)) for _ in range(2)]
    host, ken, ami = await here.seat(3, options={"first_player": 0})
    table, link = host.table, {"table": host.table, "secret": host.invite}
    stranger, claimers = await there.guest("127.0.0.2"), await there.guests(2)
    lines: list[Line] = []
    for each, name in zip(claimers, ("Dan", "Eve"), strict=True):
        await each.join(**link, name=name)
        lines.append(await each.connect(table))
    await lines[0].until(lambda: lines[0].presence["away_ms"] == [None] * 3)
    assert (await ask_for(claimers[0], table, 1)).json()["text"] == "Ken is here."

    async def ken_is_away() -> None:
        for line in (host, lines[0]):
            await line.gone(1)
        clock.ahead += SHORT

    await ken.ws.close()
    await ken_is_away()
    await ask_for(claimers[0], table, 1)
    number = (await host.until(lambda: host.lobby["requests"]))[0]["number"]
    async with ken.who.line(table):
        await lobby(host, requests=[])
        await lobby(lines[0], claim=None)
        assert await host.refuse(type="agree", number=number) == "not-now"
        assert lines[0].hello["seat"] is None
    await ken_is_away()
    await stranger.open()
    payer = (await there.live(table)).payer
    assert (await ask_for(stranger, table, 1)).status_code == 403
    assert (await there.live(table)).payer == payer, "strangers do not pay for the bots"
    watching = await stranger.connect(table)
    answers = await asyncio.gather(*(ask_for(each, table, 1) for each in claimers))
    assert [each.json()["seat"] for each in answers] == [None, None]
    shown = await host.until(lambda: len(host.lobby["requests"]) == 2 and host.lobby["requests"])
    assert {each["name"] for each in shown} == {"Dan", "Eve"}
    assert all((each["asked"], each["by"], each["seat"]) == ([0], None, 1) for each in shown)
    for line in lines:
        assert (await lobby(line, claim=1))["requests"] == []
    assert (await watching.first("lobby"))["requests"] == []
    await lobby(ami, requests=shown)
    number = next(each["number"] for each in shown if each["name"] == "Eve")
    assert await ami.refuse(type="agree", number=number) == "not-now"
    await host.accept(type="agree", number=number)
    await lines[1].until(lambda: lines[1].hello["seat"] == 1)
    assert (await lobby(host, requests=[]))["chairs"][1]["name"] == "Ken"
    assert (await lobby(lines[0], claim=None))["seatless"] == "waiting"
    await host.until(lambda: {"type": "rejoined", "seat": 1} in host.events)
    assert (await ask_for(claimers[0], table, 1)).json()["text"] == "Ken is here."
    await host.accept(type="make-host", seat=2)
    await host.until(lambda: {"type": "hosted", "seat": 2, "by": 0} in host.events)


async def test_requests_are_settled_after_a_guest_has_joined_meanwhile(serve: Serve) -> None:
    clock = Clock()
    server = await serve(sources=replace(BRISK, now=clock.now))
    host, ken, ami = await server.seat(3, begin=False)
    await ken.ws.close()
    await host.gone(1)
    clock.ahead += SHORT
    await ami.accept(type="request", kind="seat", seat=1)
    live, dan = await server.live(host.table), await server.guest()
    async with live.lock:
        link = {"table": host.table, "secret": host.invite}
        joining = asyncio.create_task(dan.join(**link, name="Dan"))
        await eventually(lambda: live.waiting == 1)
        settling = asyncio.create_task(server.services.presence._settle(live))
        await eventually(lambda: live.waiting == 2)
    await settling
    assert (await joining).json()["seat"] == 3


def after(table: Table, game: str | None = None, **how: Any) -> Table:
    """The next game's table, after the host has asked for it."""
    away, door = ((None,) * len(each) for each in (table.sitting.places, table.sitting.door))
    how = {"away": away, "door": door, **how}
    (following,) = change(table, table.sitting.host, protocol.Again("again", game), **how).also
    return following.table


def over(table: Table) -> Table:
    return do(table, 0, protocol.End("end"))


def test_a_win_counts_for_a_guest_who_is_away_but_not_for_one_who_left_the_game() -> None:
    table = friends(2)
    away = do(table, 0, protocol.Substitute("s", 1, "easy"), away=(None, protocol.AWAY_MS))
    left = do(table, 1, protocol.Leave("l"))
    left_later = succession.withdraw(over(table), call(1), "ken").table
    wins, winners = [], []
    for each in (away, left, left_later):
        played = Played("t", AT, each.sitting, Outcome(winners=(1,), scores=(0, 5)))
        page = party_page(each, [played], "mika", AT)
        wins.append([person.wins for person in page.people])
        winners.append(page.games[0].seats[1].person)
    assert wins == [[0, 1], [0, 0], [0, 1]]
    assert winners == [1, None, 1], "a bot has won for the guest who left the game"


def test_those_for_whom_the_next_game_has_no_seat_wait_and_play_the_one_after() -> None:
    table = open_new("word-porters", seats=6).table
    for number in range(5):
        table = joined(table, f"Guest {number}")
    following = after(table, game="kakapo")
    names = [place.name for place in following.sitting.places]
    waiting = [caller.name for caller in following.sitting.door]
    assert (len(names), len(waiting)) == (4, 2)
    assert "Mika" in names, "the host plays"
    back = after(following, game="kakapo")
    assert set(waiting) <= {place.name for place in back.sitting.places}
    everyone = {*names, *waiting}
    for each in (following, back):
        seated = {place.name for place in each.sitting.places}
        assert seated | {caller.name for caller in each.sitting.door} == everyone


def test_a_guest_away_for_long_gets_no_seat_while_others_are_here() -> None:
    table = over(friends(3))
    following = after(table, away=(None, LONG_AWAY_MS, None))
    assert [place.name for place in following.sitting.places] == ["Ami", "Mika"]
    following = after(table, away=(None, LONG_AWAY_MS, LONG_AWAY_MS))
    assert len(following.sitting.places) == 3, "friends who play over days stay together"


def test_a_guest_who_waits_gets_a_seat_with_all_devices_unless_away() -> None:
    table = add_device(friends(3), call(1), "phone").table
    table = do(do(table, 0, protocol.Vacate("v", 1)), 0, protocol.Readmit("r", "Ken"))
    assert sit(table, call(), "phone", "Ken").table.sitting.places[1].guests == ("phone", "ken")
    assert succession.withdraw(table, call(), "phone").table.sitting.withdrawn == ("phone", "ken")
    ami = (None, None, protocol.AWAY_MS)
    asked = claim(table, call(away=ami), "phone", 2).table
    agree = protocol.Agree("a", asked.sitting.requests[0].number)
    given = do(asked, 0, agree, away=ami)
    assert given.sitting.places[2].devices == ("phone", "ken")
    table = over(knock(table, call(), "dan", "Dan").table)
    times = ((None, 5, WAITING_MS - 1), (None, WAITING_MS, None), (None, 0, WAITING_MS))
    found = []
    for _, *door in times:
        sitting = after(table, door=door).sitting
        seated = [place.guests for place in sitting.places if place.kind == "guest"]
        found.append((seated[2:], [caller.guests for caller in sitting.door]))
    ken, dan_only = ("ken", "phone"), ("dan",)
    assert found == [([ken, dan_only], []), ([dan_only], [ken]), ([ken], [dan_only])]
    left = do(friends(2), 1, protocol.Leave("l"))
    left = over(knock(left, call(), "ken", "Ken").table)
    made = change(left, 1, protocol.Again("again"), away=(None, None), door=(None,))
    assert [place.name for place in made.also[0].table.sitting.places] == ["Ken", "Mika"]
    assert made.also[0].table.sitting.door == ()


async def test_the_next_game_seats_those_who_wait_at_any_server_but_not_those_long_gone(
    shared: str, serve: Serve
) -> None:
    clock = Clock()
    here, there = [await serve(db=shared, sources=replace(BRISK, now=clock.now)) for _ in range(2)]
    (host,) = await here.seat(1, seats=2, bots=["easy"])
    lines = []
    for server, name in ((there, "Dan"), (there, "Eve"), (here, "Gus"), (there, "Fay")):
        late = await server.guest()
        await late.join(table=host.table, secret=host.invite, name=name)
        lines.append(await late.connect(host.table))
    watching = await (await there.guest()).connect(host.table, name="Una")
    await watching.first("update")
    await lobby(host, door=["Dan", "Eve", "Gus", "Fay"])
    watch = await host.until(lambda: host.lobby["watch"]["count"] and host.lobby["watch"])
    assert (watch["count"], watch["names"]) == (1, [])
    clock.ahead += 10 * WAITING_MS
    for line in lines[1:3]:
        await line.ws.close()
    await lobby(host, door=["Dan", "Fay"])
    clock.ahead += WAITING_MS - 1
    await lines[3].ws.close()
    await lobby(host, door=["Dan"])
    clock.ahead += 1
    await host.accept(type="end")
    following = await host.who.connect((await next_game(host.who, host.table))["table"])
    chairs = (await following.first("lobby"))["chairs"]
    assert [chair["name"] for chair in chairs if chair["kind"] == "guest"] == ["Mika", "Dan", "Fay"]
    assert (await lines[2].who.join(table=host.table)).json()["seat"] is not None


def test_alone_another_game_begins_at_once_with_as_many_bots_as_it_needs() -> None:
    table = over(open_new(bots=("easy",), begin=True).table)
    following = after(table, game="word-porters")
    assert following.sitting.status == "playing"
    assert [place.kind for place in following.sitting.places].count("bot") == 2
    assert len({place.name for place in following.sitting.places}) == 3
    waiting = knock(table, call(), "dan", "Dan").table
    later = after(waiting, door=(WAITING_MS,))
    assert (later.sitting.status, later.code) == ("lobby", table.code)
    assert joined(later, "Dan").seat_of("dan") is not None
