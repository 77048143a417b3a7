"""Kinds of moves that not every seat may make when it owes one."""

from chabudai.core.struct import Struct


class Chance(Struct):
    """A move that only CHANCE makes."""


class Anytime(Struct):
    """A move that a seat may make also when it owes none; the rules decide when."""


class Lapse(Struct):
    """A move that the table makes for a player who has made none in time (`Game.idle`). No player
    chooses it: `legal_actions` leaves it out, and the server refuses it from a client.
    """
