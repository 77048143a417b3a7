"""Bots' moves, the studio, reviews and replays, and processes that die, hang or take too long."""

import json
import os
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
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables import bots
from chabudai.server.tables.live import LiveTable
from chabudai.server.workers import pool
from chabudai.server.workers.pool import exchange
from tests.server.clock import Clock
from tests.server.support import BRISK, MISSION, OFTEN, Running, Serve, eventually, play_on, sampled

ORDER: dict[str, Any] = {"seats": 2, "bots": ["easy"], "options": {"first_player": 1}}


async def test_a_bot_is_sent_its_view_and_moves_when_its_pause_is_over(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[Any] = []

    async def note(process: Any, request: Any) -> bytes:
        requests.append(request)
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", note)
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    (line,) = await site.seat(1, **ORDER)
    live, bots = await site.live(line.table), site.services.bots
    owed = live.table.pending_of(1)
    assert owed is not None
    thinking = site.services.metrics.registry
    await eventually(lambda: thinking.get_sample_value("bot_think_seconds_count"))
    (request,) = requests
    assert isinstance(json.loads(bytes(request.view))["pile"], int)
    head = line.update["seq"]
    bots.check(live)
    assert live.table.head == head
    clock.ahead += 900
    bots.check(live)
    assert (await line.at(head + 1))["to_act"] == [0]
    await bots._act_idly(live, owed)
    assert live.table.head == head + 1, "an idle move that is no longer owed is not made"


async def test_a_bot_worker_that_dies_is_replaced(site: Running) -> None:
    killed, free = set[int](), site.services.bots.pool._free
    line = await site.among_bots(3)
    number = 0
    while await line.turn(0):
        number += 1
        if number < 4:
            for process in free:
                process.kill()
                killed.add(process.pid)
        await play_on(line, 0, Rng(number), moves=1)
    assert len(killed) >= 2
    assert site.services.metrics.fallbacks._value.get() == 0
    assert not killed & {process.pid for process in free}


async def hang(process: Any, request: Any) -> bytes:
    os.kill(process.pid, signal.SIGSTOP)
    return await exchange(process, request)


async def vote(*_: object) -> bytes:
    return b'{"type":"vote","accept":true}'


@pytest.mark.parametrize("fault", [hang, vote])
async def test_a_worker_that_hangs_or_makes_an_illegal_move_is_replaced_by_an_idle_move(
    site: Running, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    monkeypatch.setattr(pool, "THINK_S", 0.3)
    monkeypatch.setattr(pool, "exchange", fault)
    mika = await site.guest()
    line = await mika.connect((await mika.open(**ORDER, begin=True))["table"], since=0)
    assert await line.turn(0)
    assert line.events[-1] == {"type": "passed", "seat": 1}
    assert site.services.metrics.fallbacks._value.get() == 1


async def test_a_table_that_cannot_be_stopped_does_not_stop_the_bots_of_others(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt, broken = bots.Bots._try, list[LiveTable]()

    async def fails_at_first_table(self: bots.Bots, live: LiveTable, *more: Any) -> bool:
        if live in broken or not broken:
            broken.append(live)
            raise RuntimeError("the rules failed")
        return await attempt(self, live, *more)

    async def fails(*_: object) -> None:
        raise CorruptRow("sitting")

    monkeypatch.setattr(bots.Bots, "_try", fails_at_first_table)
    monkeypatch.setattr(LiveTable, "fail", fails)
    (first,) = await site.seat(1, **ORDER)
    await eventually(lambda: broken)
    (second,) = await site.seat(1, **ORDER)
    assert await second.turn(0)
    assert {live.table.id for live in broken} == {first.table}


async def test_qd_26_a_bot_whose_challenge_came_second_thinks_again(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def challenge(process: Any, request: Any) -> bytes:
        view = json.loads(bytes(request.view))
        if view["phase"]["type"] == "settling" and view["laid"][0]["verdict"] is None:
            return b'{"type":"challenge","round":1,"word":0}'
        return await exchange(process, request)

    monkeypatch.setattr(pool, "exchange", challenge)
    line = await site.among_bots(3, game="quiddler", options={"first_dealer": 2})
    await line.turn(0)
    await line.move({"type": "draw", "source": "pile"})
    discard, *word = line.update["view"]["hands"][0]
    await line.move({"type": "go-out", "words": [word], "discard": discard})

    def kinds() -> list[str]:
        return [event["type"] for event in line.events]

    await line.until(lambda: kinds().count("readied") == 2)
    assert kinds().count("challenged") == 1
    assert site.services.metrics.fallbacks._value.get() == 0


REVIEW = {"type": "review", "round": 1}


async def studio(site: Running, document: object, path: str = "kakapo") -> httpx.Response:
    return await (await site.guest()).http.post(f"/api/studio/{path}", json=document)


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_a_mission_is_checked_in_another_process_or_opened_and_an_invalid_one_refused(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await studio(site, MISSION)
    checked = answer.json()["checked"]
    assert (answer.status_code, checked["flaws"], checked["solvable"]) == (200, [], True)
    assert checked["par"] == len(checked["solution"])
    text, kind = json.dumps(MISSION, indent=2), {"content-type": "application/json"}
    again = await (await site.guest()).http.post("/api/studio/kakapo", content=text, headers=kind)
    assert (again.status_code, again.content) == (200, answer.content)
    for document, game in (
        ({}, "kakapo"),
        (3, "kakapo"),
        (MISSION, "chess"),
        (MISSION, "quiddler"),
    ):
        assert problem(await studio(site, document, game)) == (400, "malformed")
    assert "mode" in (await studio(site, {})).json()["text"]
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
    # A job that takes too long, dies or cannot start is answered as busy.
    python = "executable"
    faults = ((pool, "TIMEOUT_S", 0.0), (sys, python, "/bin/false"), (sys, python, "/nowhere"))
    for owner, name, value in faults:
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, value)
            assert problem(await studio(site, MISSION)) == (503, "busy")
    assert (await studio(site, MISSION)).status_code == 200


def test_an_endless_job_is_ended_by_its_limit_on_processor_time() -> None:
    endless = "from chabudai.server.workers import job\njob.limit_process(1)\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", endless], check=False)
    assert ended.returncode in (-signal.SIGXCPU, -signal.SIGKILL)


async def test_a_finished_game_is_reviewed_and_shown_and_drawn_step_by_step_for_any_seat(
    quick_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = await quick_site.among_bots(game="quiddler")
    mine, stranger = line.who.http, (await quick_site.guest()).http
    base = f"/api/tables/{line.table}"
    assert (await mine.get("/api/tables/nowhere/review")).status_code == 404
    for early in ("review", "report", "steps", "steps/0.svg", "end.svg"):
        assert (await mine.get(f"{base}/{early}")).json()["code"] == "not-now"
    await play_on(line, 0, Rng(1), game=GAMES["quiddler"])
    account, other = (await mine.get(f"{base}/review")).json()["accounts"]
    assert account["margin"] == -other["margin"]
    seats = (await mine.get(f"{base}/report")).json()["seats"]
    assert sum(part["worth"] for part in seats[0]["parts"]) == account["margin"]
    path = f"{base}/steps"
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
    end_svg = f"{base}/end.svg"
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
    game = replace(GAMES["quiddler"], extras=Extras())
    monkeypatch.setitem(GAMES.imported, game.name, game)
    without = await mine.get(f"{base}/review")
    assert problem(without) == (400, "malformed"), "this game has no reviews"


async def test_a_slow_question_is_answered_by_a_job_like_by_the_game_and_counted_by_seat(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = await serve(limits=replace(OFTEN, jobs=Rate(2, 1000.0)))
    game, rng = GAMES["word-porters"], Rng(1)
    line = await site.among_bots(3, game=game.name)
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


async def test_the_watchdog_makes_a_forgotten_bots_move(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots.Bots, "check", lambda self, live: None)
    (line,) = await site.seat(1, **ORDER)
    monkeypatch.undo()
    assert await line.turn(0)
