"""Guides over a socket: the same messages as at a table, but no stored steps."""

from typing import Any

import msgspec
import pytest

from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import FAULT, TOO_FAST, TOO_MANY, UNKNOWN_TABLE
from chabudai.server.ws.guide import script
from tests.server.support import Line, Running, Serve
from tests.support.game_cases import ADDED, CASES, Case

SCRIPTS = [
    pytest.param(room, name, id=f"{room}-{name}")
    for room in CASES
    for name in room.game.extras.guides
]
FIRST = "guide/word-bank/first"
WITHOUT = [room.game.name for room in ADDED if not room.game.extras.guides]
INPUTS = {"type": "inputs", "word": "CAT"}


@pytest.fixture
async def line(site: Running) -> Line:
    """A socket connected to the first guide of Word Bank."""
    line = await (await site.guest()).connect(FIRST, 0)
    await line.first("guided")
    return line


@pytest.mark.parametrize(("room", "name"), SCRIPTS)
async def test_a_guide_is_played_over_a_socket_and_resumed_at_any_lesson(
    site: Running, room: Case, name: str
) -> None:
    played, path = script(room.game.name, name), f"guide/{room.game.name}/{name}"
    guide, scenes = played.guide, played.scenes
    mika = await site.guest()
    line = await mika.connect(path, 0)
    for at, lesson in enumerate(guide.lessons):

        def here(at: int = at) -> dict[str, Any] | None:
            guided = line.last("guided")
            return guided if guided and guided["at"] == at else None

        guided = await line.until(here)
        assert guided["text"] == guide.translations(lesson.text)
        assert guided["seq"] == played.begins[at]
        if lesson.do is not None:
            answer = await line.act(msgspec.to_builtins(lesson.do))
            assert answer["type"] == "accepted", answer
    updates = line.of("update")
    assert [update["seq"] for update in updates] == [*range(played.begins[0], len(scenes))]
    assert [step["seq"] for step in line.news] == [*range(1, len(scenes))]
    for update in updates:
        state, _ = scenes[update["seq"]]
        assert msgspec.convert(update["view"], room.game.views) == room.game.view(state, guide.seat)
    begins = played.begins
    for since, at in ((begins[2], 2), (begins[3] - 1, 2), (999, len(begins) - 1)):
        again = await mika.connect(path, since)
        assert (await again.first("guided"))["at"] == at
        assert len(again.of("update")) == 1


async def test_a_guide_refuses_other_moves_by_their_rule_or_as_legal(line: Line) -> None:
    other = await line.act({"type": "pass"})
    assert (other["type"], other["code"], other["rule"]) == ("refused", "guide", None)
    wrong = {"type": "say", "word": "ZOO", "direction": "clockwise", "positions": [0]}
    refused = await line.act(wrong)
    assert (refused["code"], refused["rule"]) == ("illegal", "WB-7")
    assert (await line.act({"type": "pass"}, head=7))["code"] == "stale"
    assert (await line.act({"type": "fly"}))["code"] == "malformed"
    assert len(line.of("update")) == len(line.of("guided")) == 1


async def test_a_guide_answers_questions_and_refuses_other_messages(
    site: Running, line: Line
) -> None:
    found = await line.say(type="ask", question=INPUTS)
    assert found["answer"]["inputs"][0]["positions"] == [0, 1, 2]
    assert await line.refuse(type="ask", question={"type": "odd"}) == "malformed"
    assert await line.refuse(type="leave") == "not-now"
    assert await line.refuse(type="dance") == "malformed"
    await line.ws.send(b"\x00")
    await line.until(lambda: [m for m in line.of("refused") if m["id"] == ""])
    await line.ws.send('{"type": "ping"}')
    await line.first("pong")
    porters = await (await site.guest()).connect("guide/word-porters/first", 0)
    assert await porters.refuse(type="ask", question={"type": "review", "round": 1}) == "not-now"


async def test_a_fault_leaves_the_socket_open(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("chabudai.server.ws.guide.ask", fail)
        assert (await line.say(type="ask", question=INPUTS))["text"] == FAULT
    assert (await line.say(type="ask", question=INPUTS))["type"] == "answered"


@pytest.mark.parametrize(
    "path", ["word-bank/none", "chess/first", *(f"{name}/first" for name in WITHOUT)]
)
async def test_an_unknown_guide_closes_the_socket(site: Running, path: str) -> None:
    assert await (await (await site.guest()).connect(f"guide/{path}")).closing() == UNKNOWN_TABLE


async def test_games_list_their_guides(site: Running) -> None:
    mika = await site.guest()
    offers = {each["name"]: each for each in (await mika.http.get("/api/games")).json()}
    assert (await mika.http.get("/learn/word-bank/first")).status_code == 200
    for room in CASES:
        guides = offers[room.game.name]["guides"]
        assert list(guides) == list(room.game.extras.guides)
        assert all(title.keys() == {"en", "ja"} for title in guides.values())


async def test_guides_count_among_the_sockets_and_frames_of_an_address(serve: Serve) -> None:
    mika = await (await serve(limits=Limits(sockets=1, frames=Rate(3, 60.0)))).guest()
    line = await mika.connect(FIRST)
    await line.first("guided")
    assert await (await mika.connect(FIRST)).closing() == TOO_MANY
    for _ in range(3):
        assert await line.refuse(type="leave") == "not-now"
    await line.ws.send('{"type": "ping"}')
    assert await line.closing() == TOO_FAST
    await (await mika.connect(FIRST)).first("guided")
