"""Tuples of things by seat, or by any other number from 0."""

from typing import TypeVar

from chabudai.core.telling import Seat

T = TypeVar("T")


def owned(items: tuple[T, ...], seat: Seat) -> T:
    """What is `seat`'s of some things by seat. Raises IndexError for a seat that is not there:
    CHANCE, as a number, would be taken for the last.
    """
    if seat < 0:
        raise IndexError(f"There is no seat {seat}; a spectator is None.")
    return items[seat]


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """A copy of `items` with `item` at `at`, from 0."""
    copy = list(items)
    copy[at] = item
    return tuple(copy)
