"""Tables that begin with a recorded game: one of a file, and one that goes on from a step."""

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
from tests.support.every_room import ROOMS, Room

GOLDEN = Path("src/chabudai/games/kakapo/golden")
SHORT = (GOLDEN / "all-2-give-up.jsonl").read_bytes()
MISSION = (GOLDEN / "the-last-round-is-over-2.jsonl").read_bytes()


def golden(room: Room) -> Path:
    """A recorded game of a room that is over, a short one."""
    files = sorted((room.folder / "golden").glob("*.jsonl"), key=lambda each: each.stat().st_size)
    return next(file for file in files if is_over(room, loads(file.read_bytes())))


def is_over(room: Room, transcript: Transcript) -> bool:
    return room.game.outcome(tuple(replay(room.game, transcript))[-1]) is not None


def plain(value: object) -> Any:
    """A value as it comes out of JSON."""
    return json.loads(msgspec.json.encode(value))


async def opened(who: Guest, text: bytes) -> str:
    """The table at which the game of a file is seen."""
    answer = await who.http.post("/api/transcripts", content=text)
    assert answer.status_code == 200, answer.text
    assert answer.json()["seat"] is None
    table: str = answer.json()["table"]
    return table


async def go_on(who: Guest, table: str, step: int, seat: int = 0, **more: Any) -> Any:
    order = {"step": step, "seat": seat, "name": "Mika", **more}
    return await who.http.post(f"/api/tables/{table}/play-on", json=order)


@pytest.mark.parametrize("room", ROOMS, ids=repr)
async def test_a_file_of_a_game_is_seen_again_as_if_it_had_been_played_here(
    quick_site: Running, room: Room
) -> None:
    text = golden(room).read_bytes()
    transcript = loads(text)
    settled = tuple(settled_states(room.game, transcript))
    seat = transcript.header.seats - 1
    mika = await quick_site.guest()
    table = await opened(mika, text)
    path = f"/api/tables/{table}"
    shown = (await mika.http.get(f"{path}/steps", params={"seat": seat})).json()
    assert shown["of"] == len(settled)
    last = plain(room.game.view(settled[-1][0], seat))
    assert shown["steps"][-1]["view"] == last
    again = loads((await mika.http.get(f"{path}/transcript")).content)
    assert again.entries == transcript.entries
    line = await mika.connect(table)
    lobby = await line.first("lobby")
    assert (lobby["status"], lobby["code"]) == ("over", None)
    assert (await line.first("hello"))["seat"] is None


@pytest.mark.parametrize("room", ROOMS, ids=repr)
async def test_a_game_goes_on_from_a_step_with_bots(quick_site: Running, room: Room) -> None:
    game, transcript = room.game, loads(golden(room).read_bytes())
    settled = tuple(settled_states(game, transcript))
    seat, step = transcript.header.seats - 1, max(0, len(settled) - 4)
    mika = await quick_site.guest()
    table = await opened(mika, dumps(transcript))
    answer = await go_on(mika, table, step, seat, level=next(iter(game.bots)))
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert (made["seat"], made["table"] == table) == (seat, False)
    async with mika.line(made["table"], since=1) as line:
        update = await line.first("update")
        # What is told of the moves before is what this seat heard of them.
        heard = [event for told in update["news"] for event in told["events"]]
        told = plain(
            [
                event
                for _, news in settled[: step + 1]
                for each in news
                if (event := each.heard_by(seat)) is not None
            ]
        )
        assert heard[: len(told)] == told
        lobby = await line.first("lobby")
        kinds = ["guest" if each == seat else "bot" for each in range(len(lobby["chairs"]))]
        assert [chair["kind"] for chair in lobby["chairs"]] == kinds
        await line.say(type="hasten", hasten=True)
        await play_on(line, seat, Rng(1), game=game)
    stored, log = await entries(quick_site, made["table"])
    assert [entry.seq for entry in log] == list(range(1, stored.head + 1))
    text = (await mika.http.get(f"/api/tables/{made['table']}/transcript")).content
    whole = loads(text)
    states = tuple(replay(game, whole))
    assert states[-1] == stored.state
    assert settled[step][0] in states
    before = next(at for at, state in enumerate(states) if state == settled[step][0])
    assert whole.entries[:before] == transcript.entries[:before]


async def test_who_plays_on_is_shown_the_step_as_their_seat_may_know_it(
    quick_site: Running,
) -> None:
    game = GAMES["kakapo"]
    mika, stranger = await quick_site.guests(2)
    table = await opened(mika, MISSION)
    for seat in (0, 1):
        made = (await go_on(mika, table, 3, seat)).json()
        async with mika.line(made["table"]) as line, stranger.line(made["table"]) as watching:
            shown = await line.first("update")
            seen = await watching.first("update")
            assert (await watching.first("hello"))["seat"] is None
            stored, log = await entries(quick_site, made["table"])
            sitting = stored.sitting
            header = Header(game.name, game.rules, 2, sitting.options)
            moves = tuple(Entry(each.seat, msgspec.Raw(each.action)) for each in log[1:])
            states = tuple(replay(game, Transcript(header, moves)))
            # A bot may have moved by now. Step 1 is the opening of the table.
            for update, eyes in ((shown, seat), (seen, None)):
                known = game.view(states[update["seq"] - 1], eyes)
                assert update["view"] == plain(known)
        for path in ("transcript", "review", "steps"):
            early = await mika.http.get(f"/api/tables/{made['table']}/{path}")
            assert early.json()["code"] == "not-now"
        again = await go_on(mika, made["table"], 1)
        assert again.json()["code"] == "not-now"


