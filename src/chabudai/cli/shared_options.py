"""Options that several commands share."""

import argparse

from chabudai.cli.argument_types import number, within
from chabudai.cli.data_folder import LATEST

GAME_HELP = "name of the game; chabudai games lists them"


def add_seats(command: argparse.ArgumentParser) -> None:
    """Add the option for the number of seats."""
    command.add_argument("--seats", "--players", type=number, metavar="N", help="number of seats")


def add_names(command: argparse.ArgumentParser) -> None:
    """Add the option for the players' names."""
    command.add_argument("--names", metavar="A,B,…", help="names of the players, in order of seats")


def add_keep(command: argparse.ArgumentParser) -> None:
    """Add the options for saving and resuming series."""
    command.add_argument("--keep", metavar="FILE", help="save finished games in FILE, for --resume")
    command.add_argument(
        "--resume",
        nargs="?",
        const=LATEST,
        metavar="FILE",
        help="continue what --keep saved in FILE, by default the latest that Ctrl-C saved",
    )


def add_engine(command: argparse.ArgumentParser) -> None:
    """Add the options that choose where games are played."""
    command.add_argument(
        "--jobs", type=within(1, 256), default=1, metavar="J", help="processes; default %(default)s"
    )
    command.add_argument(
        "--engine",
        choices=("processes", "ray", "dask"),
        default="processes",
        help="where games run; it does not change them; default %(default)s",
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS", help="a running Ray or Dask; a local one if absent"
    )


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the options for the seed and for the options of a new table."""
    command.add_argument("--seed", type=number, metavar="S", help="seed; it determines the game")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="a table option, such as retry_words=true, mission=@FILE.toml with your own "
        "mission, or @FILE.toml with options; may be repeated",
    )


def add_json(command: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    command.add_argument("--json", action="store_true", help="print one JSON document")
