"""Bots against bots: whole series of games, and what they show."""

from chabudai.arena.simulation import Foul, Plan, Played, simulate, stream, transcript
from chabudai.arena.statistics import Estimate, Results, Standing

__all__ = [
    "Estimate",
    "Foul",
    "Plan",
    "Played",
    "Results",
    "Standing",
    "simulate",
    "stream",
    "transcript",
]
