"""A server one format newer: newer_server.py PORT DB STATIC.

What it writes of those who sit at a table has a field that this version does not know.
"""

import sys

from chabudai.server.store import rows
from chabudai.server.tables.decide import TableSetup, lobby
from tests.server.host import serve_on


class NewerSitting(TableSetup):
    """A sitting with one field more; what was written without it is read, too."""

    mood: str = "merry"


def main() -> None:
    """Serve as a newer version would."""
    rows.FORMAT += 1
    for each in (rows, lobby):
        vars(each)["TableSetup"] = NewerSitting
    serve_on(*sys.argv[1:])


if __name__ == "__main__":
    main()
