"""Votes in Word Porters that a player did not cast: filled in, but scoring nothing (WP-A17)."""

from dataclasses import replace
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.games import GAMES
from tests.server.clock import Clock
from tests.server.support import BRISK, Line, Running, Serve, play_on, sampled

GAME = GAMES["word-porters"]
KEN = 1


async def vote_except_ken(site: Running, **options: Any) -> tuple[Line, Line]:
    """Play until every guest except Ken has voted. Return the host's and Ken's sockets."""
    lines = await site.seat(3, game="word-porters", options=options)
    host = lines[0]
    update = host.update
    while update["view"]["phase"]["type"] == "hinting":
        (seat,) = update["to_act"]
        await lines[seat].at(update["seq"])
        await play_on(lines[seat], seat, Rng(seat), 1, GAME)
        update = await host.at(update["seq"] + 1)
    for seat in (0, 2):
        await lines[seat].at(update["seq"])
        await play_on(lines[seat], seat, Rng(seat), 1, GAME)
    await host.at(update["seq"] + 2)
    return host, lines[KEN]


async def leave(host: Line, ken: Line) -> None:
    """Close Ken's socket, and wait until the host is notified."""
    await ken.ws.close()
    await host.until(lambda: host.presence["away_ms"][KEN] is not None)


async def scored_round(line: Line) -> dict[str, Any]:
    rounds: list[dict[str, Any]] = await line.until(lambda: line.update["view"]["rounds"])
    return rounds[0]


def filled_by(line: Line) -> list[str]:
    """The reasons given in the news for the filled-in votes."""
    return [step["instead"] for step in line.news if "filled" in str(step["events"][:1])]


def correct(finished: dict[str, Any], *voters: int) -> int:
    """The number of correct votes of these seats."""
    return sum(
        vote == number
        for voter in voters
        for vote, number in zip(finished["votes"][voter], finished["identities"], strict=True)
    )


@pytest.mark.parametrize("cause", ["clock", "skip"])
async def test_filled_in_votes_score_for_no_seat(serve: Serve, cause: str) -> None:
    clock = Clock()
    site = await serve(sources=replace(BRISK, now=clock.now))
    host, ken = await vote_except_ken(site, turn_clock=60)
    if cause == "clock":
        clock.ahead += 60_000
    else:
        await leave(host, ken)
        await host.accept(type="skip", seat=KEN, head=host.update["seq"])
    finished = await scored_round(host)
    assert filled_by(host) == [cause]
    assert finished["votes"][KEN] == [0, 0, 0]
    assert sum(finished["points"]) == 2 * correct(finished, 0, 2)


async def test_votes_of_a_bot_that_stands_in_count(site: Running) -> None:
    host, ken = await vote_except_ken(site)
    await leave(host, ken)
    await host.accept(type="substitute", seat=KEN, level="easy")
    finished = await scored_round(host)
    assert filled_by(host) == []
    assert finished["votes"][KEN].count(0) == 1
    assert sum(finished["points"]) == 2 * correct(finished, 0, 1, 2)


async def test_a_client_cannot_fill_in_its_own_votes(site: Running) -> None:
    _, ken = await vote_except_ken(site)
    assert (await ken.act({"type": "fill"}))["code"] == "malformed"
    await ken.move(sampled(ken.update, KEN, Rng(1), GAME))
