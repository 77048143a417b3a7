"""Parse typed numbers."""

import argparse
from collections.abc import Callable

from chabudai.cli.output import shorten


def number(text: str) -> int:
    """An argparse type for whole numbers."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not a number") from None


def within(least: int | None, most: int | None) -> Callable[[str], int]:
    """Return an argparse type for numbers from `least` to `most`; None: no limit."""

    def limited(text: str) -> int:
        value = number(text)
        if (least is not None and value < least) or (most is not None and value > most):
            limits = f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not {limits}")
        return value

    return limited


def seconds(text: str) -> float:
    """An argparse type for a time of more than no seconds and at most an hour."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not a number") from None
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not from 0 to 3600 seconds")
    return value
