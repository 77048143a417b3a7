"""A seat's view as an array of 32-bit floating-point numbers.

A game with a `Coding` lays out its own views. The views of other games are laid out according to
the bounds that their types declare. Needs NumPy.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from msgspec import inspect as mi
from numpy.typing import NDArray

from chabudai.adapters.parts import Layouts, Place
from chabudai.core import AnyGame, Seat, Struct
from chabudai.core.coding import AnyCoding, Draft, Span, ranges

Row: TypeAlias = NDArray[np.float32]
Words: TypeAlias = Literal["numbers", "vectors"]
"""Whether words on the table are given only as numbers, or also as vectors."""


def unpacked(flags: int, count: int) -> NDArray[np.uint8]:
    """Return the lowest `count` bits of a set, each as 0 or 1."""
    held = np.frombuffer(flags.to_bytes(-(-count // 8), "little"), np.uint8)
    return np.unpackbits(held, count=count, bitorder="little")


class CodedViews:
    """The observations of a game that lays out its own views, at a table with `seats` seats.

    If `words` is "vectors", an observation ends with the vectors of the words on the table.
    """

    def __init__(self, coding: AnyCoding, seats: int, words: Words) -> None:
        layout = coding.layout(seats)
        self.coding = coding
        count = coding.vector_size if words == "vectors" else 0
        more = (Span("vectors of the words", count, -1, 1),) if count else ()
        self.spans: tuple[Span, ...] = (*layout.flags, *layout.counts, *layout.numbers, *more)
        self.size = sum(span.count for span in self.spans)
        """Length of an observation."""
        self.ranges = ranges(self.spans)
        self._flags = sum(span.count for span in layout.flags)
        self._counted = self._flags + sum(span.count for span in layout.counts)
        self._size = self.size - count

    @property
    def bounds(self) -> tuple[Row, Row]:
        """The lowest and the highest value of each number."""
        counts = [span.count for span in self.spans]
        lows, highs = [span.low for span in self.spans], [span.high for span in self.spans]
        return (
            np.repeat(np.array(lows, np.float32), counts),
            np.repeat(np.array(highs, np.float32), counts),
        )

    def encode(self, view: Struct, seat: Seat, draft: Draft) -> Row:
        """Return the observation of `seat`, using only its view and draft."""
        flags, counts, numbers = self.coding.seen(view, seat, draft)
        row = np.empty(self.size, np.float32)
        row[: self._flags] = unpacked(flags, self._flags)
        row[self._flags : self._counted] = np.frombuffer(counts, np.uint8)
        if numbers:
            row[self._counted : self._size] = numbers
        if self._size < self.size:
            row[self._size :] = self.coding.vectors(view)
        return row


class TypedViews:
    """The observations of a game without a `Coding`, laid out field by field.

    The first three numbers are the seat, the number of seats, and whether the seat owes a move. The
    view follows, without the fields that are filled only for review after the game. The table's
    options are also left out, because they do not change during a game. The layout is the same for
    all numbers of seats and all options.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        most = game.seats[-1]
        layouts = Layouts(most, frozenset((game.options,)))
        view = layouts.part(mi.type_info(game.views), "")
        self.places: tuple[Place, ...] = (
            Place("seat", "number", 0, most - 1),
            Place("seats", "number", 1, most),
            Place("owes", "flag", 0, 1),
            *view.places,
        )
        """A description of each number."""
        self.cut: tuple[str, ...] = view.cut
        """Names of the tuples and texts that may be truncated: tuples keep their last items, texts
        their first letters.
        """
        self.size = len(self.places)
        self.spans = tuple(Span(each.name, 1, each.low, each.high) for each in self.places)
        self.ranges = ranges(self.spans)
        self.seats = seats
        self._write = view.write
        self._views, self._title = game.views, game.title

    @property
    def bounds(self) -> tuple[Row, Row]:
        """The lowest and the highest value of each number."""
        lows = np.array([each.low for each in self.places], np.float32)
        return lows, np.array([each.high for each in self.places], np.float32)

    def encode(self, view: Struct, seat: Seat, owing: tuple[Seat, ...]) -> Row:
        """Return the observation of `seat`, using only its view. `owing` lists the seats that owe a
        move. Raises TypeError if `view` is not a view of the game.
        """
        if not isinstance(view, self._views):
            raise TypeError(f"This is not a view of {self._title}: {view!r}.")
        row = array("i", bytes(4 * self.size))
        row[0], row[1], row[2] = seat, self.seats, seat in owing
        self._write(view, row, 3)
        return np.frombuffer(row, np.int32).astype(np.float32)


Observations: TypeAlias = CodedViews | TypedViews


@lru_cache(maxsize=32)
def observations(game: AnyGame, seats: int, words: Words = "numbers") -> Observations:
    """Return the cached observations of a game at a table with this number of seats."""
    coding = game.extras.coding
    if coding is None:
        return TypedViews(game, seats)
    return CodedViews(coding(), seats, words)
