"""Daily deals at a server: the same for strangers at different servers, and not to be bent."""

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.deal import check_deal, deal_of, result_of
from chabudai.core.transcript import Transcript, loads, replayed
from chabudai.games import GAMES
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from tests.server.support import OFTEN, Guest, Running, entries, guest, play_on, running
from tests.support.every_room import FURTHER

NOW = 1_795_521_600_000
"""Noon by UTC on 2026-11-24."""
BANK = GAMES["word-bank"]
DEALT = [name for name, game in GAMES.items() if game.extras.daily is not None]


AT_NOON = Sources(now=lambda: NOW, pause_ms=(0, 0), aside_ms=(0, 0))
STOP = {"type": "stop"}


@pytest.fixture
async def daily_site(tmp_path: Path, static: Path) -> AsyncIterator[Running]:
    """A server on 2026-11-24."""
    settings = Settings(db=f"{tmp_path}/tables.db", static=static, sources=AT_NOON)
    async with running(settings) as site:
        yield site


def plain(value: object) -> Any:
    """A value as it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


async def begun(who: Guest, game: str, day: str | None = None) -> Any:
    return await who.http.post("/api/daily", json={"game": game, "name": "Mika", "day": day})


async def played(who: Guest) -> tuple[Transcript, dict[str, Any]]:
    """The deal of Word Bank, played to its end: at random, the same in every call."""
    table = (await begun(who, BANK.name)).json()["table"]
    async with who.line(table) as line:
        await line.say(type="hasten", hasten=True)
        await play_on(line, 0, Rng(7))
    text = (await who.http.get(f"/api/tables/{table}/transcript")).content
    return loads(text), (await who.http.get(f"/api/tables/{table}/daily")).json()


async def test_two_strangers_at_two_servers_get_the_same_deal_and_can_compare(
    tmp_path: Path, static: Path
) -> None:
    one, other = (
        Settings(db=f"{tmp_path}/{name}.db", static=static, sources=AT_NOON, limits=OFTEN)
        for name in ("one", "other")
    )
    async with (
        running(one) as here,
        running(other) as there,
        guest(here.base) as mika,
        guest(there.base) as jun,
    ):
        mine, compared = await played(mika)
        theirs, also = await played(jun)
    assert mine.entries == theirs.entries
    assert compared == also
    deal = deal_of(BANK, date(2026, 11, 24))
    recorded = replayed(BANK, mine)
    check_deal(deal, recorded)
    assert compared["result"] == plain(result_of(deal, recorded))
    assert compared["day"] == mine.header.daily == "2026-11-24"


async def test_the_deals_of_a_day_are_told(daily_site: Running) -> None:
    mika = await daily_site.guest()
    today = (await mika.http.get("/api/daily")).json()
    assert (today["day"], today["today"], today["first"]) == (
        "2026-11-24",
        "2026-11-24",
        "2026-01-01",
    )
    assert [deal["game"] for deal in today["deals"]] == DEALT
    before = (await mika.http.get("/api/daily", params={"day": "2026-11-23"})).json()
    assert (before["day"], before["today"]) == ("2026-11-23", "2026-11-24")
    table = (await begun(mika, "quiddler", "2026-11-23")).json()["table"]
    line = await mika.connect(table)
    assert (await line.first("lobby"))["daily"] == "2026-11-23"


@pytest.mark.parametrize(
    ("game", "day", "why"),
    [
        ("quiddler", "2026-02-30", "There is no day 2026-02-30; a day is written YYYY-MM-DD."),
        ("quiddler", "{day}", "There is no day {day}; a day is written YYYY-MM-DD."),
        ("quiddler", "2026-11-25", "2026-11-25 lies ahead: its deal can be played"),
        ("quiddler", "2025-12-31", "The daily deals began on 2026-01-01."),
        ("tennis", None, "There is no game called tennis."),
        (FURTHER[0].game.name, None, f"{FURTHER[0].game.title} has no daily deal."),
    ],
)
async def test_what_is_no_deal_is_refused_in_a_sentence(
    daily_site: Running, game: str, day: str | None, why: str
) -> None:
    mika = await daily_site.guest()
    answer = await begun(mika, game, day)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert answer.json()["text"].startswith(why)
    if day is not None:
        listed = await mika.http.get("/api/daily", params={"day": day})
        assert listed.json() == answer.json()


async def test_nobody_comes_to_a_deal_and_its_bots_stay(daily_site: Running) -> None:
    mika, jun = await daily_site.guests(2)
    seated = (await begun(mika, "word-bank")).json()
    assert seated["invite"] is None
    table = seated["table"]
    async with mika.line(table) as line:
        lobby = await line.first("lobby")
        assert (lobby["code"], lobby["status"]) == (None, "playing")
        assert [chair["level"] for chair in lobby["chairs"]] == [None, "normal"]
        for command in ({"type": "seat-bot", "level": "easy"}, {"type": "vacate"}):
            answer = await line.say(seat=1, **command)
            assert (answer["code"], answer["text"]) == (
                "not-now",
                "At the deal of a day the seats stay as they are.",
            )
        assert lobby["advice"] == "none"
        assert (await line.say(type="allow", advice=True))["code"] == "not-now"
    wish = {"name": "Jun", "table": table, "secret": "x" * 22}
    assert (await jun.http.post("/api/join", json=wish)).status_code == 403


async def test_there_is_no_result_before_the_end_nor_at_other_tables(daily_site: Running) -> None:
    mika = await daily_site.guest()
    table = (await begun(mika, "quiddler")).json()["table"]
    path = f"/api/tables/{table}/daily"
    assert (await mika.http.get(path)).json()["text"] == "The game is not over."
    async with mika.line(table) as line:
        await line.say(type="end")
    assert "no result" in (await mika.http.get(path)).json()["text"]
    async with mika.line(table) as line:
        await line.say(type="again")
        rematch = await line.until(lambda: line.lobby["next"])
    async with mika.line(rematch) as line:
        assert (await line.first("lobby"))["daily"] is None
        await line.say(type="act", head=(await line.first("update"))["seq"], action=STOP)
    answer = await mika.http.get(f"/api/tables/{rematch}/daily")
    assert answer.json()["text"] == "This was not the deal of a day."


async def test_the_cards_of_other_tables_come_from_the_dice(daily_site: Running) -> None:
    deal = deal_of(GAMES["quiddler"], date(2026, 11, 24))
    options = deal.table().options
    order = {"game": "quiddler", "name": "Mika", "seats": 1, "options": plain(options)}
    mika = await daily_site.guest()
    decks = set()
    for _ in range(2):
        opened = await mika.http.post("/api/tables", json={**order, "begin": True})
        _, made = await entries(daily_site, opened.json()["table"])
        decks |= {entry.action for entry in made if entry.seat == CHANCE}
    state = GAMES["quiddler"].setup(options, 1)
    assert len({*decks, msgspec.json.encode(deal.chance(state))}) == 3
