"""Bots of The Kakapo, by level."""

from chabudai.games.kakapo.bots.policy import BOTS

__all__ = ["BOTS"]
