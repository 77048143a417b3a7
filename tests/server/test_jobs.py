"""Jobs: the studio, reviews, and a job's process that dies or takes too long."""

import json
import signal
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.core import AnyGame, Extras, Rng
from chabudai.games import GAMES
from chabudai.games.kakapo.components.mission_file import LONGEST
from chabudai.games.kakapo.components.missions import mission_named, write
from chabudai.games.kakapo.review.studio import Opened
from chabudai.server import protocol
from chabudai.server.encoding import raw
from chabudai.server.limits import Limits, Rate
from chabudai.server.settings import Settings
from chabudai.server.workers import job, pool
from chabudai.server.workers.job import JobRequest
from tests.server.support import Line, Running, guest, play_on, running

CONCEDE = {"type": "concede", "wish": True}
MISSION: dict[str, Any] = msgspec.to_builtins(mission_named("buddy/3"))


async def test_a_drawn_mission_is_checked_in_another_process(site: Running) -> None:
    async with guest(site.base) as mika:
        answer = await mika.http.post("/api/studio/kakapo", json=MISSION)
        checked = answer.json()["checked"]
        assert (answer.status_code, checked["flaws"], checked["solvable"]) == (200, [], True)
        assert checked["par"] == len(checked["solution"])


async def test_a_document_may_be_sent_in_several_lines(site: Running) -> None:
    async with guest(site.base) as mika:
        text = json.dumps(MISSION, indent=2)
        kind = {"content-type": "application/json"}
        answer = await mika.http.post("/api/studio/kakapo", content=text, headers=kind)
        assert answer.status_code == 200
        assert answer.content == (await mika.http.post("/api/studio/kakapo", json=MISSION)).content


async def test_a_document_that_is_no_mission_is_refused(site: Running) -> None:
    async with guest(site.base) as mika:
        documents: tuple[object, ...] = ({}, {**MISSION, "required": 0}, [], 3)
        for document in documents:
            answer = await mika.http.post("/api/studio/kakapo", json=document)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert "mode" in (await mika.http.post("/api/studio/kakapo", json={})).json()["text"]


async def test_a_missions_file_is_opened_or_told_what_is_wrong_with_it(site: Running) -> None:
    async with guest(site.base) as mika:
        for text in (write(mission_named("buddy/3")), ""):
            data = b64encode(text.encode()).decode()
            answer = await mika.http.post("/api/studio/kakapo/open", json=data)
            assert answer.status_code == 200
            found = msgspec.json.decode(answer.content, type=Opened)
            assert (found.mission is None, bool(found.flaws)) == (not text, not text)
            assert found.mission is None or write(found.mission) == text
        documents: tuple[object, ...] = ("no base", 3, {})
        for document in documents:
            answer = await mika.http.post("/api/studio/kakapo/open", json=document)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        data = b64encode(b"#" * LONGEST).decode()
        assert (await mika.http.post("/api/studio/kakapo/open", json=data)).status_code == 200
        answer = await mika.http.post("/api/studio/kakapo/open", json=data + data)
        assert answer.status_code == 413


async def test_a_game_without_a_studio_has_none(site: Running) -> None:
    async with guest(site.base) as mika:
        for game in ("word-bank", "chess"):
            answer = await mika.http.post(f"/api/studio/{game}", json=MISSION)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        for path in ("/studio", "/studio/kakapo"):
            page = await mika.http.get(path)
            assert page.status_code == 200
            assert '<div id="app">' in page.text


async def test_who_asks_too_often_has_to_wait(tmp_path: Path, static: Path) -> None:
    limits = Limits(jobs=Rate(1, 3600.0))
    settings = Settings(db=f"{tmp_path}/tables.db", static=static, limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        assert (await mika.http.post("/api/studio/kakapo", json=MISSION)).status_code == 200
        assert (await mika.http.post("/api/studio/kakapo", json=MISSION)).status_code == 429


async def test_a_job_that_takes_too_long_is_ended(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "TIMEOUT_S", 0.0)
    async with guest(site.base) as mika:
        answer = await mika.http.post("/api/studio/kakapo", json=MISSION)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_a_job_that_runs_on_and_on_is_ended_by_the_processor_time_it_took() -> None:
    endless = "from chabudai.server.workers import job\njob.limit_process(1)\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", endless], check=False)
    assert ended.returncode in (-signal.SIGXCPU, -signal.SIGKILL)


