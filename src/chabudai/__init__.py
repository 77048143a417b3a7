"""chabudai: four small-box games with enforced rules, bots and a server."""

__version__ = "0.2.0"
"""Version of the package. This is the only place that states it."""
