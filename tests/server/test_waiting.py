"""Players of a party's next game, guests who wait for it, and wins that count."""

from dataclasses import replace
from typing import Any

from chabudai.core import Outcome
from chabudai.server import protocol
from chabudai.server.http.parties import Played, party_of as party_page
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.lobby import add_device, knock, sit
from chabudai.server.tables.decide.requests import claim
from chabudai.server.tables.decide.succession import LONG_AWAY_MS, WAITING_MS, withdraw
from tests.server.clock import Clock
from tests.server.support import BRISK, Serve
from tests.server.tables import AT, call, change, do, friends, open_new
from tests.server.test_parties import next_game
from tests.server.test_removal import lobby


def after(table: Table, **command: Any) -> Table:
    """The party's next table, opened by the host."""
    away, door = ((None,) * len(each) for each in (table.sitting.places, table.sitting.door))
    again = protocol.Again("again", **command)
    made = change(table, table.sitting.host, again, away=away, door=door)
    (following,) = made.also
    return following.table


def over(table: Table) -> Table:
    return do(table, 0, protocol.End("end"))


def test_a_win_counts_for_a_guest_who_is_away_but_not_for_one_who_left_the_game() -> None:
    table = friends(2)
    away = do(table, 0, protocol.Substitute("s", 1, "easy"), away=(None, protocol.AWAY_MS))
    left = do(table, 1, protocol.Leave("l"))
    left_later = withdraw(over(table), call(1), "ken").table
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
        table = sit(table, call(), f"guest{number}", f"Guest {number}").table
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
    away = (None, LONG_AWAY_MS, None)
    made = change(table, 0, protocol.Again("again"), away=away)
    assert [p.name for p in made.also[0].table.sitting.places] == ["Ami", "Mika"]
    alone = (None, LONG_AWAY_MS, LONG_AWAY_MS)
    made = change(table, 0, protocol.Again("again"), away=alone)
    assert len(made.also[0].table.sitting.places) == 3, "friends who play over days stay together"


def test_a_guest_who_waits_gets_a_seat_with_all_devices_unless_away() -> None:
    table = add_device(friends(3), call(1), "phone").table
    table = do(do(table, 0, protocol.Vacate("v", 1)), 0, protocol.Readmit("r", "Ken"))
    assert sit(table, call(), "phone", "Ken").table.sitting.places[1].guests == ("phone", "ken")
    assert withdraw(table, call(), "phone").table.sitting.withdrawn == ("phone", "ken")
    ami = (None, None, protocol.AWAY_MS)
    asked = claim(table, call(away=ami), "phone", 2).table
    agree = protocol.Agree("a", asked.sitting.requests[0].number)
    given = do(asked, 0, agree, away=ami)
    assert given.sitting.places[2].devices == ("phone", "ken")
    table = over(knock(table, call(), "dan", "Dan").table)
    times = ((None, 5, WAITING_MS - 1), (None, WAITING_MS, None), (None, 0, WAITING_MS))
    found = []
    for *away, dan in times:
        made = change(table, 0, protocol.Again("again"), away=(None,) * 3, door=(away[1], dan))
        sitting = made.also[0].table.sitting
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
    assert [chair["name"] for chair in chairs if chair["kind"] == "guest"] == [
        "Mika",
        "Dan",
        "Fay",
    ]
    assert (await lines[2].who.join(table=host.table)).json()["seat"] is not None


def test_alone_another_game_begins_at_once_with_as_many_bots_as_it_needs() -> None:
    table = over(open_new(bots=("easy",), begin=True).table)
    following = after(table, game="word-porters")
    assert following.sitting.status == "playing"
    assert [place.kind for place in following.sitting.places].count("bot") == 2
    assert len({place.name for place in following.sitting.places}) == 3
    waiting = knock(table, call(), "dan", "Dan").table
    made = change(waiting, 0, protocol.Again("again"), away=(None, None), door=(WAITING_MS,))
    (lobby,) = made.also
    assert (lobby.table.sitting.status, lobby.table.code) == ("lobby", table.code)
    assert sit(lobby.table, call(), "dan", "Dan").table.seat_of("dan") is not None