async def test_a_job_whose_process_dies_is_said_to_be_busy(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guest(site.base) as mika:
        with monkeypatch.context() as patched:
            patched.setattr(sys, "executable", "/bin/false")
            answer = await mika.http.post("/api/studio/kakapo", json=MISSION)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert (await mika.http.post("/api/studio/kakapo", json=MISSION)).status_code == 200


async def test_a_game_is_reviewed_when_it_is_over(site: Running) -> None:
    async with guest(site.base) as mika, guest(site.base) as ken:
        made = await mika.open(game="kakapo", seats=2)
        await ken.join(table=made["table"], secret=made["invite"])
        path = f"/api/tables/{made['table']}/review"
        assert (await mika.http.get(path)).json()["code"] == "not-now"
        async with mika.line(made["table"]) as hers, ken.line(made["table"]) as his:
            await hers.say(type="begin")
            for line in (hers, his):
                dealt = await line.first("update")
                await line.say(type="act", head=dealt["seq"], action=CONCEDE)
        assert (await mika.http.get(path)).json()["winnable"] == [True]


async def test_a_game_of_word_bank_is_reviewed_and_a_table_that_is_not_there_is_not(
    quick_site: Running,
) -> None:
    async with guest(quick_site.base) as mika:
        assert (await mika.http.get("/api/tables/nowhere/review")).status_code == 404
        made = await mika.open(game="word-bank", seats=2, bots=["easy"], begin=True)
        path = f"/api/tables/{made['table']}/review"
        for early in (path, path.replace("review", "report")):
            assert (await mika.http.get(early)).json()["code"] == "not-now"
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            await play_on(line, 0, Rng(1))
        mine, bots = (await mika.http.get(path)).json()["accounts"]
        assert mine["margin"] == -bots["margin"]
        assert mine["vocabulary"] + mine["decisions"] + mine["luck"] == mine["margin"]
        told = (await mika.http.get(path.replace("review", "report"))).json()["seats"]
        assert sum(part["worth"] for part in told[0]["parts"]) == mine["margin"]


async def test_a_finished_game_is_shown_step_by_step_through_any_eyes(quick_site: Running) -> None:
    async with guest(quick_site.base) as mika, guest(quick_site.base) as stranger:
        made = await mika.open(game="quiddler", seats=2, bots=["easy"], begin=True)
        path = f"/api/tables/{made['table']}/steps"
        assert (await mika.http.get(path)).json()["code"] == "not-now"
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            await play_on(line, 0, Rng(1), game=GAMES["quiddler"])
            update = line.last("update") or {}
        whole = (await mika.http.get(path, params={"seat": 0, "from": 1})).json()
        last = (await mika.http.get(path, params={"seat": 0, "from": whole["of"] - 1})).json()
        (end,) = last["steps"]
        assert end["view"] == update["view"]
        assert (end["to_act"], end["events"][-1]["type"]) == ([], "ended")
        watched = (await stranger.http.get(path)).json()["steps"][0]["view"]["hands"]
        assert all(isinstance(hand, int) for hand in watched)
        for wrong in ({"seat": "2"}, {"seat": "-1"}, {"from": "x"}, {"from": "9" * 30}):
            answer = await mika.http.get(path, params=wrong)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_finished_game_is_drawn_and_one_that_goes_on_is_not(quick_site: Running) -> None:
    async with guest(quick_site.base) as mika, guest(quick_site.base) as stranger:
        made = await mika.open(game="quiddler", seats=2, bots=["easy"], begin=True)
        path = f"/api/tables/{made['table']}"
        for drawing in ("steps/0.svg", "end.svg"):
            assert (await mika.http.get(f"{path}/{drawing}")).json()["code"] == "not-now"
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            await play_on(line, 0, Rng(1), game=GAMES["quiddler"])
        first = await mika.http.get(f"{path}/steps/0.svg", params={"seat": 0, "lang": "ja"})
        assert first.headers["content-type"] == "image/svg+xml", first.text
        assert first.headers["content-disposition"].endswith('filename="quiddler-step-0.svg"')
        assert "たぬき" in first.text
        assert "chabudai-card-back" in first.text
        watched = await stranger.http.get(f"{path}/steps/0.svg")
        assert watched.text != first.text
        assert "@keyframes" in (await stranger.http.get(f"{path}/end.svg")).text
        for wrong, sentence in (
            ("steps/99999.svg", "This game has no step 99999; its last is "),
            ("steps/x.svg", "A step is a number, counted from 0."),
            ("steps/0.svg?seat=2", "There is no such number: seat."),
            ("end.svg?lang=fr", "There is no such language."),
        ):
            answer = await mika.http.get(f"{path}/{wrong}")
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
            assert answer.json()["text"].startswith(sentence)


async def test_a_game_without_a_review_says_so(
    quick_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = replace(GAMES["quiddler"], extras=Extras())
    monkeypatch.setitem(GAMES.imported, game.name, game)
    async with guest(quick_site.base) as mika:
        made = await mika.open(game=game.name, seats=2, bots=["hard"], begin=True)
        async with mika.line(made["table"]) as line:
            await line.say(type="hasten", hasten=True)
            await play_on(line, 0, Rng(1), game=game)
        answer = await mika.http.get(f"/api/tables/{made['table']}/review")
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_job_worker_reads_a_line_and_writes_one() -> None:
    request = JobRequest("kakapo", "studio", msgspec.Raw(msgspec.json.encode(MISSION)))
    answer = msgspec.json.decode(job.run(request), type=job.JobResult)
    assert answer.unreadable is None
    assert b'"solvable":true' in bytes(answer.result)


async def play_a_round(line: Line, game: AnyGame) -> None:
    """Seat 0 plays at random until a round is over."""
    rng = Rng(1)
    await line.say(type="hasten", hasten=True)
    while (update := await line.turn(0)) and not update["view"]["rounds"]:
        view = msgspec.convert(update["view"], game.views)
        action = msgspec.to_builtins(game.sample(view, 0, rng))
        await line.at((await line.say(type="act", head=update["seq"], action=action))["seq"])


async def test_reviews_at_a_table_are_counted_by_seat_and_not_by_address(tmp_path: Path) -> None:
    game = GAMES["word-porters"]
    review = {"type": "review", "round": 1}
    limits = Limits(jobs=Rate(1, 1000.0), frames=Rate(1000, 0.001))
    settings = Settings(db=str(tmp_path / "tables.db"), limits=limits)
    async with running(settings) as site, guest(site.base) as mika:
        made = await mika.open(game=game.name, seats=3, bots=["easy", "easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await play_a_round(line, game)
            assert (await line.say(type="ask", question=review))["answer"]["hints"]
            answer = await mika.http.post("/api/studio/kakapo", json=MISSION)
            assert answer.status_code == 200
            assert (await line.say(type="ask", question=review))["code"] == "too-fast"


async def test_a_question_that_may_take_long_is_answered_by_a_job_as_by_the_game(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["word-porters"]
    review = {"type": "review", "round": 1}
    async with guest(site.base) as mika:
        made = await mika.open(game=game.name, seats=3, bots=["easy", "easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await play_a_round(line, game)
            answer = await line.say(type="ask", question=review)
            latest = line.last("update")
            assert latest is not None
            view = msgspec.convert(latest["view"], game.views)
            known = game.ask(view, 0, msgspec.convert(review, game.questions))
            frame = protocol.Answered(answer["id"], raw(known))
            assert msgspec.json.encode(frame) in line.frames
            assert answer["answer"]["hints"]
            monkeypatch.setattr(pool, "TIMEOUT_S", 0.0)
            assert (await line.say(type="ask", question=review))["code"] == "busy"


async def test_a_game_that_the_host_has_ended_has_a_transcript_and_no_review(
    site: Running,
) -> None:
    async with guest(site.base) as mika:
        made = await mika.open(game="kakapo", seats=2, bots=["easy"], begin=True)
        async with mika.line(made["table"]) as line:
            await line.first("update")
            assert (await line.say(type="end"))["type"] == "accepted"
            await line.until(lambda: (line.last("lobby") or {})["ended"])
            over = await line.until(lambda: (line.last("update") or {})["to_act"] == [])
            assert over
            assert (line.last("update") or {})["legal"] == []
        path = f"/api/tables/{made['table']}"
        assert (await mika.http.get(f"{path}/transcript")).status_code == 200
        assert (await mika.http.get(f"{path}/review")).json()["code"] == "not-now"
