"""The WebSocket messages about guests who are present but idle."""

from chabudai.core import Seat, Struct
from chabudai.server.protocol.private_tables import Id

NUDGE_AFTER_MS = 60_000
"""Milliseconds after which other seats may nudge an idle guest. A guest is idle from the time when
the seat's move became pending or the seat sent its last command (`Update.since`).
"""
NUDGE_AGAIN_MS = 30_000
"""Minimum number of milliseconds between two nudges of a seat."""


class Nudge(Struct, tag="nudge"):
    """During the game: ask a guest who is present but idle to move. Refused in a silent game."""

    id: Id
    seat: Seat


class Nudges(Struct, tag="nudges"):
    """The host, before and during the game: set whether guests may nudge. Refused in a silent
    game.
    """

    id: Id
    nudges: bool


class Nudged(Struct):
    """A seat's latest nudge: the seat that sent it, and the time in milliseconds since 1970."""

    by: Seat
    at: int
