"""Guests at tables over real sockets: whole games, daily deals, and recorded games."""

import json
from contextlib import AsyncExitStack
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.deal import check_deal, deal_of, result_of
from chabudai.core.steps import settled_states
from chabudai.core.transcript import Entry, Header, Transcript, dumps, loads, replay, replayed
from chabudai.games import GAMES
from chabudai.server.limits import FILE_BYTES
from chabudai.server.sources import Sources
from tests.server.clock import Shifts
from tests.server.support import OFTEN, Guest, Running, Serve, entries, guest, play_on
from tests.support.asyncapi_validator import assert_described
from tests.support.game_cases import ADDED, CASES, Case, a_start


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
async def test_a_game_is_played_over_a_socket_and_reported_at_its_end(
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
        played = await recorded(mika, made["table"])
        states = list(replay(game, played))
    assert played.header.game == game.name
    assert game.outcome(states[-1]) is not None


async def recorded(someone: Guest, table: str) -> Transcript:
    answer = await someone.http.get(f"/api/tables/{table}/transcript")
    assert answer.status_code == 200, answer.text
    return loads(answer.content)


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
    compared = await who.http.get(f"/api/tables/{line.table}/daily")
    return await recorded(who, line.table), compared.json()


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


async def test_a_deals_seats_cannot_change_and_only_a_finished_deal_has_a_result(
    serve: Serve,
) -> None:
    async def refusal(table: str) -> str:
        return str((await mika.http.get(f"/api/tables/{table}/daily")).json()["text"])

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
    assert await refusal(line.table) == "The game is not over."
    await line.accept(type="end")
    assert "no result" in await refusal(line.table)
    await line.accept(type="again")
    rematch = await mika.connect(await line.until(lambda: line.lobby["next"]))
    assert (await rematch.first("lobby"))["daily"] is None
    await rematch.first("update")
    await rematch.accept(type="end")
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


GOLDEN = Path("src/chabudai/games/kakapo/golden")
SHORT = (GOLDEN / "all-2-give-up.jsonl").read_bytes()
MISSION = (GOLDEN / "the-last-round-is-over-2.jsonl").read_bytes()


def shortest_game(room: Case) -> Transcript:
    files = sorted((room.folder / "golden").glob("*.jsonl"), key=lambda each: each.stat().st_size)
    games = (loads(file.read_bytes()) for file in files)
    return next(game for game in games if room.game.outcome((*replay(room.game, game),)[-1]))


async def upload(who: Guest, text: bytes) -> str:
    answer = await who.http.post("/api/transcripts", content=text)
    assert answer.status_code == 200, answer.text
    assert answer.json()["seat"] is None
    return str(answer.json()["table"])


async def continue_from(who: Guest, table: str, step: object, seat: int = 0, **more: Any) -> Any:
    order = {"step": step, "seat": seat, "name": "Mika", **more}
    return await who.http.post(f"/api/tables/{table}/play-on", json=order)


@pytest.mark.parametrize("room", CASES, ids=repr)
async def test_a_game_of_a_file_is_shown_and_continues_from_a_step_with_bots(
    quick_site: Running, room: Case
) -> None:
    game, transcript = room.game, shortest_game(room)
    settled = tuple(settled_states(game, transcript))
    seat, step = transcript.header.seats - 1, max(0, len(settled) - 4)
    mika = await quick_site.guest()
    table = await upload(mika, dumps(transcript))
    path = f"/api/tables/{table}"
    shown = (await mika.http.get(f"{path}/steps", params={"seat": seat})).json()
    assert shown["of"] == len(settled)
    assert shown["steps"][-1]["view"] == to_json(game.view(settled[-1][0], seat))
    assert (await recorded(mika, table)).entries == transcript.entries
    line = await mika.connect(table)
    lobby = await line.first("lobby")
    assert (lobby["status"], lobby["code"]) == ("over", None)
    assert (await line.first("hello"))["seat"] is None

    answer = await continue_from(mika, table, step, seat, level=next(iter(game.bots)))
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert (made["seat"], made["table"] == table) == (seat, False)
    line = await mika.connect(made["table"], since=1)
    await line.first("update")
    # The earlier moves are reported as this seat knew them.
    news = [each for _, news in settled[: step + 1] for each in news]
    heard = to_json([event for each in news if (event := each.heard_by(seat)) is not None])
    assert line.events[: len(heard)] == heard
    kinds = [chair["kind"] for chair in (await line.first("lobby"))["chairs"]]
    assert kinds == ["guest" if each == seat else "bot" for each in range(len(kinds))]
    await line.say(type="hasten", hasten=True)
    await play_on(line, seat, Rng(1), game=game)
    stored, log = await entries(quick_site, made["table"])
    assert [entry.seq for entry in log] == list(range(1, stored.head + 1))
    whole = await recorded(mika, made["table"])
    states = tuple(replay(game, whole))
    assert states[-1] == stored.state
    before = states.index(settled[step][0])
    assert whole.entries[:before] == transcript.entries[:before]


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_continued_game_shows_each_reader_only_visible_facts(
    quick_site: Running, seat: int
) -> None:
    game = GAMES["kakapo"]
    mika, stranger = await quick_site.guests(2)
    made = (await continue_from(mika, await upload(mika, MISSION), 3, seat)).json()
    line, watching = [await each.connect(made["table"]) for each in (mika, stranger)]
    updates = [
        (await each.first("update"), eyes) for each, eyes in ((line, seat), (watching, None))
    ]
    assert (await watching.first("hello"))["seat"] is None
    stored, log = await entries(quick_site, made["table"])
    header = Header(game.name, game.rules, 2, stored.sitting.options)
    moves = tuple(Entry(each.seat, msgspec.Raw(each.action)) for each in log[1:])
    states = tuple(replay(game, Transcript(header, moves)))
    # A bot may have moved by now. Step 1 is the opening of the table.
    for update, eyes in updates:
        assert update["view"] == to_json(game.view(states[update["seq"] - 1], eyes))
    for path in ("transcript", "review", "steps"):
        early = await mika.http.get(f"/api/tables/{made['table']}/{path}")
        assert early.json()["code"] == "not-now"
    assert (await continue_from(mika, made["table"], 1)).json()["code"] == "not-now"


async def test_other_players_are_not_notified_of_a_continued_game(quick_site: Running) -> None:
    hers, his = lines = await quick_site.seat(2, game="kakapo")
    mika, ken = hers.who, his.who
    early = await continue_from(mika, hers.table, 0)
    assert (early.status_code, early.json()["code"]) == (409, "not-now")
    for line in lines:
        await line.act({"type": "concede", "wish": True})
    await his.until(lambda: his.lobby["status"] == "over")
    before = len(his.frames)
    answer = await continue_from(mika, hers.table, 0, seat=1)
    assert answer.status_code == 200
    await his.say(type="rename", name="Kenji")
    kinds = [message["type"] for message in his.messages[before:]]
    assert set(kinds) <= {"accepted", "lobby", "update"}
    assert kinds.count("update") <= 1
    assert b"next" not in his.frames[-1]
    assert his.lobby["next"] is None
    assert [each["table"] for each in (await ken.http.get("/api/tables")).json()] == [hers.table]
    joined = await ken.join(table=answer.json()["table"], secret=hers.invite)
    assert joined.json()["code"] == "wrong-secret"
    chairs = (await (await mika.connect(answer.json()["table"])).first("lobby"))["chairs"]
    assert [chair["kind"] for chair in chairs] == ["bot", "guest"]
    assert chairs[0]["name"] != "Mika"


async def test_a_game_continues_only_from_a_step_before_its_end(site: Running) -> None:
    mika = await site.guest()
    table = await upload(mika, SHORT)
    for step in ((await mika.http.get(f"/api/tables/{table}/steps")).json()["of"] - 1, 10**12):
        answer = await continue_from(mika, table, step)
        assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
        assert "over" in answer.json()["text"]
    wrong: tuple[dict[str, Any], ...] = ({"seat": 2}, {"seat": -1}, {"level": "godlike"})
    for each in (*wrong, {"step": -1}, {"step": "x"}, {"name": " "}):
        answer = await continue_from(mika, table, **{"step": 0, **each})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), each
    assert (await continue_from(mika, "nowhere", 0)).status_code == 404


