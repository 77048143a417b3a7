"""Daily deals: the same for strangers at different servers, and played by one person."""

from datetime import date
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.deal import check_deal, deal_of, result_of
from chabudai.core.transcript import Transcript, loads, replayed
from chabudai.games import GAMES
from chabudai.server.sources import Sources
from tests.server.support import OFTEN, Guest, Running, Serve, entries, play_on
from tests.support.game_cases import ADDED

NOW = 1_795_521_600_000
"""Noon UTC on 2026-11-24."""
BANK = GAMES["word-bank"]
DEALT = [name for name, game in GAMES.items() if game.extras.daily is not None]
AT_NOON = Sources(now=lambda: NOW, pause_ms=(0, 0), aside_ms=(0, 0))


@pytest.fixture
async def mika(serve: Serve) -> Guest:
    """A guest at a server on 2026-11-24."""
    return await (await serve(sources=AT_NOON)).guest()


def to_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def begin(who: Guest, game: str, day: str | None = None) -> Any:
    return await who.http.post("/api/daily", json={"game": game, "name": "Mika", "day": day})


async def play(who: Guest) -> tuple[Transcript, dict[str, Any]]:
    """Play Word Bank's daily deal to the end, with the same random moves in each call."""
    line = await who.connect((await begin(who, BANK.name)).json()["table"])
    await line.accept(type="hasten", hasten=True)
    await play_on(line, 0, Rng(7))
    text = (await who.http.get(f"/api/tables/{line.table}/transcript")).content
    return loads(text), (await who.http.get(f"/api/tables/{line.table}/daily")).json()


async def test_strangers_at_two_servers_get_the_same_deal_and_can_compare(
    serve: Serve, shared: str
) -> None:
    here = await serve(sources=AT_NOON, limits=OFTEN)
    there = await serve(db=shared, sources=AT_NOON, limits=OFTEN)
    mine, compared = await play(await here.guest())
    theirs, also = await play(await there.guest())
    assert mine.entries == theirs.entries
    assert compared == also
    deal, recorded = deal_of(BANK, date(2026, 11, 24)), replayed(BANK, mine)
    check_deal(deal, recorded)
    assert compared["result"] == to_json(result_of(deal, recorded))
    assert compared["told"]["en"].startswith("The expert left ")
    assert compared["day"] == mine.header.daily == "2026-11-24"


async def test_the_deals_of_today_and_of_earlier_days_are_listed(mika: Guest) -> None:
    today = (await mika.http.get("/api/daily")).json()
    days = {name: today[name] for name in ("day", "today", "first")}
    assert days == {"day": "2026-11-24", "today": "2026-11-24", "first": "2026-01-01"}
    assert [deal["game"] for deal in today["deals"]] == DEALT
    assert {deal["goal"].keys() == {"en", "ja"} for deal in today["deals"]} == {True}
    before = (await mika.http.get("/api/daily", params={"day": "2026-11-23"})).json()
    assert (before["day"], before["today"]) == ("2026-11-23", "2026-11-24")
    line = await mika.connect((await begin(mika, "quiddler", "2026-11-23")).json()["table"])
    assert (await line.first("lobby"))["daily"] == "2026-11-23"


async def test_unknown_deals_are_refused_in_a_sentence(mika: Guest) -> None:
    for game, day, why in (
        ("quiddler", "2026-02-30", "There is no day 2026-02-30; a day is written YYYY-MM-DD."),
        ("quiddler", "{day}", "There is no day {day}; a day is written YYYY-MM-DD."),
        ("quiddler", "2026-11-25", "2026-11-25 lies ahead: its deal can be played"),
        ("quiddler", "2025-12-31", "The daily deals began on 2026-01-01."),
        ("tennis", None, "There is no game called tennis."),
        (ADDED[0].game.name, None, f"{ADDED[0].game.title} has no daily deal."),
    ):
        answer = await begin(mika, game, day)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert answer.json()["text"].startswith(why)
        if day is not None:
            assert (await mika.http.get("/api/daily", params={"day": day})).json() == answer.json()


async def test_no_guest_can_join_a_deal_and_its_bots_stay(serve: Serve) -> None:
    mika, jun = await (await serve(sources=AT_NOON)).guests(2)
    seated = (await begin(mika, "word-bank")).json()
    assert seated["invite"] is None
    line = await mika.connect(seated["table"])
    lobby = await line.first("lobby")
    assert (lobby["code"], lobby["status"], lobby["advice"]) == (None, "playing", "none")
    assert [chair["level"] for chair in lobby["chairs"]] == [None, "normal"]
    for command in ({"type": "seat-bot", "level": "easy"}, {"type": "vacate"}):
        answer = await line.say(seat=1, **command)
        assert answer["code"] == "not-now"
        assert answer["text"] == "Seats cannot change in a daily deal."
    assert await line.refuse(type="allow", advice=True) == "not-now"
    assert (await jun.join(table=seated["table"], secret="x" * 22)).status_code == 403


async def test_only_a_finished_deal_has_a_result(mika: Guest) -> None:
    line = await mika.connect((await begin(mika, "quiddler")).json()["table"])
    path = "/api/tables/{}/daily"
    assert (await mika.http.get(path.format(line.table))).json()["text"] == "The game is not over."
    await line.accept(type="end")
    assert "no result" in (await mika.http.get(path.format(line.table))).json()["text"]
    await line.accept(type="again")
    rematch = await mika.connect(await line.until(lambda: line.lobby["next"]))
    assert (await rematch.first("lobby"))["daily"] is None
    await rematch.first("update")
    await rematch.act({"type": "stop"})
    answer = await mika.http.get(path.format(rematch.table))
    assert answer.json()["text"] == "This game was not a daily deal."


async def test_other_tables_are_dealt_at_random(serve: Serve) -> None:
    site: Running = await serve(sources=AT_NOON)
    deal = deal_of(GAMES["quiddler"], date(2026, 11, 24))
    options = deal.table().options
    decks = {msgspec.json.encode(deal.chance(GAMES["quiddler"].setup(options, 1)))}
    for _ in range(2):
        (line,) = await site.seat(1, game="quiddler", options=to_json(options))
        _, made = await entries(site, line.table)
        decks |= {entry.action for entry in made if entry.seat == CHANCE}
    assert len(decks) == 3
