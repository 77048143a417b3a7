"""Advice for a seat that owes a move: what to look at, then a choice, then why."""

from collections.abc import Iterable

import msgspec

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, SeatName, Telling, telling


class Choice(Struct):
    """A move that advice lets one choose: the action as JSON, and in words."""

    action: msgspec.Raw
    said: Telling


class Advice(Struct):
    """Help in three stages, each of which says more than the one before.

    `look` says what to look at. `choices` are up to three different legal moves, in an order that
    tells nothing of their worth; number `best` of them is the best, and `why` says why.
    """

    look: Telling
    choices: tuple[Choice, ...]
    best: int
    why: tuple[Telling, ...]


MOST = 3
"""Moves to choose from."""


def advice_of(
    look: Telling, moves: Iterable[tuple[object, Telling]], why: Iterable[Telling]
) -> Advice:
    """Advice whose best move is the first of `moves`, actions with their words; at most MOST
    that differ, also in words, are kept.
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
    """How everybody is told that a seat has asked."""
    return telling("{seat} asked for advice.", seat=SeatName(seat))
