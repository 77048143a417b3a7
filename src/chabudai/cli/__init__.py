"""The command `chabudai`: games, bots, transcripts, solvers and dictionaries at a terminal."""

from chabudai.cli.command import main

__all__ = ["main"]
