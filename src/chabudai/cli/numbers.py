"""Numbers as they are typed."""

import argparse
from collections.abc import Callable

from chabudai.cli.output import shortened


def within(least: int | None, most: int | None) -> Callable[[str], int]:
    """A number from `least` to `most`, for argparse; None: there is no limit."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shortened(text, 30)} is not a number") from None
        if (least is not None and value < least) or (most is not None and value > most):
            limits = f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{shortened(text, 30)} is not {limits}")
        return value

    return number
