"""Jobs: the studio, reviews and replays, and job processes that die or take too long."""

import json
import signal
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from typing import Any

import httpx
import msgspec
import pytest

from chabudai.core import Extras, Rng
from chabudai.games import GAMES
from chabudai.games.kakapo.components.mission_file import LONGEST
from chabudai.games.kakapo.components.missions import mission_named, write
from chabudai.games.kakapo.review.studio import Opened
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.limits import Rate
from chabudai.server.workers import pool
from tests.server.support import OFTEN, Line, Running, Serve, play_on, sampled

MISSION: dict[str, Any] = msgspec.to_builtins(mission_named("buddy/3"))
REVIEW = {"type": "review", "round": 1}


async def studio(site: Running, document: object, path: str = "kakapo") -> httpx.Response:
    """The studio's answer to a document."""
    return await (await site.guest()).http.post(f"/api/studio/{path}", json=document)


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def finished(site: Running, game: str, **order: Any) -> Line:
    """A socket at a table for two, after a whole game against a bot."""
    (line,) = await site.seat(1, game=game, seats=2, bots=["easy"], **order)
    await line.accept(type="hasten", hasten=True)
    await play_on(line, 0, Rng(1), game=GAMES[game])
    return line


async def test_a_drawn_mission_is_checked_in_another_process(site: Running) -> None:
    answer = await studio(site, MISSION)
    checked = answer.json()["checked"]
    assert (answer.status_code, checked["flaws"], checked["solvable"]) == (200, [], True)
    assert checked["par"] == len(checked["solution"])
    text, kind = json.dumps(MISSION, indent=2), {"content-type": "application/json"}
    again = await (await site.guest()).http.post("/api/studio/kakapo", content=text, headers=kind)
    assert (again.status_code, again.content) == (200, answer.content)


async def test_an_invalid_mission_is_refused(site: Running) -> None:
    documents: tuple[object, ...] = ({}, 3)
    for document in documents:
        answer = await studio(site, document)
        assert problem(answer) == (400, "malformed")
        assert document or "mode" in answer.json()["text"]


async def test_a_missions_file_is_opened_or_its_flaws_are_named(site: Running) -> None:
    for text in (write(mission_named("buddy/3")), ""):
        answer = await studio(site, b64encode(text.encode()).decode(), "kakapo/open")
        assert answer.status_code == 200
        found = msgspec.json.decode(answer.content, type=Opened)
        assert (found.mission is None, bool(found.flaws)) == (not text, not text)
        assert found.mission is None or write(found.mission) == text
    assert problem(await studio(site, "no base", "kakapo/open")) == (400, "malformed")
    data = b64encode(b"#" * LONGEST).decode()
    assert (await studio(site, data, "kakapo/open")).status_code == 200
    assert (await studio(site, data + data, "kakapo/open")).status_code == 413


async def test_only_a_game_with_a_studio_has_one(site: Running) -> None:
    for game in ("word-bank", "chess"):
        assert problem(await studio(site, MISSION, game)) == (400, "malformed")


async def test_a_job_that_takes_too_long_or_dies_is_answered_as_busy(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name, value in ((pool, "TIMEOUT_S", 0.0), (sys, "executable", "/bin/false")):
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, value)
            assert problem(await studio(site, MISSION)) == (503, "busy")
    assert (await studio(site, MISSION)).status_code == 200


def test_an_endless_job_is_ended_by_its_limit_on_processor_time() -> None:
    endless = "from chabudai.server.workers import job\njob.limit_process(1)\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", endless], check=False)
    assert ended.returncode in (-signal.SIGXCPU, -signal.SIGKILL)


async def test_a_game_is_reviewed_when_it_is_over(quick_site: Running) -> None:
    (line,) = await quick_site.seat(1, seats=2, bots=["easy"])
    path = f"/api/tables/{line.table}/"
    http = line.who.http
    assert (await http.get("/api/tables/nowhere/review")).status_code == 404
    for early in ("review", "report", "steps", "steps/0.svg", "end.svg"):
        assert (await http.get(path + early)).json()["code"] == "not-now"
    await line.accept(type="hasten", hasten=True)
    await play_on(line, 0, Rng(1))
    mine, bots = (await http.get(path + "review")).json()["accounts"]
    assert mine["margin"] == -bots["margin"]
    assert mine["vocabulary"] + mine["decisions"] + mine["luck"] == mine["margin"]
    seats = (await http.get(path + "report")).json()["seats"]
    assert sum(part["worth"] for part in seats[0]["parts"]) == mine["margin"]


