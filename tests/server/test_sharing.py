"""Several players in one browser: one view at a time, and none behind the curtain."""

import json
from contextlib import suppress
from itertools import pairwise
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs

from chabudai.core import CHANCE, Illegal, Rng
from chabudai.server import protocol
from chabudai.server.credentials import MOST_HANDS, hands_of
from chabudai.server.refusal import Refused
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Place, Table, sharing
from chabudai.server.tables.followers import change_reader
from chabudai.server.tables.live import LiveTable
from tests.server.support import Guest, Line, Running, eventually
from tests.server.tables import call, do, frames_of, in_memory, move, open_new, reader
from tests.support.game_cases import CASES, Case, Ply, a_start, walk

HANDS = hands_of("ann")
HIDDEN = [case for case in CASES if not case.game.open]
PLIES = 40
"""Number of a game's first moves that are compared."""


def shared_table(case: Case, state: Any, seats: int) -> Table:
    """A game in this state, whose first two seats are played in Ann's browser."""
    table = open_new(case.game.name, seats=seats).table
    guests = (*HANDS[:2], *(f"g{seat}" for seat in range(2, seats)))
    places = tuple(Place("guest", guest[:9], guest) for guest in guests)
    sitting = structs.replace(table.sitting, status="playing", places=places)
    return structs.replace(table, id="table", sitting=sitting, state=state)


def anns(live: LiveTable, hands: tuple[str, ...] = HANDS) -> Follower:
    follower = reader(live, hands[0], hands=hands)
    follower.look_at(live.table)
    return follower


async def sent(case: Case, state: Any, ply: Ply, action: Any, seats: int) -> list[bytes]:
    """The frames sent to Ann's browser before and after a move, with the curtain closed."""
    live = in_memory(shared_table(case, state, seats))
    follower = anns(live)
    found = await frames_of(live, follower)
    with suppress(Illegal, Refused):
        move(live, ply.seat, action, seed=1, away=(None,) * seats)
    return [*found, *await frames_of(live, follower)]


@pytest.mark.parametrize("case", HIDDEN, ids=repr)
async def test_curtain_sends_the_same_bytes_in_worlds_with_other_hands(case: Case) -> None:
    start, rng, differ = a_start(case), Rng(3), 0
    for ply, _ in zip(walk(case, start), range(PLIES), strict=False):
        if ply.seat == CHANCE or case.game.to_act(ply.step.state) == (CHANCE,):
            continue
        other = case.support.scramble(ply.before, None, rng, ply.action)
        twin = case.support.disguise(ply.before, None, ply.seat, ply.action)
        here = await sent(case, ply.before, ply, ply.action, start.seats)
        there = await sent(case, other, ply, twin, start.seats)
        assert here == there
        assert b'"view"' not in b"".join(here)
        differ += other != ply.before
    assert differ > 3


@pytest.mark.parametrize("case", HIDDEN, ids=repr)
async def test_player_who_looks_is_sent_what_a_browser_of_their_own_is_sent(case: Case) -> None:
    start = a_start(case)
    for ply, _ in zip(walk(case, start), range(PLIES), strict=False):
        live = in_memory(shared_table(case, ply.before, start.seats))
        if ply.seat == CHANCE:
            continue
        shared = anns(live)
        for seat in (0, 1, 0):
            change_reader(live.table, shared, protocol.Uncover("u", seat))
            own = anns(live, (HANDS[seat],))
            *_, mine = await frames_of(live, own)
            hello, *_, update = await frames_of(live, shared)
            assert update == mine
            assert (json.loads(hello)["seat"], json.loads(hello)["hands"]) == (seat, [0, 1])
        change_reader(live.table, shared, protocol.Cover("c"))
        (covered,) = [json.loads(frame) for frame in await frames_of(live, shared)]
        assert (covered["type"], covered["seat"]) == ("hello", None)
        assert covered["to_act"] == list(case.game.to_act(ply.before))


def test_games_without_a_curtain_have_one_view_for_all() -> None:
    for case in CASES:
        views = [
            {msgspec.json.encode(case.game.view(ply.before, seat)) for seat in (None, 0, 1)}
            for ply in walk(case, a_start(case))
        ]
        assert all(len(each) == 1 for each in views) == case.game.open, case


async def add(each: Guest, table: str, name: str = "Mum") -> httpx.Response:
    return await each.http.post(f"/api/tables/{table}/players", json={"name": name})


async def family(site: Running, game: str = "quiddler", **order: Any) -> tuple[Line, Line]:
    """Ann and Mum in one browser, in seats 0 and 1, and Ben in seat 2."""
    ann, ben = await site.guests(2)
    made = await ann.open(game=game, seats=2, name="Ann", **order)
    assert (await add(ann, made["table"])).json()["seat"] == 1
    await ben.join(table=made["table"], secret=made["invite"], name="Ben")
    lines = [await each.connect(made["table"]) for each in (ann, ben)]
    await lines[0].accept(type="begin")
    await lines[1].first("update")
    return lines[0], lines[1]


async def curtain(line: Line) -> dict[str, Any]:
    """Wait for a closed curtain, and return its Hello."""
    await line.until(lambda: line.hello.get("seat", 0) is None and line.hello["hands"])
    return line.hello