async def test_those_who_were_there_hear_nothing_of_it(quick_site: Running) -> None:
    mika, ken = await quick_site.guests(2)
    made = await mika.open(game="kakapo", seats=2)
    await ken.join(table=made["table"], secret=made["invite"])
    hers, his = await mika.connect(made["table"]), await ken.connect(made["table"])
    await hers.say(type="begin")
    early = await go_on(mika, made["table"], 0)
    assert (early.status_code, early.json()["code"]) == (409, "not-now")
    for line in (hers, his):
        dealt = await line.first("update")
        concede = {"type": "concede", "wish": True}
        await line.say(type="act", head=dealt["seq"], action=concede)
    await his.until(lambda: his.lobby["status"] == "over")
    before = len(his.frames)
    answer = await go_on(mika, made["table"], 0, seat=1)
    assert answer.status_code == 200
    await his.say(type="rename", name="Kenji")
    kinds = [message["type"] for message in his.messages[before:]]
    assert set(kinds) <= {"accepted", "lobby", "update"}
    assert kinds.count("update") <= 1
    assert b"next" not in his.frames[-1]
    assert his.lobby["next"] is None
    his_tables = (await ken.http.get("/api/tables")).json()
    assert [each["table"] for each in his_tables] == [made["table"]]
    joined = await ken.join(table=answer.json()["table"], secret=made["invite"])
    assert joined.json()["code"] == "wrong-secret"
    on = await mika.connect(answer.json()["table"])
    chairs = (await on.first("lobby"))["chairs"]
    assert [chair["kind"] for chair in chairs] == ["bot", "guest"]
    assert chairs[0]["name"] != "Mika"


async def test_no_game_goes_on_from_where_it_cannot(site: Running) -> None:
    mika = await site.guest()
    table = await opened(mika, SHORT)
    of = (await mika.http.get(f"/api/tables/{table}/steps")).json()["of"]
    for step in (of - 1, 10**12):
        answer = await go_on(mika, table, step)
        assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
        assert "over" in answer.json()["text"]
    wrong: tuple[dict[str, Any], ...] = ({"seat": 2}, {"seat": -1}, {"level": "godlike"})
    for each in (*wrong, {"step": -1}, {"step": "x"}, {"name": " "}):
        answer = await go_on(mika, table, **{"step": 0, **each})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), each
    assert (await go_on(mika, "nowhere", 0)).status_code == 404


async def test_bots_stay_and_people_are_replaced_by_bots(quick_site: Running) -> None:
    mika, ken = await quick_site.guests(2)
    made = await mika.open(game="word-bank", seats=3, bots=["hard"])
    await ken.join(table=made["table"], secret=made["invite"])
    async with mika.line(made["table"]) as hers:
        await hers.say(type="begin")
        await hers.first("update")
        await hers.say(type="end")
        await hers.until(lambda: hers.lobby["status"] == "over")
        was = hers.lobby["chairs"]
    answer = await go_on(mika, made["table"], 0, seat=0, level="easy")
    async with mika.line(answer.json()["table"]) as line:
        chairs = (await line.first("lobby"))["chairs"]
    assert chairs[1] == was[1]
    assert [chair["level"] for chair in chairs] == [None, "hard", "easy"]
    assert [chair["look"] for chair in chairs] == [chair["look"] for chair in was]
    assert chairs[2]["name"] not in ("Ken", chairs[1]["name"])
    text = (await mika.http.get(f"/api/tables/{made['table']}/transcript")).content
    assert loads(text).header.names == ("Mika", was[1]["name"], "Ken")


async def test_a_file_says_who_played(site: Running) -> None:
    header, *moves = SHORT.splitlines(keepends=True)
    said_first = json.loads(header)
    seating = {"person": 0, "names": ["Aki", "Kuma"], "bots": ["", "easy"], "seed": 1}
    mika = await site.guest()
    for said, names in (
        ({"names": ["\u200b", "N" * 5000]}, ["", "N" * 24]),
        ({"seating": seating}, ["Aki", "Kuma"]),
    ):
        first = json.dumps({**said_first, **said}).encode() + b"\n"
        table = await opened(mika, b"".join((first, *moves)))
        async with mika.line(table) as line:
            chairs = (await line.first("lobby"))["chairs"]
        assert [chair["name"] for chair in chairs] == names


def spoilt() -> dict[str, tuple[str, bytes]]:
    """Files that are not opened, by what they are, each with the reason."""
    whole = MISSION
    lines = whole.splitlines(keepends=True)
    header = json.loads(lines[0])

    def by(**changes: Any) -> bytes:
        return b"".join((json.dumps({**header, **changes}).encode() + b"\n", *lines[1:]))

    return {
        "nothing": ("no-game", b""),
        "a picture": ("no-game", b"\x89PNG\r\n\x1a\n\x00\xff"),
        "another game": ("no-game", by(game="chess")),
        "other rules": ("other-rules", by(rules=header["rules"] + 1)),
        "too many seats": ("broken", by(seats=10**9)),
        "options that are none": ("broken", by(options={"mission": "buddy/99"})),
        "cut between moves": ("cut-short", b"".join(lines[:-1])),
        "cut within a move": ("cut-short", whole[:-20]),
        "a line that is none": ("broken", b"".join((*lines[:5], b"{}\n", *lines[5:]))),
        "a move too many": ("broken", whole + lines[-1]),
        "a move less": ("broken", b"".join((*lines[:5], *lines[6:]))),
        "too large": ("too-large", whole + b" " * FILE_BYTES),
    }


@pytest.mark.parametrize("name", spoilt())
async def test_a_file_that_is_no_whole_game_is_told_so(site: Running, name: str) -> None:
    why, text = spoilt()[name]
    mika = await site.guest()
    answer = await mika.http.post("/api/transcripts", content=text)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert answer.json()["why"] == why
    assert answer.json()["text"].endswith((".", ")"))
