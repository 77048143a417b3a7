"""Special kinds of moves: by CHANCE, out of turn, and by the table."""

from chabudai.core.struct import Struct


class Chance(Struct):
    """A move that only CHANCE makes."""


class Anytime(Struct):
    """A move that a seat may make even when it owes none. The rules decide when."""


class Lapse(Struct):
    """A move that the table makes for a player who did not move in time (`Game.idle`). Players
    cannot choose it: `legal_actions` omits it, and the server refuses it from a client.
    """
