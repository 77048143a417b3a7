"""Seats: whether one is there and is to move, and tuples of things by seat."""

from collections.abc import Container
from operator import index
from typing import SupportsIndex, TypeVar, cast

from chabudai.core.telling import Seat

T = TypeVar("T")


class NotToMove(ValueError):
    """A seat is asked for a move, and owes none that can be seen in the view that was given."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"Seat {seat} owes no move that can be seen in this view.")


def check_seat(seat: Seat | None, seats: int) -> None:
    """Raise IndexError for a seat that is not there: CHANCE, as a number, would be the last. None
    is a spectator.
    """
    if type(seat) is int and 0 <= seat < seats:
        return  # nearly always; it is asked with every view
    if seat is not None and not is_among(seat, range(seats)):
        raise IndexError(
            f"There is no seat {seat!r}: there are {seats}, from 0; a spectator is None."
        )


def is_among(number: object, numbers: Container[int]) -> bool:
    """Whether a whole number is one of these. 2.0 is none, though it equals one."""
    try:
        return index(cast("SupportsIndex", number)) in numbers
    except TypeError:
        return False


def owned(items: tuple[T, ...], seat: Seat) -> T:
    """What is `seat`'s of some things by seat. Raises IndexError for a seat that is not there."""
    check_seat(seat, len(items))
    return items[seat]


def is_left(done: tuple[bool, ...], seat: Seat) -> bool:
    """Whether `seat` is there, and not done, by who is done by seat."""
    return 0 <= seat < len(done) and not done[seat]


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """A copy of `items` with `item` at `at`, from 0."""
    copy = list(items)
    copy[at] = item
    return tuple(copy)
