"""Nothing that is sent to anybody else tells that a bot stands in for a guest in a silent game."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources
from chabudai.server.tables.live import LiveTable
from tests.server.support import PATIENCE_S, Clock, Line, Running, entries, guest, running, sampled

GAME = GAMES["kakapo"]
DRAWN = 9
"""Every draw for pauses, bots and ids begins with this seed, so that a person can play as a bot."""
TURNS = 8


def as_the_bot(update: dict[str, Any]) -> Any:
    """The move that the bot makes which stands in for Ken."""
    bot = GAME.bots["normal"](Rng(DRAWN).below(1 << 31))
    view = msgspec.convert(update["view"], GAME.views)
    return msgspec.to_builtins(bot(view, 1, Rng(Rng(DRAWN).bits() >> 1)))


async def move(line: Line, name: str, action: Any) -> None:
    head = (line.last("update") or {})["seq"]
    answer = await line.say(type="act", id=name, head=head, action=action)
    assert answer["type"] == "accepted", answer
    # Whoever moves twice in a row must have been told of the first move.
    await line.at(answer["seq"])


async def thought(site: Running, live: LiveTable) -> None:
    """Wait until the bot that stands in has made up its mind, so that only its pause is left."""
    made = sum(entry.instead == "bot" for entry in (await entries(site, live.table.id))[1])
    async with asyncio.timeout(PATIENCE_S):
        while site.services.metrics.registry.get_sample_value("bot_think_seconds_count") == made:  # noqa: ASYNC110 - a metric has no event
            await asyncio.sleep(0.01)


async def turns(site: Running, clock: Clock, table: str, lines: list[Line], names: range) -> None:
    """Mika moves at random and Ken as the bot does, if he is here; time goes on all the same."""
    mika, watcher, *ken = lines
    live = await site.services.registry.get(table)
    assert live is not None
    for number in names:
        update = mika.last("update") or {}
        if update["to_act"] == [1] and not ken:
            await thought(site, live)
        clock.ahead += 10_000
        site.services.bots.check(live)
        if update["to_act"] == [0]:
            await move(mika, f"m{number}", sampled(update, 0, Rng(number), GAME))
        elif ken:
            seen = await ken[0].turn(1)
            assert seen is not None
            await move(ken[0], f"k{number}", as_the_bot(seen))
        for line in (mika, watcher):
            await line.at(update["seq"] + 1)


async def play(folder: Path, static: Path, *, away: bool) -> tuple[list[list[bytes]], list[Any]]:
    """What Mika and a spectator are sent, and what Ken is told when he comes back."""
    clock = Clock()
    clock.started = 1_700_000_000_000
    sources = Sources(
        now=clock.now, dice=partial(Rng, 7), pauses=partial(Rng, DRAWN), aside_ms=(0, 0)
    )
    settings = Settings(db=f"{folder}/away{away}.db", static=static, bot_workers=1, sources=sources)
    async with (
        running(settings) as site,
        guest(site.base) as one,
        guest(site.base) as two,
        guest(site.base) as three,
    ):
        made = await one.open(game="kakapo", seats=2, options={"turn_clock": 60})
        table = made["table"]
        await two.join(table=table, secret=made["invite"])
        async with one.line(table) as line:
            await line.say(type="begin", id="b", fill=None)
        async with one.line(table, since=0) as mika, three.line(table, since=0) as watcher:
            lines = [mika, watcher]
            for line in lines:
                await line.first("update")
            live = await site.services.registry.get(table)
            assert live is not None
            if away:
                clock.ahead += protocol.AWAY_MS
                await site.services.presence.check(live)
                await turns(site, clock, table, lines, range(TURNS))
            else:
                async with two.line(table) as ken:
                    clock.ahead += protocol.AWAY_MS
                    await site.services.presence.check(live)
                    await turns(site, clock, table, [*lines, ken], range(TURNS))
            async with two.line(table, since=0) as ken:
                await ken.first("update")
                told = [step for m in ken.of("update") for step in m["news"]]
                await turns(site, clock, table, [*lines, ken], range(TURNS, TURNS + 3))
            sent = [
                [
                    frame
                    for _, frame in sorted(
                        zip(line.messages, line.frames, strict=True), key=lambda f: f[0]["type"]
                    )
                ]
                for line in lines
            ]
        _, log = await entries(site, table)
        steps = [type(entry.instead) for entry in log if entry.instead == "bot"]
        assert bool(steps) is away
    return sent, told


async def test_no_byte_tells_others_that_a_bot_stood_in_and_its_guest_is_told(
    tmp_path: Path, static: Path
) -> None:
    here, told_here = await play(tmp_path, static, away=False)
    gone, told_gone = await play(tmp_path, static, away=True)
    assert all(len(frames) > TURNS for frames in here)
    assert here == gone
    assert {step["instead"] for step in told_here} == {None}
    assert {step["instead"] for step in told_gone} == {None, "bot"}
    assert [s["events"] for s in told_gone if s["events"]] == [
        s["events"] for s in told_here if s["events"]
    ]
    assert b'"level":"normal"' not in b"".join(b"".join(frames) for frames in gone)
