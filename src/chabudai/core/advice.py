"""Advice for a seat that owes a move: first a hint, then a choice of moves, then the reason."""

from collections.abc import Iterable

import msgspec

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, SeatName, Telling, telling


class Choice(Struct):
    """A move among which advice lets the player choose: the action as JSON, and in words."""

    action: msgspec.Raw
    said: Telling


class Advice(Struct):
    """Help in three stages, each more detailed than the one before.

    `look` is a hint where to look. `choices` are up to three different legal moves, in an order
    that does not reveal the best. `best` is the index of the best one, and `why` gives its reasons.
    """

    look: Telling
    choices: tuple[Choice, ...]
    best: int
    why: tuple[Telling, ...]


MOST = 3
"""Maximum number of moves to choose from."""


def advice_of(
    look: Telling, moves: Iterable[tuple[object, Telling]], why: Iterable[Telling]
) -> Advice:
    """Return advice whose best move is the first of `moves`, which are actions with their words. At
    most MOST of them are kept, all of them different, also in words.
    """
    found: dict[bytes, Telling] = {}
    for action, said in moves:
        if said not in found.values():
            found.setdefault(msgspec.json.encode(action), said)
    kept = list(found.items())[:MOST]
    choices = sorted(kept)
    return Advice(
        look,
        tuple(Choice(msgspec.Raw(action), said) for action, said in choices),
        choices.index(kept[0]),
        tuple(why),
    )


def asked_for_advice(seat: Seat) -> Telling:
    """Return the sentence that tells all players that a seat has asked for advice."""
    return telling("{seat} asked for advice.", seat=SeatName(seat))
