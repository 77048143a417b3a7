"""`chabudai version`."""

import argparse

from chabudai.cli.parser import VERSION


def run(args: argparse.Namespace) -> int:
    """Print the version."""
    print(VERSION)
    return 0
