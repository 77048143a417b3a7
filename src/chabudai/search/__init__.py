"""Random play, based on the contract of games alone."""

from chabudai.search.playout import playout

__all__ = ["playout"]