async def test_a_finished_game_is_shown_and_drawn_step_by_step_for_any_seat(
    quick_site: Running,
) -> None:
    line = await finished(quick_site, "quiddler")
    mine, stranger = line.who.http, (await quick_site.guest()).http
    path = f"/api/tables/{line.table}/steps"
    whole = (await mine.get(path, params={"seat": 0, "from": 1})).json()
    (end,) = (await mine.get(path, params={"seat": 0, "from": whole["of"] - 1})).json()["steps"]
    assert end["view"] == line.update["view"]
    assert (end["to_act"], end["events"][-1]["type"]) == ([], "ended")
    watched = (await stranger.get(path)).json()["steps"][0]["view"]["hands"]
    assert all(isinstance(hand, int) for hand in watched)
    first = await mine.get(f"{path}/0.svg", params={"seat": 0, "lang": "ja"})
    assert first.headers["content-type"] == "image/svg+xml", first.text
    assert first.headers["content-disposition"].endswith('filename="quiddler-step-0.svg"')
    assert "たぬき" in first.text
    assert "chabudai-card-back" in first.text
    assert (await stranger.get(f"{path}/0.svg")).text != first.text
    end_svg = f"/api/tables/{line.table}/end.svg"
    assert "@keyframes" in (await stranger.get(end_svg)).text
    for wrong, sentence in (
        (f"{path}?seat=2", "seat must be a whole number."),
        (f"{path}?seat=-1", "seat must be a whole number."),
        (f"{path}?from=x", "from must be a whole number."),
        (f"{path}?from={'9' * 30}", "from must be a whole number."),
        (f"{path}/99999.svg", "This game has no step 99999; its last is "),
        (f"{path}/x.svg", "A step is a number, counted from 0."),
        (f"{path}/0.svg?seat=2", "seat must be a whole number."),
        (f"{end_svg}?lang=fr", "There is no such language."),
    ):
        answer = await mine.get(wrong)
        assert problem(answer) == (400, "malformed")
        assert answer.json()["text"].startswith(sentence)


async def test_a_game_without_a_review_says_so(
    quick_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = replace(GAMES["quiddler"], extras=Extras())
    monkeypatch.setitem(GAMES.imported, game.name, game)
    line = await finished(quick_site, game.name)
    answer = await line.who.http.get(f"/api/tables/{line.table}/review")
    assert problem(answer) == (400, "malformed")


async def test_a_slow_question_is_answered_by_a_job_like_by_the_game_and_counted_by_seat(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = await serve(limits=replace(OFTEN, jobs=Rate(2, 1000.0)))
    game, rng = GAMES["word-porters"], Rng(1)
    (line,) = await site.seat(1, game=game.name, seats=3, bots=["easy", "easy"])
    await line.accept(type="hasten", hasten=True)
    while (update := await line.turn(0)) and not update["view"]["rounds"]:
        await line.move(sampled(update, 0, rng, game))
    answer = await line.say(type="ask", question=REVIEW)
    assert answer["answer"]["hints"]
    view = msgspec.convert(line.update["view"], game.views)
    known = game.ask(view, 0, msgspec.convert(REVIEW, game.questions))
    assert msgspec.json.encode(protocol.Answered(answer["id"], raw(known))) in line.frames
    with monkeypatch.context() as patched:
        patched.setattr(pool, "TIMEOUT_S", 0.0)
        assert await line.refuse(type="ask", question=REVIEW) == "busy"
    assert await line.refuse(type="ask", question=REVIEW) == "too-fast"
    assert (await line.who.http.post("/api/studio/kakapo", json=MISSION)).status_code == 200


async def test_a_game_that_the_host_has_ended_has_a_replay_and_no_review(
    quick_site: Running,
) -> None:
    (line,) = await quick_site.seat(1, game="kakapo", seats=2, bots=["easy"])
    await line.accept(type="end")
    await line.until(lambda: line.lobby["ended"])
    await line.until(lambda: line.update["to_act"] == [] and line.update["legal"] == [])
    path, http = f"/api/tables/{line.table}", line.who.http
    assert (await http.get(f"{path}/transcript")).status_code == 200
    replay = (await http.get(f"{path}/steps", params={"seat": 0})).json()
    last = replay["steps"][-1]
    assert (len(replay["steps"]), last["view"]) == (replay["of"], line.update["view"])
    assert last["to_act"], "the game has no end"
    assert (await http.get(f"{path}/end.svg")).status_code == 200
    order = {"step": replay["of"] - 1, "seat": 0, "name": "Mika"}
    assert (await http.post(f"{path}/play-on", json=order)).status_code == 200
    for job in ("review", "report"):
        assert (await http.get(f"{path}/{job}")).json()["code"] == "not-now"
