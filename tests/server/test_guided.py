"""Guides, and moments of a review, over a socket: messages as at a table, but no stored steps."""

from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.core.transcript import replayed
from chabudai.games import GAMES
from chabudai.server.limits import Limits, Rate
from chabudai.server.refusal import FAULT, TOO_FAST, TOO_MANY, UNKNOWN_TABLE
from chabudai.server.workers import pool
from chabudai.server.ws.guide import script
from chabudai.server.ws.moment import is_open
from tests.server.support import Line, Running, Serve, play_on
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
        *_, guided = await line.until(partial(line.of_at_least, "guided", at + 1))
        assert guided["at"] == at
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


async def test_a_guide_refuses_other_moves_and_an_unknown_one_closes_the_socket(line: Line) -> None:
    other = await line.act({"type": "pass"})
    assert (other["type"], other["code"], other["rule"]) == ("refused", "guide", None)
    wrong = {"type": "say", "word": "ZOO", "direction": "clockwise", "positions": [0]}
    refused = await line.act(wrong)
    assert (refused["code"], refused["rule"]) == ("illegal", "WB-7")
    assert (await line.act({"type": "pass"}, head=7))["code"] == "stale"
    assert (await line.act({"type": "fly"}))["code"] == "malformed"
    assert len(line.of("update")) == len(line.of("guided")) == 1
    for path in ("word-bank/none", "chess/first", *(f"{name}/first" for name in WITHOUT)):
        assert await (await line.who.connect(f"guide/{path}")).closing() == UNKNOWN_TABLE


async def test_a_guide_answers_questions_and_refuses_other_messages_also_after_a_fault(
    site: Running, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("chabudai.server.ws.guide.ask", fail)
        assert (await line.say(type="ask", question=INPUTS))["text"] == FAULT
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


BANK = GAMES["word-bank"]


async def test_a_decision_of_a_finished_game_is_made_again_and_judged(
    quick_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = await quick_site.among_bots()
    early = await line.who.connect(f"moment/{line.table}/0")
    assert await early.closing() == UNKNOWN_TABLE
    await play_on(line, 0, Rng(1))
    report = (await line.who.http.get(f"/api/tables/{line.table}/report")).json()
    moment = report["seats"][0]["moments"][0]
    at, table = moment["at"], await quick_site.stored(line.table)
    before = table.head
    played = await quick_site.services.store.transcript(table)
    state = replayed(BANK, played).states[at]
    stranger = await quick_site.guest()
    again = await stranger.connect(f"moment/{line.table}/{at}")
    update = await again.first("update")
    assert (again.hello["seat"], again.lobby["status"]) == (moment["seat"], "playing")
    assert (update["seq"], update["to_act"]) == (at, [moment["seat"]])
    assert [step["seq"] for step in update["news"]] == [*range(1, at + 1)]
    assert msgspec.convert(update["view"], BANK.views) == BANK.view(state, moment["seat"])
    wrong = {"type": "say", "word": "A", "direction": "clockwise", "positions": [0, 0]}
    assert (await again.act(wrong))["rule"] == "WB-17"
    assert await again.refuse(type="leave") == "not-now"
    assert await again.refuse(type="act", head=at + 1, action={"type": "pass"}) == "stale"
    with monkeypatch.context() as patched:
        patched.setattr(pool, "TIMEOUT_S", 0.0)
        assert await again.refuse(type="show") == "busy"
    await again.move({"type": "pass"})
    judged = await again.first("judged")
    assert (judged["seq"], judged["action"], judged["best"]) == (at + 1, {"type": "pass"}, False)
    assert (again.update["to_act"], again.update["legal"]) == ([], [])
    assert again.update["view"] != update["view"]
    assert await again.at(await again.accept(type="show"))
    best = await again.until(lambda: again.of_at_least("judged", 2)[-1])
    assert (best["seq"], best["best"], best["action"]["type"]) == (at + 2, True, "say")
    assert again.update["news"][0]["events"][0]["word"] == best["action"]["word"]
    anew = await stranger.connect(f"moment/{line.table}/{at}", at + 2)
    assert (await anew.first("update"))["seq"] == at + 3
    assert anew.update["view"] == update["view"]
    assert (await quick_site.stored(line.table)).head == before
    # Only decisions of a game that can be replayed are moments.
    chance = next(at for at, entry in enumerate(played.entries) if entry.seat == CHANCE)
    for path in (f"{line.table}/{chance}", f"{line.table}/{len(played.entries)}", "nowhere/0"):
        assert await (await stranger.connect(f"moment/{path}")).closing() == UNKNOWN_TABLE
    assert is_open(table)
    for change in ({"stopped": "rules"}, {"ended": True}, {"status": "playing"}):
        assert not is_open(replace(table, sitting=replace(table.sitting, **change)))


async def test_a_move_that_cannot_be_made_again_is_refused_without_a_fault(
    quick_site: Running,
) -> None:
    game = GAMES["word-porters"]
    line = await quick_site.among_bots(3, game=game.name)
    await play_on(line, 0, Rng(1), game=game)
    table = await quick_site.stored(line.table)
    entries = (await quick_site.services.store.transcript(table)).entries
    ready = next(at for at, entry in enumerate(entries) if b"ready" in bytes(entry.action))
    again = await line.who.connect(f"moment/{line.table}/{ready}")
    await again.first("update")
    assert await again.refuse(type="show") == "not-now"
    await again.move({"type": "ready"})
    refused = await again.until(lambda: again.of_at_least("refused", 2))
    assert refused[-1]["code"] == "not-now"
