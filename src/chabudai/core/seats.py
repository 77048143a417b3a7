"""Seats: checks that a seat exists and must move, and helpers for tuples indexed by seat."""

from collections.abc import Container
from operator import index
from typing import SupportsIndex, TypeVar, cast

from chabudai.core.telling import Seat

T = TypeVar("T")


class NotToMove(ValueError):
    """A move was requested for a seat that owes none, according to the view."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"Seat {seat} owes no move that can be seen in this view.")


def check_seat(seat: Seat | None, seats: int) -> None:
    """Raise IndexError if the seat does not exist. CHANCE is −1 and would index the last seat. None
    stands for a spectator and is allowed.
    """
    if type(seat) is int and 0 <= seat < seats:
        return  # fast path: every view calls this
    if seat is not None and not is_among(seat, range(seats)):
        raise IndexError(
            f"There is no seat {seat!r}: there are {seats}, from 0; a spectator is None."
        )


def is_among(number: object, numbers: Container[int]) -> bool:
    """Whether `number` is an integer in `numbers`. The float 2.0 is not an integer, although it
    equals 2.
    """
    try:
        return index(cast("SupportsIndex", number)) in numbers
    except TypeError:
        return False


def owned(items: tuple[T, ...], seat: Seat) -> T:
    """Return `seat`'s item from a tuple indexed by seat. Raises IndexError if the seat does not
    exist.
    """
    check_seat(seat, len(items))
    return items[seat]


def is_left(done: tuple[bool, ...], seat: Seat) -> bool:
    """Whether `seat` exists and is not done yet. `done` has a flag for each seat."""
    return 0 <= seat < len(done) and not done[seat]


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return a copy of `items` with `item` at index `at`."""
    copy = list(items)
    copy[at] = item
    return tuple(copy)
