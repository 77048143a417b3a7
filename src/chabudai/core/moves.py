"""Special kinds of moves: chance moves, moves out of turn, and moves made by the table."""

from chabudai.core.struct import Struct


class Chance(Struct):
    """A move that only CHANCE makes."""


class Anytime(Struct):
    """A move that a seat may make even when it owes none, if the rules allow it."""


class Lapse(Struct):
    """A move that the table makes for a player who did not move in time (`Game.idle`). Players
    cannot choose it: `legal_actions` omits it, and the server rejects it from clients.
    """
