"""Random play, based only on the games' contract."""

from chabudai.search.playout import playout

__all__ = ["playout"]
