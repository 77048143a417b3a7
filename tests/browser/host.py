"""`chabudai serve`, but with dice that fall the same in every run.

The clock is ahead by as many milliseconds as the file `ahead` in the working directory says.

Cards and bots then depend on the seed alone, so that a file of tests meets the same tables each
time. Secrets and invitations are drawn as ever. Tests move faster than people, and all of a file
draw missions from one address: neither is held up for it.
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
"""Range of thinking times for bots, unless they are hastened."""
STAND_IN_PAUSE_MS = (50, 100)
HASTENED_PACE_MS = 50
"""Time between hastened moves in silent games, which have many more turns."""
AHEAD = Path("ahead")
tuple(GAMES.values())  # so that the process that servers are forked from has imported them


def now() -> int:
    """The time in milliseconds since 1970, plus the offset that the test has set."""
    return clock() + (int(AHEAD.read_text()) if AHEAD.exists() else 0)


def main(port: int, folder: Path, log: Path, seed: int, client: Path) -> None:
    """Serve on a port of the loopback (0 is any that is free) the tables in a file of `folder`,
    which becomes the working directory; everything said goes to `log`. `client` is a built one.
    """
    os.chdir(folder)
    with log.open("wb", buffering=0) as heard:
        for descriptor in (1, 2):
            os.dup2(heard.fileno(), descriptor)
    sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115 - as long as it runs
    dice, pauses = Rng(seed), Rng(~seed)
    play.PACE_MS.update(dict.fromkeys(play.PACE_MS, HASTENED_PACE_MS))
    sources = Sources(
        now=now,
        dice=lambda: dice,
        pauses=lambda: pauses,
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
