"""Guests at tables over real sockets: whole games, the role of the host, and daily deals."""

from contextlib import AsyncExitStack
from datetime import date
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.deal import check_deal, deal_of, result_of
from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.core.transcript import Transcript, loads, replay, replayed
from chabudai.games import GAMES
from chabudai.server.sources import Sources
from tests.server.clock import Shifts
from tests.server.support import OFTEN, Guest, Running, Serve, entries, guest, play_on
from tests.support.asyncapi_validator import assert_described
from tests.support.game_cases import ADDED, CASES, Case, a_start


async def test_a_socket_without_a_valid_since_is_sent_the_table_without_news(site: Running) -> None:
    mika = await site.guest()
    table = (await mika.open(bots=["easy", "easy"], begin=True))["table"]
    for query in ("", *(f"?since={odd}" for odd in ("99999", "-1", "x", "9" * 40))):
        async with mika.line(f"{table}{query}") as line:
            assert (await line.first("update"))["news"] == []


async def test_the_next_guest_becomes_host_after_the_host_left_and_a_restart(
    shifts: Shifts,
) -> None:
    async with AsyncExitStack() as people:
        async with shifts.server() as (server, mika):
            ken, ami = [await people.enter_async_context(guest(server.base)) for _ in range(2)]
            made = await mika.open()
            for each in (ken, ami):
                await each.join(table=made["table"], secret=made["invite"])
            await (await mika.connect(made["table"])).accept(type="leave")
            assert "<title>Word Bank</title>" in (await mika.http.get(f"/t/{made['table']}")).text
        async with shifts.server() as (server, _):
            for each in (ken, ami):
                each.base = server.base
            async with ami.line(made["table"]) as heir, ken.line(made["table"]) as late:
                await heir.until(lambda: heir.hello["host"])
                assert (await late.first("hello"))["host"] is False
                await heir.accept(type="begin", fill="easy")
                await late.accept(type="leave")
                # A guest who has left cannot become the host, even with an open page.
                await heir.accept(type="leave")
                assert heir.lobby["host"] == 2
            async with ken.line(made["table"]) as back:
                await back.until(lambda: back.hello["host"])
                await back.accept(type="end")


@pytest.mark.parametrize("room", CASES, ids=str)
async def test_a_game_is_played_over_a_socket_and_told_at_its_end(
    quick_site: Running, room: Case
) -> None:
    game, sitting = room.game, a_start(room)
    async with guest(quick_site.base) as mika:
        order = {"game": game.name, "seats": sitting.seats, "begin": True}
        made = await mika.open(**order, bots=["easy"] * (sitting.seats - 1))
        async with mika.line(made["table"], since=0) as line:
            await line.say(type="hasten", hasten=True)
            await line.say(type="choose", options={})
            await line.ws.send('{"type": "ping"}')
            await line.first("pong")
            await play_on(line, 0, Rng(sitting.seed), game=game)
            await line.until(lambda: line.lobby["status"] == "over")
            # Games outside the package are not in the document.
            for message in () if room in ADDED else (*line.said, *line.messages):
                assert_described(message, game)
        played = loads((await transcript(mika, made["table"])).encode())
        states = list(replay(game, played))
    assert played.header.game == game.name
    assert game.outcome(states[-1]) is not None


async def transcript(someone: Guest, table: str) -> str:
    answer = await someone.http.get(f"/api/tables/{table}/transcript")
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_every_game_is_offered_with_its_guides_and_rules_in_both_languages(
    site: Running,
) -> None:
    mika = await site.guest()
    offers = (await mika.http.get("/api/games")).json()
    assert [offer["name"] for offer in offers] == [room.game.name for room in CASES]
    for offer, room in zip(offers, CASES, strict=True):
        assert list(offer["guides"]) == list(room.game.extras.guides)
        assert all(title.keys() == {"en", "ja"} for title in offer["guides"].values())
    for room in CASES:
        for lang in LANGUAGES:
            book = await mika.http.get(f"/api/rules/{room.game.name}", params={"lang": lang})
            written, sent = read_rulebook(room.folder, lang), book.json()
            assert [rule["id"] for rule in sent["rules"]] == [each.id for each in written.rules]
            assert sent["introduction"] == written.introduction != ""
            firsts = [chapter["first"] for chapter in sent["chapters"]]
            assert firsts == [each.first for each in written.chapters]


# --- daily deals

NOW = 1_795_521_600_000
"""Noon UTC on 2026-11-24."""
BANK = GAMES["word-bank"]
DEALT = [name for name, game in GAMES.items() if game.extras.daily is not None]
AT_NOON = Sources(now=lambda: NOW, pause_ms=(0, 0), aside_ms=(0, 0))


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


async def test_the_deals_of_today_and_of_earlier_days_are_listed_and_unknown_ones_refused(
    serve: Serve,
) -> None:
    mika = await (await serve(sources=AT_NOON)).guest()
    today = (await mika.http.get("/api/daily")).json()
    days = {name: today[name] for name in ("day", "today", "first")}
    assert days == {"day": "2026-11-24", "today": "2026-11-24", "first": "2026-01-01"}
    assert [deal["game"] for deal in today["deals"]] == DEALT
    assert {deal["goal"].keys() == {"en", "ja"} for deal in today["deals"]} == {True}
    before = (await mika.http.get("/api/daily", params={"day": "2026-11-23"})).json()
    assert (before["day"], before["today"]) == ("2026-11-23", "2026-11-24")
    line = await mika.connect((await begin(mika, "quiddler", "2026-11-23")).json()["table"])
    assert (await line.first("lobby"))["daily"] == "2026-11-23"
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


async def test_only_a_finished_deal_has_a_result(serve: Serve) -> None:
    mika = await (await serve(sources=AT_NOON)).guest()

    async def refusal(table: str) -> str:
        return str((await mika.http.get(f"/api/tables/{table}/daily")).json()["text"])

    line = await mika.connect((await begin(mika, "quiddler")).json()["table"])
    assert await refusal(line.table) == "The game is not over."
    await line.accept(type="end")
    assert "no result" in await refusal(line.table)
    await line.accept(type="again")
    rematch = await mika.connect(await line.until(lambda: line.lobby["next"]))
    assert (await rematch.first("lobby"))["daily"] is None
    await rematch.first("update")
    await rematch.act({"type": "stop"})
    assert await refusal(rematch.table) == "This game was not a daily deal."


async def test_other_tables_are_dealt_at_random(serve: Serve) -> None:
    site = await serve(sources=AT_NOON)
    deal = deal_of(GAMES["quiddler"], date(2026, 11, 24))
    options = deal.table().options
    decks = {msgspec.json.encode(deal.chance(GAMES["quiddler"].setup(options, 1)))}
    for _ in range(2):
        (line,) = await site.seat(1, game="quiddler", options=to_json(options))
        _, made = await entries(site, line.table)
        decks |= {entry.action for entry in made if entry.seat == CHANCE}
    assert len(decks) == 3
