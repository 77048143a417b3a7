"""The command `chabudai`: games, bots, transcripts, solvers and dictionaries in a terminal."""

from chabudai.cli.entry import main

__all__ = ["main"]
