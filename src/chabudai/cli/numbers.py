"""Parse typed numbers."""

import argparse
from collections.abc import Callable

from chabudai.cli.output import shorten


def within(least: int | None, most: int | None) -> Callable[[str], int]:
    """Return an argparse type for numbers from `least` to `most`; None: no limit."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not a number") from None
        if (least is not None and value < least) or (most is not None and value > most):
            limits = f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{shorten(text, 30)} is not {limits}")
        return value

    return number
