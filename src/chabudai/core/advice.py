"""Advice for a seat that owes a move: first a hint, then a choice of moves, then the reason."""

from collections.abc import Iterable

import msgspec

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat, SeatName, Telling, telling


class Choice(Struct):
    """One of the moves suggested by advice: the action as JSON, and in words."""

    action: msgspec.Raw
    said: Telling


class Advice(Struct):
    """Help in three stages, each more detailed than the one before.

    `look` is a hint about where to look. `closer` is a second hint. If it is None, the second stage
    is `choices`: up to three legal moves, in an order that does not reveal the best. `best` is the
    index of the best move, and `why` explains it.
    """

    look: Telling
    choices: tuple[Choice, ...]
    best: int
    why: tuple[Telling, ...]
    closer: Telling | None = None


class GivenAdvice(Struct):
    """The stages of `Advice` that a seat has asked for. Later stages are empty."""

    look: Telling
    closer: Telling | None = None
    choices: tuple[Choice, ...] = ()
    best: int | None = None
    why: tuple[Telling, ...] = ()


MOST = 3
"""Maximum number of moves offered as choices."""
STAGES = 3
"""Number of stages of advice."""


def up_to(advice: Advice, stage: int) -> GivenAdvice:
    """Return the stages of advice up to `stage`, from 1 to STAGES."""
    if stage == 1:
        return GivenAdvice(advice.look)
    if stage < STAGES:
        choices = advice.choices if advice.closer is None else ()
        return GivenAdvice(advice.look, advice.closer, choices)
    return GivenAdvice(advice.look, advice.closer, advice.choices, advice.best, advice.why)


def advice_of(
    look: Telling,
    moves: Iterable[tuple[object, Telling]],
    why: Iterable[Telling],
    closer: Telling | None = None,
) -> Advice:
    """Return advice whose best move is the first of `moves`, which are pairs of an action and its
    description. Duplicate actions and descriptions are dropped, and at most MOST moves are kept.
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
        closer,
    )


def asked_for_advice(seat: Seat) -> Telling:
    """Return the sentence that tells all players that a seat has asked for advice."""
    return telling("{seat} asked for advice.", seat=SeatName(seat))
