"""`chabudai serve`, but with dice that fall the same in every run.

`host.py PORT DATABASE SEED CLIENT`; the last is the folder of a built client.

The clock is ahead by as many milliseconds as the file `ahead` in the working directory says.

Cards and bots then depend on the seed alone, so that a file of tests meets the same tables each
time. Secrets and invitations are drawn as ever. Tests move faster than people, and all of a file
draw missions from one address: neither is held up for it.
"""

import sys
from pathlib import Path

from chabudai.cli.serve import print_address
from chabudai.core import Rng
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import serve
from chabudai.server.services import Settings
from chabudai.server.sources import Sources, clock

PAUSE_MS = (400, 900)
"""How long bots take here that are not hastened."""
STAND_IN_PAUSE_MS = (50, 100)
AHEAD = Path("ahead")


def now() -> int:
    """The time in milliseconds since 1970, as far ahead as a test wants it."""
    return clock() + (int(AHEAD.read_text()) if AHEAD.exists() else 0)


def main(port: str, database: str, seed: str, client: str) -> None:
    dice, pauses = Rng(int(seed)), Rng(~int(seed))
    sources = Sources(
        now=now,
        dice=lambda: dice,
        pauses=lambda: pauses,
        pause_ms=PAUSE_MS,
        stand_in_pause_ms=STAND_IN_PAUSE_MS,
    )
    limits = Limits(frames=Rate(1000, 0.001), jobs=Rate(1000, 0.01))
    settings = Settings(db=database, static=Path(client), sources=sources, limits=limits)
    serve(port=int(port), ready=print_address, settings=settings)


if __name__ == "__main__":
    main(*sys.argv[1:])
