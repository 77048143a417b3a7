"""Players that know what a game is, but no game."""

from chabudai.search.playout import playout

__all__ = ["playout"]
