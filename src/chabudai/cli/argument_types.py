"""Types and checks of command-line arguments: numbers, and files to write."""

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise

from chabudai.cli.errors import Unusable
from chabudai.cli.output import shorten

WRITTEN = ("--transcript", "--transcripts", "--keep", "--table", "--plots", "--svg", "--film")
"""Options followed by the name of a file or folder to write."""


def check_filled(typed: Sequence[str]) -> None:
    """Raise Unusable if an option's value is empty, as from an unset shell variable, or is "-"
    instead of the name of a file to write.
    """
    for before, each in pairwise(typed):
        option, _, value = each.partition("=") if each.startswith("--") else (before, "", each)
        if option.startswith("--") and option != each and not value.strip():
            raise Unusable(f"{option} is empty: give a value, or leave it out.")
        if option in WRITTEN and value == "-":
            raise Unusable(f'{option} needs a file name, not "-".')


def number(text: str) -> int:
    """Convert an argument to a whole number, as an argparse type."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not a number") from None


def within(least: int | None, most: int | None) -> Callable[[str], int]:
    """Return an argparse type for numbers from `least` to `most`. None means no limit."""

    def limited(text: str) -> int:
        value = number(text)
        if (least is not None and value < least) or (most is not None and value > most):
            limits = f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not {limits}")
        return value

    return limited


def seconds(text: str) -> float:
    """Convert an argument to seconds, as an argparse type: more than 0 and at most 3600."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not a number") from None
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not from 0 to 3600 seconds")
    return value
