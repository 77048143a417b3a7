"""A server in a process of its own, to be killed: host.py PORT DB STATIC [dies] [METRICS].

With "dies" it kills itself where it would draw the id of the step that gives a pass's seat.
METRICS is the port of the metrics.
"""

import os
import secrets
import signal
import sys
from dataclasses import replace
from pathlib import Path

from chabudai.server.run import serve
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources

STEP_BYTES = 12
"""So many random bytes are in the id of a step that the server makes by itself."""


def serve_on(port: str, db: str, static: str, *more: str) -> None:
    sources = Sources(token=dying) if "dies" in more else Sources()
    settings = Settings(db=db, static=Path(static), bot_workers=1, sources=sources)
    for metrics in filter(str.isdecimal, more):
        settings = replace(settings, metrics=("127.0.0.1", int(metrics)))
    serve("127.0.0.1", int(port), settings=settings, ready=say)


def dying(size: int) -> str:
    """A secret; at the first step, the end of this process."""
    if size == STEP_BYTES:
        os.kill(os.getpid(), signal.SIGKILL)
    return secrets.token_urlsafe(size)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve_on(*sys.argv[1:])
