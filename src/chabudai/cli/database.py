"""The database that a command opens."""

from collections.abc import Mapping

from chabudai.cli.errors import Unusable
from chabudai.cli.settings import Chosen
from chabudai.server.store.diagnosis import masked


def check_database(found: Mapping[str, Chosen]) -> None:
    """Raise Unusable if the command line contains the database's password, or names a folder
    although a database is set.
    """
    db, data = found["db"], found["data"]
    if db.origin == "--db" and masked(db.text) != db.text:
        raise Unusable(
            "Every user of this machine can read a password on the command line: put the address "
            "into the environment variable CHABUDAI_DB, or only the password into PGPASSWORD."
        )
    if db.origin != "default" and data.origin == "--data":
        raise Unusable(f"{db.origin} says where tables are stored: leave out --data.")
