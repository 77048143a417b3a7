"""Bots that use the contract of a game but know no particular game."""

from chabudai.search.playout import playout

__all__ = ["playout"]
