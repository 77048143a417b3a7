"""Bots against bots: series of games and their statistics."""

from chabudai.arena.players import Faulty
from chabudai.arena.records import Forfeit, Plan, Played, Record
from chabudai.arena.simulation import SeriesFailed, simulate, transcript
from chabudai.arena.statistics import Details, Estimate, Results, Standing

__all__ = [
    "Details",
    "Estimate",
    "Faulty",
    "Forfeit",
    "Plan",
    "Played",
    "Record",
    "Results",
    "SeriesFailed",
    "Standing",
    "simulate",
    "transcript",
]
