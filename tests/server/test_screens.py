"""Big screens: paired by the host, they show what is open to all players, and the code."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace as changed

from chabudai.core import Rng, Seat
from chabudai.server import credentials, protocol
from chabudai.server.http.parties import PAUSE_MS
from chabudai.server.http.screens import CODE_MS
from chabudai.server.refusal import PRIVATE
from chabudai.server.tables import followers
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Table
from tests.server.clock import Clock
from tests.server.support import BRISK, Guest, Line, Running, Serve, play_on
from tests.server.tables import AT, change, frames_of, friends, in_memory, sample
from tests.server.test_removal import lobby


async def shown(screen: Guest) -> dict[str, Any]:
    """The answer to a screen."""
    answer = await screen.http.post("/api/screens")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def pair(host: Guest, party: str, code: str | None) -> Any:
    return await host.http.post(f"/api/parties/{party}/screens", json={"code": code})


async def paired(host: Line, screen: Guest) -> Line:
    """Pair a screen with the host's party, and return its socket."""
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


async def test_only_the_host_pairs_and_ends_screens(site: Running) -> None:
    host, ken = await site.seat(2)
    tv, stranger = await site.guests(2)
    code = (await shown(tv))["code"]
    for who, refused in ((ken.who, "not-host"), (stranger, "unknown-table")):
        assert (await pair(who, host.table, code)).json()["code"] == refused
    line = await paired(host, tv)
    assert (await pair(host.who, host.table, code)).json()["code"] == "wrong-secret"
    assert await ken.refuse(type="end-screens") == "not-host"
    await host.accept(type="end-screens")
    assert await line.closing() == PRIVATE
    assert (await shown(tv))["table"] is None
    await lobby(host, screens=0)


async def test_wrong_expired_and_guessed_codes_pair_nothing(serve: Serve) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    (host,) = await site.seat(1, seats=2, begin=False)
    tv = await site.guest()
    code = (await shown(tv))["code"]
    assert await shown(tv) == {"table": None, "code": code}
    clock.ahead += CODE_MS
    later = (await shown(tv))["code"]
    assert later != code
    answers = [await pair(host.who, host.table, each) for each in (code, "", "x" * 20, "１２３")]
    assert [answer.json()["code"] for answer in answers] == ["wrong-secret"] * 4
    answers = [await pair(host.who, host.table, f"{guess:06}") for guess in range(8)]
    assert answers[-1].json()["code"] == "too-fast"
    for body in ({"code": None}, {"code": "0" * 21}, {}):
        answer = await host.who.http.post(f"/api/parties/{host.table}/screens", json=body)
        assert answer.json()["code"] == "malformed"


async def test_a_screen_forgets_the_party_after_the_evening_and_its_end(serve: Serve) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    (host,) = await site.seat(1, seats=2, begin=False)
    tv = await site.guest()
    await paired(host, tv)
    clock.ahead += PAUSE_MS + 1
    assert (await shown(tv))["table"] is None
    await paired(host, tv)
    await host.who.http.post(f"/api/parties/{host.table}/delete")
    assert (await shown(tv))["table"] is None


async def test_an_unpaired_screen_and_one_in_a_players_browser_see_no_more_than_others(
    site: Running,
) -> None:
    host, ken = await site.seat(2)
    for unpaired in (ken.who, await site.guest()):
        line = await unpaired.connect(host.table, screen=1, since=0)
        assert (await line.closing(), line.frames) == (PRIVATE, [])
    line = await paired(host, ken.who)
    assert (line.hello["seat"], line.hello["hands"]) == (None, [])
    assert line.last("update") is None or line.update["legal"] == []


OWN = {"seatless": "screen", "code": "1234"}
"""Fields of the Lobby message that a screen is sent and a spectator is not."""


async def look_for_leaks(game: str) -> int:
    """Play before a screen and a spectator. Return the number of frames. Raises AssertionError if
    the screen is sent anything else than the spectator, except the code.
    """
    table, tv = friends(3, game, seed=5), credentials.screen_of("tv")
    live = in_memory(changed(table, sitting=changed(table.sitting, screens=(tv,))), AT)
    readers = [Follower(each, None, False, live.table.head, print, "") for each in (tv, "dan")]
    readers[0].is_screen = True
    count = 0
    for number in range(60):
        sent = [await frames_of(live, reader) for reader in readers]
        for mine, other in zip(*sent, strict=True):
            if mine != other:
                assert json.loads(mine) == json.loads(other) | OWN
        count += len(sent[0])
        owing = live.table.game.to_act(live.table.state)
        if not owing:
            break
        action = Raw(msgspec.json.encode(sample(live.table, owing[0], number)))
        step = change(live.table, owing[0], protocol.Act("x", live.table.head, action))
        live.advance(step.table, step.entries)
    return count


FOUR = ("word-porters", "quiddler", "kakapo", "word-bank")


@pytest.mark.parametrize("game", FOUR)
async def test_a_screen_is_sent_the_bytes_of_a_spectator_and_the_code(game: str) -> None:
    assert await look_for_leaks(game) > 20


def seated(honest: Callable[[Table, str | None], Seat | None]) -> Any:
    """Take a screen for the browser of the guest in the first seat."""
    return lambda table, guest: 0 if guest in table.sitting.screens else honest(table, guest)


PLANTED: dict[str, tuple[Any, str, Any]] = {
    "a seat for the screen": (Table, "seat_of", seated(Table.seat_of)),
    "a player's lobby": (
        followers,
        "audience_of",
        lambda table, guest: "seat" if guest != "dan" else None,
    ),
}


@pytest.mark.parametrize("game", FOUR)
@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
async def test_a_planted_leak_to_a_screen_is_found(
    game: str, planted: tuple[Any, str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*planted)
    with pytest.raises(AssertionError):
        await look_for_leaks(game)
