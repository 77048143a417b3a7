"""Bots against bots: series of games and their statistics."""

from chabudai.arena.simulation import Plan, Played, SeriesFailed, simulate, transcript
from chabudai.arena.statistics import Estimate, Results, Standing

__all__ = [
    "Estimate",
    "Plan",
    "Played",
    "Results",
    "SeriesFailed",
    "Standing",
    "simulate",
    "transcript",
]
