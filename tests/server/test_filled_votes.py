"""Votes in Word Porters that a player did not cast: filled in, and worth nothing (WP-A17)."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from chabudai.core import Rng
from chabudai.games import GAMES
from tests.server.support import Clock, Line, Running, guest, play_on, sampled, timed

GAME = GAMES["word-porters"]
KEN = 1


@contextlib.asynccontextmanager
async def voting(base: str, **options: Any) -> AsyncIterator[tuple[Line, Line]]:
    """Three guests who have given their hints; all have voted except Ken. Yield the sockets of the
    host and of Ken.
    """
    async with guest(base) as mika, guest(base) as ken, guest(base) as ami:
        made = await mika.open(game="word-porters", seats=3, options=options)
        for other in (ken, ami):
            await other.join(table=made["table"], secret=made["invite"])
        async with (
            mika.line(made["table"]) as host,
            ken.line(made["table"]) as away,
            ami.line(made["table"]) as third,
        ):
            lines = (host, away, third)
            await host.say(type="begin", fill=None)
            update = await host.first("update")
            while update["view"]["phase"]["type"] == "hinting":
                (seat,) = update["to_act"]
                await lines[seat].at(update["seq"])
                await play_on(lines[seat], seat, Rng(seat), 1, GAME)
                update = await host.at(update["seq"] + 1)
            for seat in (0, 2):
                await lines[seat].at(update["seq"])
                await play_on(lines[seat], seat, Rng(seat), 1, GAME)
            await host.at(update["seq"] + 2)
            yield host, away


async def command_for_ken(host: Line, away: Line, **command: Any) -> None:
    """Close Ken's socket and give the host's command for his seat."""
    await away.ws.close()
    await host.until(lambda: any(each["away_ms"][KEN] is not None for each in host.of("presence")))
    assert (await host.say(seat=KEN, **command))["type"] == "accepted"


async def revealed(line: Line) -> dict[str, Any]:
    """Wait until a round is scored. Return it."""
    rounds: list[dict[str, Any]] = await line.until(
        lambda: (line.last("update") or {})["view"]["rounds"]
    )
    return rounds[0]


def made_by(line: Line) -> list[str]:
    """What filled in votes, by the news."""
    news = [each for update in line.of("update") for each in update["news"]]
    return [each["instead"] for each in news if "filled" in str(each["events"][:1])]


def right(finished: dict[str, Any], *voters: int) -> int:
    """The number of right votes of these seats."""
    return sum(
        vote == number
        for voter in voters
        for vote, number in zip(finished["votes"][voter], finished["identities"], strict=True)
    )


async def test_votes_filled_in_by_an_expired_clock_score_for_nobody(db: str, static: Path) -> None:
    clock = Clock()
    async with (
        timed(db, static, clock, {}) as (server, _),
        voting(server.base, turn_clock=60) as (host, _away),
    ):
        clock.ahead += 60_000
        finished = await revealed(host)
        assert made_by(host) == ["clock"]
    assert finished["votes"][KEN] == [0, 0, 0]
    assert sum(finished["points"]) == 2 * right(finished, 0, 2)


async def test_votes_filled_in_by_skip_score_for_nobody(server: Running) -> None:
    async with voting(server.base) as (host, away):
        head = (host.last("update") or {})["seq"]
        await command_for_ken(host, away, type="skip", head=head)
        finished = await revealed(host)
        assert made_by(host) == ["skip"]
    assert finished["votes"][KEN] == [0, 0, 0]
    assert sum(finished["points"]) == 2 * right(finished, 0, 2)


async def test_votes_of_a_bot_that_stands_in_count(server: Running) -> None:
    async with voting(server.base) as (host, away):
        await command_for_ken(host, away, type="substitute", level="easy")
        finished = await revealed(host)
        assert made_by(host) == []
    assert finished["votes"][KEN].count(0) == 1
    assert sum(finished["points"]) == 2 * right(finished, 0, 1, 2)


async def test_a_client_cannot_fill_in_its_own_votes(server: Running) -> None:
    async with voting(server.base) as (_host, ken):
        update = ken.last("update") or {}
        refused = await ken.say(type="act", head=update["seq"], action={"type": "fill"})
        assert refused["code"] == "malformed"
        vote = sampled(update, KEN, Rng(1), GAME)
        assert (await ken.say(type="act", head=update["seq"], action=vote))["type"] == "accepted"
