"""`chabudai solve kakapo`: with how few pieces a mission can be won."""

from chabudai.cli.missions import solve as run

__all__ = ["run"]