def whose(update: dict[str, Any]) -> list[int]:
    hands = update["view"]["hands"]
    return [seat for seat, hand in enumerate(hands) if isinstance(hand, list)]


async def test_each_socket_begins_behind_the_curtain(site: Running) -> None:
    line, _ = await family(site)
    assert (await curtain(line))["hands"] == [0, 1]
    refusal = await line.say(type="act", head=2, action={"type": "draw", "source": "pile"})
    assert refusal["code"] == "not-your-seat"
    assert (await line.say(type="ask", question={}))["code"] == "not-your-seat"
    await line.say(type="uncover", seat=1)
    await line.until(lambda: line.hello["seat"] == 1 and line.update)
    again = await line.who.connect(line.table, since=0)  # a reload, or a second tab
    assert (await curtain(again))["seat"] is None
    assert (await again.say(type="uncover", seat=2))["code"] == "not-your-seat"
    assert (await again.say(type="uncover", seat=99))["code"] == "not-your-seat"
    await line.say(type="cover")
    await curtain(line)
    await line.say(type="uncover", seat=0)
    await line.until(lambda: line.hello["seat"] == 0 and whose(line.update) == [0])
    kinds = ("hello", "update")
    told = [message for message in line.messages if message["type"] in kinds]
    seats = [before["seat"] for before, after in pairwise(told) if after["type"] == "update"]
    assert [[seat] for seat in seats] == [whose(update) for update in line.of("update")]
    assert again.of("update") == []


async def test_both_players_are_present_while_their_socket_is_open_and_one_leaves_alone(
    site: Running,
) -> None:
    line, ben = await family(site)
    await ben.until(lambda: ben.presence["away_ms"] == [None] * 3)
    await line.ws.close()
    await ben.until(lambda: None not in ben.presence["away_ms"][:2])
    await ben.say(type="substitute", seat=1, level="easy")
    line = await line.who.connect(line.table)
    await ben.until(lambda: ben.presence["away_ms"] == [None] * 3)
    assert (await curtain(line))["hands"] == [0, 1]
    live = await site.live(line.table)
    await eventually(lambda: live.table.sitting.places[1].level is None)
    await line.say(type="uncover", seat=1)
    await line.accept(type="leave", id="once", level="easy")
    assert ben.lobby["chairs"][1]["left"] is True
    await line.say(type="uncover", seat=0)
    # A command that is sent again, as after a lost connection, is not made for the next player.
    await line.ws.send('{"type":"leave","id":"once","level":"easy"}')
    await line.accept(type="rename", name="Anna")
    await ben.until(lambda: ben.lobby["chairs"][0]["name"] == "Anna")
    assert [chair["left"] for chair in ben.lobby["chairs"]] == [False, True, False]
    again = await line.who.connect(line.table)
    assert (await curtain(again))["hands"] == [0, 1]
    await again.say(type="uncover", seat=1)
    await ben.until(lambda: ben.lobby["chairs"][1]["left"] is False)


async def test_players_and_passes_need_a_seat_and_the_seats_stay_apart_in_the_party(
    site: Running,
) -> None:
    line, _ = await family(site)
    stranger = await site.guest()
    await stranger.open()
    for each, code in ((stranger, "not-your-seat"), (line.who, "no-seat")):
        assert (await add(each, line.table)).json()["code"] == code
    assert (await add(line.who, line.table, "")).json()["code"] == "malformed"
    path = f"/api/tables/{line.table}/pass"
    assert (await line.who.http.post(path, json={"seat": 2})).status_code == 403
    issued = (await line.who.http.post(path, json={"seat": 1})).json()
    phone = await site.guest()
    joined = await phone.join(table=line.table, secret=issued["secret"])
    assert joined.json()["seat"] == 1
    own = await phone.connect(line.table)
    assert whose(await own.first("update")) == [1]
    await line.say(type="uncover", seat=0)
    await line.accept(type="end")
    await line.say(type="again")
    there = await line.who.connect(await line.until(lambda: line.lobby["next"]))
    await there.first("lobby")
    assert sorted(there.hello["hands"]) == sorted(
        seat for seat, chair in enumerate(there.lobby["chairs"]) if chair["name"] in ("Ann", "Mum")
    )
    people = (await line.who.http.get(f"/api/parties/{line.table}")).json()["people"]
    assert {person["name"] for person in people} == {"Ann", "Mum", "Ben"}


def test_players_are_added_only_where_a_browser_has_room() -> None:
    table = open_new("quiddler", seats=2).table
    for _ in range(MOST_HANDS - 1):
        table = sharing.add_player(table, call(), hands_of("mika"), "Mum").table
    names = [place.name for place in table.sitting.places]
    assert (len(names), len(set(names))) == (8, 8)
    with pytest.raises(Refused, match="fit on this device"):
        sharing.add_player(table, call(), hands_of("mika"), "Gran")
    removed = do(table, 0, protocol.Vacate("v", 1))
    with pytest.raises(Refused, match="removed"):
        sharing.add_player(removed, call(), hands_of("mika"), "Mum")
