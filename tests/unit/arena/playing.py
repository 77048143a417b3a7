"""Plays the games of an evaluation in this process."""

from collections.abc import Iterator, Sequence

from chabudai.arena.records import Games, Plan, record
from chabudai.arena.simulation import abreast
from chabudai.core import AnyGame


def play_all(game: AnyGame, plans: Sequence[Plan], indices: Sequence[int]) -> Iterator[Games]:
    """Play these games as `PlayAll` specifies."""
    found = abreast(game, plans, indices)
    return (tuple(record(game, one) for one in games) for games in found)
