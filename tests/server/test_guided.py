"""Guides over a socket: the same messages as at a table, and nothing that is stored."""

import json
from typing import Any

import msgspec
import pytest

from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import FAULT, TOO_FAST, TOO_MANY, UNKNOWN_TABLE
from chabudai.server.ws.guide import script
from tests.server.support import Line, Running, Serve, guest
from tests.support.every_room import FURTHER, ROOMS, Room

SCRIPTS = [
    pytest.param(room, name, id=f"{room}-{name}")
    for room in ROOMS
    for name in room.game.extras.guides
]
FIRST = "guide/word-bank/first"
WITHOUT = [room.game.name for room in FURTHER if not room.game.extras.guides]


def to_json(action: Any) -> Any:
    return msgspec.to_builtins(action)


async def act(line: Line, action: Any, **more: Any) -> dict[str, Any]:
    """Make a move on what was sent last."""
    update = line.last("update") or {}
    return await line.say(type="act", action=to_json(action), **{"head": update["seq"], **more})


@pytest.mark.parametrize(("room", "name"), SCRIPTS)
async def test_a_guide_is_played_over_a_socket(site: Running, room: Room, name: str) -> None:
    played = script(room.game.name, name)
    guide = played.guide
    async with guest(site.base) as mika, mika.line(f"guide/{room.game.name}/{name}", 0) as line:
        for at, lesson in enumerate(guide.lessons):

            def here(at: int = at) -> dict[str, Any] | None:
                guided = line.last("guided")
                return guided if guided and guided["at"] == at else None

            guided = await line.until(here)
            assert guided["text"] == guide.translations(lesson.text)
            assert guided["seq"] == played.begins[at]
            if lesson.do is not None:
                answer = await act(line, lesson.do)
                assert answer["type"] == "accepted", answer
        updates = line.of("update")
    assert [update["seq"] for update in updates] == list(
        range(played.begins[0], len(played.scenes))
    )
    steps = [told["seq"] for update in updates for told in update["news"]]
    assert steps == list(range(1, len(played.scenes)))
    for update in updates:
        state, _ = played.scenes[update["seq"]]
        shown = room.game.view(state, guide.seat)
        assert msgspec.convert(update["view"], room.game.views) == shown


@pytest.mark.parametrize(("room", "name"), SCRIPTS)
async def test_who_comes_again_goes_on_where_they_were(
    site: Running, room: Room, name: str
) -> None:
    played = script(room.game.name, name)
    for since, at in [
        (played.begins[2], 2),
        (played.begins[3] - 1, 2),
        (999, len(played.begins) - 1),
    ]:
        path = f"guide/{room.game.name}/{name}"
        async with guest(site.base) as mika, mika.line(path, since) as line:
            guided = await line.first("guided")
            assert guided["at"] == at
            assert len(line.of("update")) == 1


async def test_another_legal_move_is_answered_kindly_and_a_wrong_one_by_its_rule(
    site: Running,
) -> None:
    mika = await site.guest()
    line = await mika.connect(FIRST, 0)
    await line.first("guided")
    other = await act(line, {"type": "pass"})
    assert (other["type"], other["code"], other["rule"]) == ("refused", "guide", None)
    wrong = {"type": "say", "word": "ZOO", "direction": "clockwise", "positions": [0]}
    refused = await act(line, wrong)
    assert (refused["code"], refused["rule"]) == ("illegal", "WB-7")
    assert (await act(line, {"type": "pass"}, head=7))["code"] == "stale"
    assert (await act(line, {"type": "fly"}))["code"] == "malformed"
    assert len(line.of("update")) == len(line.of("guided")) == 1


async def test_whatever_else_is_sent_is_answered(site: Running) -> None:
    mika = await site.guest()
    line = await mika.connect(FIRST, 0)
    found = await line.say(type="ask", question={"type": "inputs", "word": "CAT"})
    assert found["answer"]["inputs"][0]["positions"] == [0, 1, 2]
    odd = await line.say(type="ask", question={"type": "odd"})
    assert odd["code"] == "malformed"
    assert (await line.say(type="leave"))["code"] == "not-now"
    assert (await line.say(type="dance"))["code"] == "malformed"
    await line.ws.send(b"\x00")
    await line.until(lambda: [m for m in line.of("refused") if m["id"] == ""])
    await line.ws.send(json.dumps({"type": "ping"}))
    await line.first("pong")


async def test_a_question_that_takes_long_is_not_answered(site: Running) -> None:
    mika = await site.guest()
    line = await mika.connect("guide/word-porters/first", 0)
    slow = await line.say(type="ask", question={"type": "review", "round": 1})
    assert slow["code"] == "not-now"


async def test_a_fault_leaves_the_socket_open(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    mika = await site.guest()
    line = await mika.connect(FIRST, 0)
    await line.first("guided")
    monkeypatch.setattr("chabudai.server.ws.guide.Reader.ask", fail)
    question = {"type": "inputs", "word": "CAT"}
    assert (await line.say(type="ask", question=question))["text"] == FAULT
    monkeypatch.undo()
    assert (await line.say(type="ask", question=question))["type"] == "answered"


@pytest.mark.parametrize(
    "path", ["word-bank/none", "chess/first", *(f"{name}/first" for name in WITHOUT)]
)
async def test_a_guide_that_is_not_there(site: Running, path: str) -> None:
    mika = await site.guest()
    line = await mika.connect(f"guide/{path}")
    assert await line.closing() == UNKNOWN_TABLE


async def test_the_games_say_which_guides_they_have(site: Running) -> None:
    async with guest(site.base) as mika:
        offers = {each["name"]: each for each in (await mika.http.get("/api/games")).json()}
        page = await mika.http.get("/learn/word-bank/first")
    for room in ROOMS:
        guides = offers[room.game.name]["guides"]
        assert list(guides) == list(room.game.extras.guides)
        assert all(title.keys() == {"en", "ja"} for title in guides.values())
    assert page.status_code == 200


async def test_guides_count_among_the_sockets_and_frames_of_an_address(serve: Serve) -> None:
    server = await serve(limits=Limits(sockets=1, frames=Rate(3, 60.0)))
    mika = await server.guest()
    async with mika.line(FIRST) as line:
        await line.first("guided")
        async with mika.line(FIRST) as second:
            assert await second.closing() == TOO_MANY
        for _ in range(3):
            assert (await line.say(type="leave"))["code"] == "not-now"
        await line.ws.send(json.dumps({"type": "ping"}))
        assert await line.closing() == TOO_FAST
    third = await mika.connect(FIRST)
    await third.first("guided")
