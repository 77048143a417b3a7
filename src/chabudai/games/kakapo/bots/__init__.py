"""Bots of The Kakapo, by level."""

from chabudai.core import Bot
from chabudai.games.kakapo.bots import reference
from chabudai.games.kakapo.bots.policy import BOTS
from chabudai.games.kakapo.state import Action
from chabudai.games.kakapo.view import View

__all__ = ["BOTS", "greedy"]


def greedy(_persona: int) -> Bot[View, Action]:
    """Return the reference bot, which grades missions and does not plan (`Extras.greedy`)."""
    return reference.act
