"""A server in a process of its own, to be killed: host.py PORT DB STATIC."""

import sys
from pathlib import Path

from chabudai.server.run import serve
from chabudai.server.services import Settings


def main() -> None:
    port, db, static = sys.argv[1:4]
    settings = Settings(db=db, static=Path(static), workers=1)
    serve("127.0.0.1", int(port), settings=settings, ready=say)


def say(address: str) -> None:
    sys.stdout.write(address + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
