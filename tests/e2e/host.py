"""`chabudai serve`, but with dice that fall the same in every run: `host.py PORT DATABASE SEED`.

Cards and bots then depend on the seed alone, so that a file of tests meets the same tables each
time. Secrets and invitations are drawn as ever.
"""

import sys

from chabudai.cli.serve import invite
from chabudai.core import Rng
from chabudai.server.house import Settings
from chabudai.server.run import serve
from chabudai.server.sources import Sources


def main(port: str, database: str, seed: str) -> None:
    dice, pauses = Rng(int(seed)), Rng(~int(seed))
    sources = Sources(dice=lambda: dice, pauses=lambda: pauses)
    serve(port=int(port), ready=invite, settings=Settings(db=database, sources=sources))


if __name__ == "__main__":
    main(*sys.argv[1:])
