"""`chabudai serve`, but with dice that fall the same in every run: `host.py PORT DATABASE SEED`.

Cards and bots then depend on the seed alone, so that a file of tests meets the same tables each
time. Secrets and invitations are drawn as ever. All tests of a file come from one address and draw
more missions in a minute than anybody would, so the studio does not make them wait.
"""

import sys

from chabudai.cli.serve import invite
from chabudai.core import Rng
from chabudai.server.house import Settings
from chabudai.server.limits import Limits, Rate
from chabudai.server.run import serve
from chabudai.server.sources import Sources


def main(port: str, database: str, seed: str) -> None:
    dice, pauses = Rng(int(seed)), Rng(~int(seed))
    sources = Sources(dice=lambda: dice, pauses=lambda: pauses)
    limits = Limits(works=Rate(1000, 0.01))
    settings = Settings(db=database, sources=sources, limits=limits)
    serve(port=int(port), ready=invite, settings=settings)


if __name__ == "__main__":
    main(*sys.argv[1:])