async def test_bots_stay_and_people_are_replaced_by_bots(quick_site: Running) -> None:
    line, _ = await quick_site.seat(2, seats=3, bots=["hard"])
    await line.accept(type="end")
    await line.until(lambda: line.lobby["status"] == "over")
    was = line.lobby["chairs"]
    answer = await continue_from(line.who, line.table, 0, level="easy")
    chairs = (await (await line.who.connect(answer.json()["table"])).first("lobby"))["chairs"]
    assert chairs[1] == was[1]
    assert [chair["level"] for chair in chairs] == [None, "hard", "easy"]
    assert [chair["look"] for chair in chairs] == [chair["look"] for chair in was]
    assert chairs[2]["name"] not in ("Ken", chairs[1]["name"])
    header = (await recorded(line.who, line.table)).header
    assert header.names == ("Mika", was[1]["name"], "Ken")


def edit(text: bytes, **changes: Any) -> bytes:
    header, *moves = text.splitlines(keepends=True)
    return b"".join((json.dumps({**json.loads(header), **changes}).encode() + b"\n", *moves))


LINES = MISSION.splitlines(keepends=True)
INVALID = {
    "nothing": ("no-game", b""),
    "another game": ("no-game", edit(MISSION, game="chess")),
    "a newer format": ("newer", edit(MISSION, format=2)),
    "other rules": ("other-rules", edit(MISSION, rules=json.loads(LINES[0])["rules"] + 1)),
    "invalid options": ("broken", edit(MISSION, options={"mission": "buddy/99"})),
    "cut between moves": ("cut-short", b"".join(LINES[:-1])),
    "cut within a move": ("cut-short", MISSION[:-20]),
    "an invalid line": ("broken", b"".join((*LINES[:5], b"{}\n", *LINES[5:]))),
    "a move too many": ("broken", MISSION + LINES[-1]),
    "too large": ("too-large", MISSION + b" " * FILE_BYTES),
}


async def test_a_file_that_is_not_a_whole_game_is_refused_with_the_reason_and_names_are_shown(
    site: Running,
) -> None:
    mika = await site.guest()
    for name, (why, text) in INVALID.items():
        answer = await mika.http.post("/api/transcripts", content=text)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), name
        assert answer.json()["why"] == why, name
        assert answer.json()["text"].endswith((".", ")"))
    seating = {"person": 0, "names": ["Aki", "Kuma"], "bots": ["", "easy"], "seed": 1}
    for text, names in (
        (edit(SHORT, names=["\u200b", "N" * 5000]), ["", "N" * 24]),
        (edit(SHORT, seating=seating), ["Aki", "Kuma"]),
    ):
        line = await mika.connect(await upload(mika, text))
        assert [chair["name"] for chair in (await line.first("lobby"))["chairs"]] == names
