"""A server that has seen a lot keeps no more than one that has seen a little."""

from collections import Counter
from pathlib import Path
from threading import active_count

import pytest

from chabudai.games import GAMES
from chabudai.server.limits import FEW_BUCKETS, Buckets, Rate
from chabudai.server.settings import Settings
from chabudai.server.tables.attendance import Attendance, Follower
from chabudai.server.workers.fair_limiter import MOST_KNOWN, FairLimiter
from tests.nightly.proof.leak_check import caches, come_and_go, kept
from tests.server.client import built_client
from tests.server.support import BRISK, Running, running

PLAYED = ("word-bank", "kakapo")
"""A game in the open, and one in silence."""
TABLES = 2 * len(PLAYED)
"""So many tables come and go: of less than that of any type, nothing is kept of each."""


async def kept_after_play(server: Running) -> Counter[str]:
    for seed, game in enumerate(PLAYED):
        await come_and_go(server, GAMES[game], seed)
    found = kept(server.services, server.host)
    return found + Counter({"files": open_files(), "threads": active_count()})


def open_files() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


async def test_tables_guests_and_sockets_that_came_and_went_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(
        db=f"{tmp_path}/x.db", static=built_client(tmp_path), bot_workers=1, sources=BRISK
    )
    ever_here: list[str] = []
    honest = Attendance.unfollow

    def remember(guests: Attendance, follower: Follower, at: int) -> None:
        ever_here.append(f"{id(guests)} {at}")
        honest(guests, follower, at)

    async with running(settings) as server:
        # Statements that are seldom needed are compiled for the first time.
        await kept_after_play(server)
        once = await kept_after_play(server)
        twice = await kept_after_play(server)
        if max((twice - once).values(), default=0) >= TABLES:
            # On a busy machine some are compiled as late as here; a leak grows with every play.
            once, twice = twice, await kept_after_play(server)
        assert max((twice - once).values(), default=0) < TABLES
        # The count is tried, too: a register of who was ever here is found.
        monkeypatch.setattr(Attendance, "unfollow", remember)
        monkeypatch.setattr(server.services.registry, "ever_here", ever_here, raising=False)
        thrice = await kept_after_play(server)
        assert (thrice - twice)["builtins.str"] >= TABLES


def test_only_callers_who_asked_lately_are_known() -> None:
    now = [0.0]
    buckets = Buckets(Rate(2, 10.0), lambda: now[0])
    sizes: list[int] = []
    for number in range(8 * FEW_BUCKETS):
        now[0] += 10.0  # the one before has its tokens back
        assert buckets.take((f"{number}",))
        sizes.append(len(buckets.by_network))
    assert max(sizes) == FEW_BUCKETS
    for number in range(1000):  # all at once: none is forgotten who still owes
        assert buckets.take((f"at once {number}",))
    assert len(buckets.by_network) >= 1000
    assert buckets.room <= 4 * 1000


async def test_of_turns_only_the_latest_are_known() -> None:
    turns = FairLimiter(1, 1)
    for number in range(2 * MOST_KNOWN):
        async with turns.turn(f"{number}", "table"):
            pass
    assert len(turns._last) == MOST_KNOWN
    assert (f"{2 * MOST_KNOWN - 1}",) in turns._last
    assert ("0",) not in turns._last


def test_no_cache_keeps_more_than_a_few_games_could_ask_for() -> None:
    asked_for_by_people = {name: most for name, most in caches() if most is not None}
    assert asked_for_by_people
    too_large = {name: most for name, most in asked_for_by_people.items() if most > 1 << 12}
    assert too_large == {}
