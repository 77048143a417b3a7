"""`chabudai serve`, but with a seeded random generator for cards and bots.

The file `ahead` in the working directory says how many milliseconds the clock is ahead. Every run
of a test file has the same tables. Secrets and invitations stay random. Limits on fast play and on
missions are lifted, since tests are faster than people and share an address.
"""

import os
import sys
from pathlib import Path

from chabudai.cli.serve import print_address
from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import serve
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources, clock
from chabudai.server.tables.decide import play

PAUSE_MS = (400, 900)
"""Range of thinking times for bots that are not hastened."""
STAND_IN_PAUSE_MS = (50, 100)
HASTENED_PACE_MS = 50
"""Time between moves in hastened silent games, which have many more turns."""
AHEAD = Path("ahead")
tuple(GAMES.values())  # so that the process that servers are forked from has imported them


def now() -> int:
    """The time in milliseconds since 1970, plus the offset that the test has set."""
    return clock() + (int(AHEAD.read_text()) if AHEAD.exists() else 0)


def main(port: int, folder: Path, log: Path, seed: int, client: Path) -> None:
    """Serve a built `client` on a loopback port, or on any free one if `port` is 0. `folder`, which
    becomes the working directory, contains the tables. All output goes to `log`.
    """
    os.chdir(folder)
    with log.open("wb", buffering=0) as heard:
        for descriptor in (1, 2):
            os.dup2(heard.fileno(), descriptor)
    sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115 - as long as it runs
    dice, picks = Rng(seed), Rng(~seed)
    play.PACE_MS.update(dict.fromkeys(play.PACE_MS, HASTENED_PACE_MS))
    sources = Sources(
        now=now,
        dice=lambda: dice,
        picks=lambda: picks,
        pause_ms=PAUSE_MS,
        stand_in_pause_ms=STAND_IN_PAUSE_MS,
        aside_ms=(0, 0),
    )
    often = Rate(10_000, 0.001)
    limits = Limits(
        received=Rate(10**9, 1e-9),
        frames=Rate(1000, 0.001),
        messages=often,
        requests=often,
        jobs=Rate(1000, 0.01),
    )
    settings = Settings(db=str(folder / "tables.db"), static=client, sources=sources, limits=limits)
    serve(port=port, ready=print_address, settings=settings)
