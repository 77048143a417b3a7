"""Bots against bots: simulation and statistics."""
