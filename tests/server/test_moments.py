"""Moments of a review: a decision of a finished game is made again over a socket."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.core.transcript import replayed
from chabudai.games import GAMES
from chabudai.server.refusal import UNKNOWN_TABLE
from chabudai.server.workers import pool
from chabudai.server.ws.moment import is_open
from tests.server.support import Line, Running, play_on

BANK = GAMES["word-bank"]


async def a_moment(site: Running) -> tuple[Line, dict[str, Any]]:
    """Play a whole game at random. Returns its line, and a moment of the report."""
    (line,) = await site.seat(1, seats=2, bots=["easy"])
    path = f"moment/{line.table}/0"
    assert await (await line.who.connect(path)).closing() == UNKNOWN_TABLE
    await line.accept(type="hasten", hasten=True)
    await play_on(line, 0, Rng(1))
    seats = (await line.who.http.get(f"/api/tables/{line.table}/report")).json()["seats"]
    return line, seats[0]["moments"][0]


async def test_a_decision_of_a_finished_game_is_made_again_and_judged(
    quick_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, moment = await a_moment(quick_site)
    at, table = moment["at"], await quick_site.stored(line.table)
    before = table.head
    played = replayed(BANK, await quick_site.services.store.transcript(table))
    state = played.states[at]
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


async def test_only_a_decision_of_a_game_that_can_be_replayed_is_a_moment(
    quick_site: Running,
) -> None:
    line, _ = await a_moment(quick_site)
    table = await quick_site.stored(line.table)
    played = await quick_site.services.store.transcript(table)
    chance = next(at for at, entry in enumerate(played.entries) if entry.seat == CHANCE)
    for path in (f"{line.table}/{chance}", f"{line.table}/{len(played.entries)}", "nowhere/0"):
        assert await (await line.who.connect(f"moment/{path}")).closing() == UNKNOWN_TABLE
    assert is_open(table)
    for change in ({"stopped": "rules"}, {"ended": True}, {"status": "playing"}):
        sitting = replace(table.sitting, **change)
        assert not is_open(replace(table, sitting=sitting))


async def test_a_move_that_cannot_be_made_again_is_refused_without_a_fault(
    quick_site: Running,
) -> None:
    game = GAMES["word-porters"]
    (line,) = await quick_site.seat(1, game=game.name, seats=3, bots=["easy", "easy"])
    await line.accept(type="hasten", hasten=True)
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
