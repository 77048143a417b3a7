"""What the tests of all frameworks share."""

from chabudai.adapters.observations import observations
from chabudai.games import GAMES

SMALL = min(GAMES, key=lambda name: observations(GAMES[name]).size)
"""The game of which least is to be seen: that of tests/rooms."""
