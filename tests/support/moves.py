"""Moves and refusals for the tests of every room."""

from typing import Any, TypeVar

import msgspec
import pytest

from chabudai.core import Game, Illegal, Seat, Step, Struct, play

S = TypeVar("S", bound=Struct)
A = TypeVar("A")
E = TypeVar("E")


def make(game: Game[Any, S, A, Any, Any], state: S, *moves: tuple[Seat, A]) -> S:
    """Return the state after these moves."""
    for seat, action in moves:
        state = play(game, state, seat, action).state
    return state


def refused(game: Game[Any, S, A, Any, Any], state: S, seat: Seat, action: A) -> str:
    """Return the rule of a refusal; its sentence must be complete and the state unchanged."""
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        play(game, state, seat, action)
    assert msgspec.json.encode(state) == before
    assert "{" not in str(refusal.value)
    return refusal.value.rule


def events(step: Step[Any, E]) -> tuple[E, ...]:
    """Return the events of a step, without their recipients."""
    return tuple(news.event for news in step.news)
