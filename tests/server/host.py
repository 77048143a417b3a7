"""A server in its own process: host.py PORT DB STATIC [OPTION …].

Options: `newer` writes tables in a later format; `files=N` limits open files; a
number is the metrics port.
"""

import sys
from dataclasses import replace
from pathlib import Path

from chabudai.server.run import serve
from chabudai.server.settings import Settings
from chabudai.server.store import rows
from chabudai.server.tables.decide import TableSetup, lobby


class NewerSetup(TableSetup):
    """A setup with an additional field, which older rows lack."""

    mood: str = "merry"


def serve_on(port: str, db: str, static: str, *options: str) -> None:
    settings = Settings(db=db, static=Path(static), bot_workers=1)
    for option in options:
        if option.isdecimal():
            settings = replace(settings, metrics=("127.0.0.1", int(option)))
        elif option == "newer":
            rows.FORMAT += 1
            for each in (rows, lobby):
                vars(each)["TableSetup"] = NewerSetup
        elif option.startswith("files="):
            import resource

            most = int(option.removeprefix("files="))
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    serve("127.0.0.1", int(port), settings=settings, ready=say)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve_on(*sys.argv[1:])
