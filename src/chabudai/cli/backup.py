"""`chabudai backup`: a checked copy of a server's database."""

import argparse
import sqlite3
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from chabudai.arena.atomic_write import whole
from chabudai.cli.database import check_database
from chabudai.cli.errors import Unusable
from chabudai.cli.operation import numbered
from chabudai.cli.output import shorten
from chabudai.cli.settings import chosen
from chabudai.core.command import reason
from chabudai.server.logs import code_of
from chabudai.server.refusal import StartupFailed
from chabudai.server.store.backup import Counts, check_source, check_target, copy_database
from chabudai.server.store.database import where
from chabudai.server.store.diagnosis import trouble

UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE")
"""Codes of errors that SQLite raises only when it writes."""


def run(args: argparse.Namespace) -> int:
    """Copy the database, and print the size of the copy."""
    if args.to in ("", "-"):
        raise Unusable(f'TO needs a file name, not "{args.to}".')
    to, found = Path(args.to), chosen(args)
    check_database(found)
    try:
        url = where(found["db"].value)
    except StartupFailed as why:
        raise Unusable(why) from None
    if url.get_backend_name() != "sqlite":
        raise Unusable("A PostgreSQL database is backed up with pg_dump: see docs/hosting.md.")
    try:
        counts = back_up(url, to)
    except StartupFailed as why:
        raise Unusable(f"The database {url.database} is not backed up: {why}") from None
    except (SQLAlchemyError, sqlite3.Error) as error:
        # The database itself is only read.
        failed = f"{shorten(args.to, 100)} cannot be written"
        if code_of(error) not in UNWRITTEN:
            failed = f"The database {url.database} is not backed up"
        raise Unusable(f"{failed}: {trouble(error)}.") from None
    except OSError as error:
        raise Unusable(f"{shorten(args.to, 100)} cannot be written: {reason(error)}.") from None
    tables, steps = numbered(counts["tables"], "table"), numbered(counts["log"], "step")
    print(f"{to} is a checked copy: {tables}, {steps}.")
    print("It contains every hand and name, so protect it like the database.")
    return 0


def back_up(url: URL, to: Path) -> Counts:
    """Copy a database to a new file that only its owner may use. If that fails, no file is left.
    Raises StartupFailed, SQLAlchemyError, sqlite3.Error and OSError.
    """
    source = check_source(url)
    check_target(source, to)
    with whole(to) as beside:
        beside.chmod(0o600)
        return copy_database(source, beside)
