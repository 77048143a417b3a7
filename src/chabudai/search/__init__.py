"""Playouts and search, based only on the games' contract."""

from chabudai.search.ismcts import Ismcts
from chabudai.search.playout import playout
from chabudai.search.policies import PolicyFailed, limited
from chabudai.search.priors import around

__all__ = ["Ismcts", "PolicyFailed", "around", "limited", "playout"]
