"""Tables that begin with a recorded game, either loaded from a file or continued from a step."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.core import Rng
from chabudai.core.steps import settled_states
from chabudai.core.transcript import Entry, Header, Transcript, dumps, loads, replay
from chabudai.games import GAMES
from chabudai.server.limits import FILE_BYTES
from tests.server.support import Guest, Running, entries, play_on
from tests.support.game_cases import CASES, Case

GOLDEN = Path("src/chabudai/games/kakapo/golden")
SHORT = (GOLDEN / "all-2-give-up.jsonl").read_bytes()
MISSION = (GOLDEN / "the-last-round-is-over-2.jsonl").read_bytes()


def shortest_game(room: Case) -> Transcript:
    files = sorted((room.folder / "golden").glob("*.jsonl"), key=lambda each: each.stat().st_size)
    games = (loads(file.read_bytes()) for file in files)
    return next(game for game in games if room.game.outcome((*replay(room.game, game),)[-1]))


def to_json(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


async def upload(who: Guest, text: bytes) -> str:
    answer = await who.http.post("/api/transcripts", content=text)
    assert answer.status_code == 200, answer.text
    assert answer.json()["seat"] is None
    table: str = answer.json()["table"]
    return table


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
    assert loads((await mika.http.get(f"{path}/transcript")).content).entries == transcript.entries
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
    whole = loads((await mika.http.get(f"/api/tables/{made['table']}/transcript")).content)
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
    text = (await line.who.http.get(f"/api/tables/{line.table}/transcript")).content
    assert loads(text).header.names == ("Mika", was[1]["name"], "Ken")


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
"""Map the reason for each refusal to the file's content."""


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
