"""Guests without a seat see only what the host's choice and one agreeing seat allow.

A big screen, paired by the host, shows what is open to all players, and the code.
"""

import asyncio
import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as changed

from chabudai.core import Rng
from chabudai.server import credentials, protocol
from chabudai.server.http.parties import PAUSE_MS
from chabudai.server.http.screens import CODE_MS
from chabudai.server.protocol import LetWatch, ShowHand
from chabudai.server.refusal import NOT_YET, PRIVATE
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Table
from chabudai.server.tables.live import LiveTable
from tests.server.clock import Clock
from tests.server.support import BRISK, Guest, Line, Running, Serve, play_on
from tests.server.tables import (
    AT,
    advance,
    change,
    do,
    frames_of,
    friends,
    in_memory,
    move,
    reader,
    refusal,
    sample,
)
from tests.server.test_authority import everything
from tests.server.test_ways_back import lobby

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
    lines = [await (await site.guest()).connect(host.table, name=name) for name in names]
    seen = {"who": "public", "open": True, "seat": None}
    watch = {**seen, "names": ["Dan", "Ke\u0578 2"], "count": 5}
    for line in (host, ken):
        await lobby(line, watch=watch)
    for line in lines:
        assert (await lobby(line))["watch"]["count"] == 0
    await lines[0].ws.close()
    await lobby(host, watch={**watch, "names": ["Ke\u0578 2"], "count": 4})


async def lacking(live: LiveTable, follower: Follower) -> list[dict[str, Any]]:
    return [json.loads(frame) for frame in await frames_of(live, follower)]


async def follower_of(live: LiveTable, guest: str | None, cursor: int = 0) -> Follower:
    follower = reader(live, guest)
    await lacking(live, follower)
    follower.cursor = cursor or live.table.head
    return follower


def view(table: Table, seat: int | None) -> Any:
    return json.loads(msgspec.json.encode(table.game.view(table.state, seat)))


def draw_and_discard(live: LiveTable, seat: int) -> None:
    """Take a turn of Quiddler that keeps the hand."""
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


async def shown(screen: Guest) -> dict[str, Any]:
    answer = await screen.http.post("/api/screens")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def pair(host: Guest, party: str, code: str | None) -> Any:
    return await host.http.post(f"/api/parties/{party}/screens", json={"code": code})


async def paired(host: Line, screen: Guest) -> Line:
    answer = await pair(host.who, host.table, (await shown(screen))["code"])
    assert answer.status_code == 200, answer.text
    assert await shown(screen) == {"table": host.table, "code": None}
    line = await screen.connect(host.table, screen=1)
    await line.first("lobby")
    return line


async def test_a_paired_screen_shows_all_games_of_the_evening_and_the_code(
    quick_site: Running,
) -> None:
    host, ken = await quick_site.seat(2, options={"first_player": 0})
    tv, stranger = await quick_site.guests(2)
    await host.accept(type="let-watch", who="nobody")
    line, code = await paired(host, tv), host.lobby["code"]
    await lobby(line, seatless="screen", code=code, screens=None, party=None)
    assert (line.hello["seat"], line.lobby["watch"]["open"]) == (None, True)
    for seated in (host, ken):
        await lobby(seated, screens=1)
        assert seated.lobby["watch"]["count"] == 0
    assert await line.refuse(type="act", head=1, action={"type": "pass"}) == "not-your-seat"
    assert await (await stranger.connect(host.table)).closing() == PRIVATE
    await asyncio.gather(*(play_on(each, seat, Rng(3)) for seat, each in enumerate((host, ken))))
    await line.until(lambda: line.lobby["status"] == "over")
    await ken.accept(type="again", game="kakapo")
    following = await line.until(lambda: line.lobby["next"])
    assert await shown(tv) == {"table": following, "code": None}
    later = await tv.connect(following, screen=1)
    await lobby(later, seatless="screen", code=code)
    own = await host.who.connect(following)
    await lobby(own, screens=1)
    await own.accept(type="begin", fill="easy")
    await later.first("update")
    assert await own.refuse(type="end-screens") == "not-now"  # a silent game
    other = await quick_site.guest()
    assert (await pair(host.who, host.table, (await shown(other))["code"])).json()[
        "code"
    ] == "not-now"


async def test_only_the_host_pairs_and_ends_screens_and_others_see_no_more(site: Running) -> None:
    host, ken = await site.seat(2)
    tv, stranger = await site.guests(2)
    code = (await shown(tv))["code"]
    for who, refused in ((ken.who, "not-host"), (stranger, "unknown-table")):
        assert (await pair(who, host.table, code)).json()["code"] == refused
    for unpaired in (ken.who, tv):
        line = await unpaired.connect(host.table, screen=1, since=0)
        assert (await line.closing(), line.frames) == (PRIVATE, [])
    line = await paired(host, tv)
    assert (await pair(host.who, host.table, code)).json()["code"] == "wrong-secret"
    own = await paired(host, ken.who)  # in the browser of a player
    assert (own.hello["seat"], own.hello["hands"]) == (None, [])
    assert own.last("update") is None or own.update["legal"] == []
    assert await ken.refuse(type="end-screens") == "not-host"
    await host.accept(type="end-screens")
    for each in (line, own):
        assert await each.closing() == PRIVATE
    assert (await shown(tv))["table"] is None
    await lobby(host, screens=0)


async def test_wrong_expired_and_guessed_codes_pair_nothing_and_pairing_ends_with_the_evening(
    serve: Serve,
) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    (host,) = await site.seat(1, seats=2, begin=False)
    tv = await site.guest()
    await paired(host, tv)
    clock.ahead += PAUSE_MS + 1
    code = (await shown(tv))["code"]
    assert await shown(tv) == {"table": None, "code": code}
    clock.ahead += CODE_MS
    later = (await shown(tv))["code"]
    assert later != code
    answers = [await pair(host.who, host.table, each) for each in (code, "", "x" * 20, "１２３")]
    assert [answer.json()["code"] for answer in answers] == ["wrong-secret"] * 4
    for body in ({"code": None}, {"code": "0" * 21}, {}):
        answer = await host.who.http.post(f"/api/parties/{host.table}/screens", json=body)
        assert answer.json()["code"] == "malformed"
    await paired(host, tv)
    await host.who.http.post(f"/api/parties/{host.table}/delete")
    assert (await shown(tv))["table"] is None
    (host,) = await site.seat(1, seats=2, begin=False)
    answers = [await pair(host.who, host.table, f"{guess:06}") for guess in range(8)]
    assert answers[-1].json()["code"] == "too-fast"


OWN = {"seatless": "screen", "code": "1234"}
"""Fields of the Lobby message that a screen is sent and a spectator is not."""


@pytest.mark.parametrize("game", ["word-porters", "quiddler", "kakapo", "word-bank"])
async def test_a_screen_is_sent_the_bytes_of_a_spectator_and_the_code(game: str) -> None:
    table, tv = friends(3, game, seed=5), credentials.screen_of("tv")
    live = in_memory(changed(table, sitting=changed(table.sitting, screens=(tv,))), AT)
    readers = [reader(live, tv, is_screen=True), reader(live, "dan")]
    count = 0
    for number in range(60):
        sent = [await frames_of(live, each) for each in readers]
        for mine, other in zip(*sent, strict=True):
            if mine != other:
                assert json.loads(mine) == json.loads(other) | OWN
        count += len(sent[0])
        owing = live.table.game.to_act(live.table.state)
        if not owing:
            break
        move(live, owing[0], sample(live.table, owing[0], number))
    assert count > 20
