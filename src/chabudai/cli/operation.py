"""Arguments of the commands for server operators: `backup` and `prune`."""

import argparse
import re
from collections.abc import Callable

from chabudai.cli.settings import add_settings

AGE = re.compile("([1-9][0-9]{0,3}) *(|d|w|m|y|days?|weeks?|months?|years?)")
DAYS = {"": 1, "d": 1, "w": 7, "m": 30, "y": 365}


def age(text: str) -> int:
    """Convert an age such as 180d, 26w, "6 months" or 1y to days, as an argparse type."""
    found = AGE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text[:30]} is not an age like 180d, 26w or 1y")
    return int(found[1]) * DAYS[found[2][:1]]


def numbered(count: int, noun: str) -> str:
    """Return a count with its noun, such as "1 table"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def add_operation(add_verb: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the commands for server operators."""
    backup = add_verb("backup", "Copy the database of a running server, and check the copy.")
    backup.epilog = (
        "To restore a copy, stop the server, move the database and the files next to it whose "
        "names begin with its own away, and copy the copy to its place."
    )
    backup.add_argument("to", metavar="TO", help="the new file")
    prune = add_verb("prune", "List parties and daily deals without a step for long; delete them.")
    prune.add_argument(
        "--older", type=age, required=True, metavar="AGE", help="180d, 26w, 1y: since the last step"
    )
    prune.add_argument("--yes", action="store_true", help="delete them without a question")
    for command in (backup, prune):
        add_settings(command, "data", "db")
